import type { TransactionOptions } from '../transactions/index.js';

/** How long each part of a transaction's life may take. */
export type Times = Pick<
  TransactionOptions,
  'signatureTimeoutMs' | 'laneTimeoutMs' | 'confirmTimeoutMs'
>;

/** The most that each of them may be. */
export const MAX_WAIT_MS = 2_592_000_000;

/** The same time for each. */
export function timesOf(ms: number): Times {
  return { signatureTimeoutMs: ms, laneTimeoutMs: ms, confirmTimeoutMs: ms };
}
