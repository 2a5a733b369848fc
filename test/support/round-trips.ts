import type { SandboxMessage } from '../../src/sandbox/index.js';

/** Long beside everything else that happens in a test, and so the unit in which waiting is counted. */
export const LATENCY_MS = 120;

/**
 * How many requests followed upon another's answer: those that began while one was still waited for
 * were asked beside it.
 */
export function sequential(messages: readonly SandboxMessage[]): number {
  let rounds = 0;
  let answeredAt = Number.NEGATIVE_INFINITY;
  for (const { at } of messages) {
    if (at < answeredAt) continue;
    rounds++;
    answeredAt = at + LATENCY_MS;
  }
  return rounds;
}

export const isCreation = ({ method, path }: SandboxMessage) =>
  method === 'POST' && path === '/v1/transactions';

interface Heard {
  readonly messages: readonly SandboxMessage[];
}

/** What the node was asked before the custody was, and from the signature to the submission. */
export function askedAround(custody: Heard, node: Heard, isSubmission = isCreation) {
  const askedAt = custody.messages.find(isCreation)?.at ?? 0;
  const sentAt = node.messages.find(isSubmission)?.at ?? 0;
  const before = node.messages.filter(({ at }) => at < askedAt);
  const during = node.messages.filter(({ at }) => at >= askedAt && at <= sentAt);
  return { before, during };
}
