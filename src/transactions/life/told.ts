import type { SigningRecord } from '../../signer/raw-signer.js';
import { type ChainOutcome, finalIn, isLanded, type MemberState } from '../outcome.js';
import type { Facts } from './facts.js';
import { attemptOf, membersOf, outcomeOf, stateOf } from './status.js';

/** The result of a call. A final outcome in it rests on as many operators as have to agree. */
export type Told =
  /** There is no such request, and none may be made. */
  | { readonly state: 'none' }
  /** Everything that was to be done for others is done. */
  | { readonly state: 'finished' }
  /** The signer will never sign it. */
  | { readonly state: 'rejected'; readonly attempt: number; readonly error: unknown }
  | { readonly state: 'transferred'; readonly attempt: number; readonly transfer: SigningRecord }
  /** The chain has decided: on a transfer that the custody platform made, or on a transaction that was never signed. */
  | { readonly state: 'ended'; readonly attempt: number }
  /** A signed request is over, or as far as it can come: see {@link statesOf}. */
  | { readonly state: 'signed'; readonly attempt: number }
  /** `landed`: how many of the `asked` transactions are on the chain, and stay; `isSigned`: any of them was signed. */
  | {
      readonly state: 'cancelled';
      readonly attempt: number;
      readonly asked: number;
      readonly landed: number;
      readonly isSigned: boolean;
    }
  /** It is not over, and this call can't bring it further. */
  | { readonly state: 'stopped'; readonly attempt: number; readonly error: unknown };

/**
 * The state of each transaction of an attempt. Once it is confirmed by any attempt, it is paid. One that failed on the
 * chain says nothing of the attempt that the caller has asked for since, unless that came to nothing by itself.
 */
export function statesOf<R>(facts: Facts<unknown, R>, attempt: number): readonly MemberState<R>[] {
  return membersOf(facts, { index: attempt }).map((member) => {
    const own = stateOf(facts, member);
    const isGone = finalIn(own) && !isLanded(own);
    const all = facts.members.filter(({ index }) => index === member.index);
    const landed = all.map((one) => outcomeOf(facts, one)).filter(isLanded);
    const paid = landed.find(({ state }) => state === 'confirmed');
    return paid ?? (isGone ? landed[0] : own) ?? own;
  });
}

/** The chain's final outcome of an attempt with one transaction. */
export function endOf<R>(facts: Facts<unknown, R>, attempt: number): ChainOutcome<R> | undefined {
  const [member] = membersOf(facts, { index: attempt });
  return member ? outcomeOf(facts, member) : attemptOf(facts, attempt)?.transfer?.seen.outcome;
}
