import type { SigningState } from '../signer/raw-signer.js';

/** Statuses after which nothing changes any more and no signature comes. */
const REJECTED: ReadonlySet<string> = new Set([
  'CANCELLED',
  'BLOCKED',
  'REJECTED',
  'FAILED',
  // No longer documented, but in both SDKs; a poller that didn't know it would wait for ever.
  'TIMEOUT',
  'PARTIALLY_COMPLETED',
]);

/** Statuses after which Fireblocks has finished. `CONFIRMED` is its former name. */
const COMPLETED: ReadonlySet<string> = new Set(['COMPLETED', 'CONFIRMED']);

/**
 * The state that a status means. Every live one, `CANCELLING` and any that Fireblocks adds later are `pending`: only
 * a known end is an end.
 */
export function stateOf(status: string): SigningState {
  if (COMPLETED.has(status)) return 'signed';
  return REJECTED.has(status) ? 'rejected' : 'pending';
}

/** The live statuses, in the order in which a transaction has them. */
const ORDER = [
  'SUBMITTED',
  'PENDING_AML_SCREENING',
  'PENDING_ENRICHMENT',
  'PENDING_AUTHORIZATION',
  'QUEUED',
  'PENDING_SIGNATURE',
  'PENDING_3RD_PARTY_MANUAL_APPROVAL',
  'PENDING_3RD_PARTY',
  'BROADCASTING',
  'CONFIRMING',
  'CANCELLING',
];

/** Whether a status is one of those above. Fireblocks may add others at any time. */
export function isKnown(status: string): boolean {
  return stateOf(status) !== 'pending' || ORDER.includes(status);
}

/**
 * Whether `next`, received after `last`, must be the earlier one: messages overtake each other. A signature may still
 * follow a rejection; nothing follows a completion.
 */
export function isBehind(next: string, last: string): boolean {
  const [state, lastState] = [stateOf(next), stateOf(last)];
  if (lastState !== 'pending') {
    return state === 'pending' || (lastState === 'signed' && state === 'rejected');
  }
  const [place, lastPlace] = [ORDER.indexOf(next), ORDER.indexOf(last)];
  return state === 'pending' && place !== -1 && place < lastPlace;
}
