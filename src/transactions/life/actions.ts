import type { RawSignature } from '../../signer/raw-signer.js';
import type { AccountNumber } from '../chain.js';
import type { End, Pause } from './facts.js';
import type { Told } from './told.js';

/** What to do next. Actions that are returned together may run side by side. */
export type Action =
  /** Asks the signer whether it has the attempt's request. */
  | { readonly kind: 'find'; readonly attempt: number }
  /** Asks the signer which other requests of the account it has. */
  | { readonly kind: 'list'; readonly attempt: number }
  /** The same, to find another key's request for the same bytes. */
  | { readonly kind: 'list-others'; readonly attempt: number }
  /** Takes a place in the lane, for these numbers if there are any, and waits for it if `waits` is set. */
  | {
      readonly kind: 'enter';
      readonly attempt: number;
      readonly lane: AccountNumber['kind'];
      readonly waits: boolean;
      readonly numbers: readonly bigint[] | undefined;
    }
  /** Tells the lane that the signer has the request. */
  | { readonly kind: 'adopt'; readonly attempt: number }
  | { readonly kind: 'read'; readonly attempt: number }
  /** Lets the requests go first whose numbers come before, according to the signer and the lane. */
  | { readonly kind: 'line-up'; readonly attempt: number }
  /** Takes numbers: the given ones, or the lowest that are free. */
  | {
      readonly kind: 'reserve';
      readonly attempt: number;
      readonly fixed: readonly bigint[] | undefined;
    }
  | { readonly kind: 'create-tickets'; readonly attempt: number; readonly room: number }
  | { readonly kind: 'build'; readonly attempt: number; readonly numbers: readonly bigint[] }
  /** Rebuilds the request's transactions from the request. */
  | { readonly kind: 'rebuild'; readonly attempt: number }
  /** Has the request signed; for a request that exists, waits for its signatures. */
  | { readonly kind: 'ask'; readonly attempt: number }
  | {
      readonly kind: 'verify';
      readonly attempt: number;
      readonly signatures: readonly RawSignature[];
    }
  /** Waits until every transaction with a smaller number was sent or given up. */
  | { readonly kind: 'turn'; readonly attempt: number; readonly member: number }
  | {
      readonly kind: 'send';
      readonly attempt: number;
      readonly member: number;
      /** It was accepted before, and seems to be lost. */
      readonly again: boolean;
    }
  /** Tells the lane that a node has a member. */
  | { readonly kind: 'mark'; readonly attempt: number; readonly member: number }
  /** Asks each operator for the outcome of a member; the answer may wait for news once a node has it. */
  | {
      readonly kind: 'look';
      readonly attempt: number;
      readonly member: number;
      readonly pauses: number;
      readonly patient: boolean;
    }
  | { readonly kind: 'look-for-transfer'; readonly attempt: number }
  /** Asks whether the attempt's numbers are spent, by any transaction. */
  | { readonly kind: 'count'; readonly attempt: number }
  /** Leaves the lane, and tells it the outcome of each number. */
  | {
      readonly kind: 'leave';
      readonly attempt: number;
      /** Numbers for which a node has transactions. */
      readonly sent: readonly bigint[];
      /** The outcome of the other numbers. */
      readonly rest: 'spent' | 'given-back';
      readonly settled: readonly Settlement[];
      /** How the attempt ends with that, if it does. */
      readonly end: End | undefined;
    }
  /** Leaves the lane, when the transactions behind it can't be sent before something else has changed. */
  | { readonly kind: 'block'; readonly attempt: number }
  /** Tells the lane that the signer may have accepted the request. */
  | { readonly kind: 'doubt'; readonly attempt: number }
  /** Gives the numbers back, and keeps the key open if an earlier call's request may appear. */
  | { readonly kind: 'decline'; readonly attempt: number }
  /** Asks the signer to cancel the request; where it is unknown whether the signer has it, that is settled first. */
  | { readonly kind: 'give-up'; readonly attempt: number }
  /** Spends the numbers without effect, under a key of its own. */
  | { readonly kind: 'overwrite'; readonly attempt: number; readonly members: readonly number[] }
  | { readonly kind: 'wait'; readonly pause: Pause; readonly ms: number }
  | { readonly kind: 'tell'; readonly told: Told };

export type Doing<K extends Action['kind']> = Extract<Action, { readonly kind: K }>;

/** The final outcome of a number. */
export interface Settlement {
  readonly number: AccountNumber;
  readonly outcome: 'spent' | 'given-back';
}
