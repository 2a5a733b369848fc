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
    seed: '25',
    invariants: ['one-applied-told-to-two-keys'],
    why: 'B1: two processes build the same batch at one number, which lands once',
  },
  {
    chain: 'xrpl',
    seed: '33',
    invariants: ['one-applied-told-to-two-keys'],
    why: 'B1: the same',
  },
  {
    chain: 'xrpl',
    seed: '9',
    invariants: ['defect'],
    why: 'to be looked into: no Ticket can be created once all is well, called twice',
  },
  {
    chain: 'xrpl',
    seed: '108',
    invariants: ['final-answer-changed'],
    why: 'told expired, then replaced, once another transaction has spent the number that came back',
  },
  {
    chain: 'aptos',
    seed: '5',
    invariants: ['told-dead-but-applied'],
    why: 'a read after the creation is refused on the way, and the call ends as if that were final',
  },
  {
    chain: 'stacks',
    seed: '3',
    invariants: ['two-keys-for-one-number'],
    why: 'to be looked into: two requests for one nonce in a shared store, one of them refused by the node',
  },
  {
    chain: 'stacks',
    seed: '8',
    invariants: ['told-dead-but-applied'],
    why: 'as of Aptos 5',
  },
  {
    chain: 'stacks',
    seed: '10',
    invariants: ['defect', 'key-never-ends'],
    why: 'to be looked into: in a pipeline, what waits behind a refused nonce never ends',
  },
  {
    chain: 'stacks',
    seed: '12',
    invariants: ['told-dead-but-applied'],
    why: 'as of Aptos 5, by a clock that was set: CUSTODY_CLOCK_SKEW of a read',
  },
];

/** The seeds that every test run tries, beside those above. */
export const FIXED_SEEDS: readonly string[] = ['1', '2', '3', '4', '5', '6', '7', '8', '10'];
