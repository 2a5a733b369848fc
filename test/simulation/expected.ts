import type { Invariant } from './oracle/judge.js';
import type { ChainName } from './schedule/plan.js';

/** A seed that breaks something known. It is taken from the list with the mending: else the run fails. */
export interface ExpectedBreach {
  readonly chain: ChainName;
  readonly seed: string;
  readonly invariants: readonly Invariant[];
  /** Which breach it is, and how it comes about. */
  readonly why: string;
}

export const EXPECTED: readonly ExpectedBreach[] = [
  {
    chain: 'xrpl',
    seed: '108',
    invariants: ['final-answer-changed'],
    why: 'told expired, then replaced, once another transaction has spent the number that came back',
  },
  {
    chain: 'stacks',
    seed: '10',
    invariants: ['defect', 'key-never-ends'],
    why: 'step 11: in a pipeline, what waits behind a nonce that was refused is pending for ever',
  },
];

/** The seeds that every test run tries, beside those above. */
export const FIXED_SEEDS: readonly string[] = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'];
