import type { SigningState } from '../signer/raw-signer.js';

/** Statuses after which nothing changes any more and no signature comes. */
const REJECTED: ReadonlySet<string> = new Set([
  'CANCELLED',
  'BLOCKED',
  'REJECTED',
  'FAILED',
  // No longer documented, but in both SDKs; a poller that didn't know them would wait for ever.
  'TIMEOUT',
  'PARTIALLY_COMPLETED',
]);

/** Statuses after which the custody has done all it will. `CONFIRMED` is its old word for it. */
const COMPLETED: ReadonlySet<string> = new Set(['COMPLETED', 'CONFIRMED']);

/**
 * What a status means here. Every live one, `CANCELLING` and any that the custody invents tomorrow
 * are `pending`: only a known end is an end.
 */
export function stateOf(status: string): SigningState {
  if (COMPLETED.has(status)) return 'signed';
  return REJECTED.has(status) ? 'rejected' : 'pending';
}
