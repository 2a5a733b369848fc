import type { RawSignature } from '../../signer/raw-signer.js';
import type { AccountNumber } from '../chain.js';
import type { End, Pause } from './facts.js';
import type { Told } from './told.js';

/** What is to be done next. Those that are given together may run side by side. */
export type Action =
  /** Asks the signer whether it has the attempt's request. */
  | { readonly kind: 'find'; readonly attempt: number }
  /** Asks it for what else it has of the account. */
  | { readonly kind: 'list'; readonly attempt: number }
  /** The same, to find another key's request for the same bytes. */
  | { readonly kind: 'list-others'; readonly attempt: number }
  /** Takes a place in the lane, for these numbers where it has some, and waits for it if it is to. */
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
  /** Lets those go first whose numbers are before, as the signer and the lane show. */
  | { readonly kind: 'line-up'; readonly attempt: number }
  /** Takes numbers: those that are given, or the lowest that are free. */
  | {
      readonly kind: 'reserve';
      readonly attempt: number;
      readonly fixed: readonly bigint[] | undefined;
    }
  | { readonly kind: 'create-tickets'; readonly attempt: number; readonly room: number }
  | { readonly kind: 'build'; readonly attempt: number; readonly numbers: readonly bigint[] }
  /** Finds out from the request what it is about. */
  | { readonly kind: 'rebuild'; readonly attempt: number }
  /** Has it signed; of a request that exists, waits for its signatures. */
  | { readonly kind: 'ask'; readonly attempt: number }
  | {
      readonly kind: 'verify';
      readonly attempt: number;
      readonly signatures: readonly RawSignature[];
    }
  /** Waits until everything with a smaller number was sent or given up. */
  | { readonly kind: 'turn'; readonly attempt: number; readonly member: number }
  | {
      readonly kind: 'send';
      readonly attempt: number;
      readonly member: number;
      /** It was taken before, and seems to be lost. */
      readonly again: boolean;
    }
  /** Tells the lane that a node has a member. */
  | { readonly kind: 'mark'; readonly attempt: number; readonly member: number }
  /** Asks each operator what became of a member; patiently once a node has it. */
  | {
      readonly kind: 'look';
      readonly attempt: number;
      readonly member: number;
      readonly pauses: number;
      readonly patient: boolean;
    }
  | { readonly kind: 'look-for-transfer'; readonly attempt: number }
  /** Asks whether the attempt's numbers are spent, whoever spent them. */
  | { readonly kind: 'count'; readonly attempt: number }
  /** Leaves the lane, and tells it what became of each number. */
  | {
      readonly kind: 'leave';
      readonly attempt: number;
      /** Numbers that a node has transactions for. */
      readonly sent: readonly bigint[];
      /** What becomes of the others. */
      readonly rest: 'spent' | 'given-back';
      readonly settled: readonly Settlement[];
      /** Whether the attempt is over with that. */
      readonly end: End | undefined;
    }
  /** Leaves the lane, where what is behind it can't be sent before something else has changed. */
  | { readonly kind: 'block'; readonly attempt: number }
  /** Tells the lane that the signer may have taken the request. */
  | { readonly kind: 'doubt'; readonly attempt: number }
  /** Gives the numbers back, and leaves the key open where an earlier call's request may appear. */
  | { readonly kind: 'decline'; readonly attempt: number }
  /** Asks the custody to give the request up; what it may not have, it settles first. */
  | { readonly kind: 'give-up'; readonly attempt: number }
  /** Spends the numbers on nothing, under a key of its own. */
  | { readonly kind: 'overwrite'; readonly attempt: number; readonly members: readonly number[] }
  | { readonly kind: 'wait'; readonly pause: Pause; readonly ms: number }
  | { readonly kind: 'tell'; readonly told: Told };

/** The final word on a number. */
export interface Settlement {
  readonly number: AccountNumber;
  readonly outcome: 'spent' | 'given-back';
}
