import { createHash } from 'node:crypto';
import type { KeyEvidence } from './evidence.js';

type Named = Pick<KeyEvidence, 'chain' | 'account' | 'idempotencyKey'>;

/** Which requests are a key's: an id follows from chain, account and key alone. */
export function requestIdsOf({ chain, account, idempotencyKey }: Named) {
  const name = ['custody-gateways', chain, account, idempotencyKey].join('\n');
  const base = `cg-${createHash('sha256').update(name).digest('hex').slice(0, 40)}`;
  const form = new RegExp(`^${base}(?:_\\d+)?(?:-\\d+)?$`);
  return { isOurs: (externalTxId: string) => form.test(externalTxId) };
}

/** The number of an attempt, as its request's id tells it. */
export function attemptOf(externalTxId: string): number {
  return Number(/^cg-[0-9a-f]{40}(?:_\d+)?-(\d+)$/.exec(externalTxId)?.[1] ?? 1);
}
