import type { ListingOptions } from '../signer/raw-signer.js';
import type { Attempt } from './attempt.js';

/** No more than two pages of the custody's, one after the other, so that the first reads are soon over. */
const LOOKED_AT = 1_000;

/**
 * How much a process looks at of what a signer has when it meets an account for the first time. Where that is not
 * all, an event says so.
 */
export function firstMeeting<I>(attempt: Attempt<I>): ListingOptions {
  return {
    signal: attempt.job.options.signal,
    atMost: LOOKED_AT,
    onCut: (lookedAt) => attempt.tell({ type: 'list-cut', lookedAt }),
  };
}
