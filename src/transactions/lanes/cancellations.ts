/** The key under which a request's numbers are spent without effect. */
export function cancellationOf(requestId: string): string {
  return `cancel:${requestId}`;
}

/** The request whose numbers are spent without effect under this key. */
export function cancelledBy(idempotencyKey: string | undefined): string | undefined {
  return /^cancel:(cg-[0-9a-f]{40}(?:_\d+)?(?:-\d+)?)$/.exec(idempotencyKey ?? '')?.[1];
}
