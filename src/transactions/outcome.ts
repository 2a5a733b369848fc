import type { GatewayError } from '../core/errors.js';
import type { Sighting } from './chain.js';
import {
  type Evidence,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionReplacedError,
} from './errors.js';

/** The final answers that a chain can give. */
export type ChainOutcome<Result> = Extract<
  Sighting<Result>,
  { state: 'confirmed' | 'failed' | 'replaced' | 'expired' }
>;

/** Final outcomes never change: whoever has one may stop looking. */
export function finalOf<Result>(sighting: Sighting<Result>): ChainOutcome<Result> | undefined {
  return sighting.state === 'open' || sighting.state === 'unknown' ? undefined : sighting;
}

/** Whether the account's number is gone for good. */
export function numberAfter(outcome: ChainOutcome<unknown>): 'spent' | 'given-back' {
  return outcome.state === 'expired' && outcome.by === undefined ? 'given-back' : 'spent';
}

/** What became of a transaction that is signed, as far as it has come. */
export type MemberState<Result> =
  | ChainOutcome<Result>
  | { readonly state: 'refused'; readonly code: string }
  | { readonly state: 'pending' | 'unknown' | 'not-sent' };

/** The final outcome in how far a transaction has come. */
export function finalIn<Result>(state: MemberState<Result>): ChainOutcome<Result> | undefined {
  switch (state.state) {
    case 'confirmed':
    case 'failed':
    case 'replaced':
    case 'expired':
      return state;
    default:
      return undefined;
  }
}

/** The error of an outcome that is not what the caller wanted, and what it rests on. */
export function errorOf<Result>(
  outcome: Exclude<ChainOutcome<Result>, { state: 'confirmed' }>,
  evidence: Evidence,
): GatewayError {
  switch (outcome.state) {
    case 'failed':
      return new TransactionFailedError(outcome.code, outcome.result, evidence);
    case 'expired':
      return new TransactionExpiredError(evidence);
    case 'replaced':
      return new TransactionReplacedError(outcome.by, evidence);
  }
}
