import type { GatewayError } from '../core/errors.js';
import type { SignatureRejectedError } from '../signer/errors.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import type { AccountNumber, Sighting } from './chain.js';
import {
  type Evidence,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionReplacedError,
} from './errors.js';
import type { LanePass } from './lanes.js';

/** The final answers that a chain can give. */
export type ChainOutcome<Result> = Extract<
  Sighting<Result>,
  { state: 'confirmed' | 'failed' | 'replaced' | 'expired' }
>;

/** How an attempt ended, for good. */
export type Outcome<Result> =
  | ChainOutcome<Result>
  | { readonly state: 'rejected'; readonly error: SignatureRejectedError }
  /** The custody did it by itself and calls it completed. */
  | { readonly state: 'transferred'; readonly transfer: SigningRecord };

/** Final outcomes never change: whoever has one may stop looking. */
export function finalOf<Result>(sighting: Sighting<Result>): ChainOutcome<Result> | undefined {
  return sighting.state === 'open' || sighting.state === 'unknown' ? undefined : sighting;
}

/** Whether the account's number is gone for good. */
export function numberAfter(outcome: ChainOutcome<unknown>): 'spent' | 'given-back' {
  return outcome.state === 'expired' && outcome.by === undefined ? 'given-back' : 'spent';
}

/**
 * Leaves the lane as an outcome says. What would have set further numbers aside has done so only when
 * it is confirmed; otherwise they are free.
 */
export async function leaveAfter(
  pass: LanePass | undefined,
  { value }: AccountNumber,
  outcome: ChainOutcome<unknown>,
): Promise<void> {
  if (numberAfter(outcome) === 'spent') await pass?.sent(value);
  await pass?.leave(outcome.state === 'confirmed' ? 'spent' : 'given-back');
}

/** The error of an outcome that is not what the caller wanted, and what it rests on. */
export function errorOf<Result>(
  outcome: Exclude<Outcome<Result>, { state: 'confirmed' | 'transferred' }>,
  evidence: Evidence,
): GatewayError {
  switch (outcome.state) {
    case 'rejected':
      return outcome.error;
    case 'failed':
      return new TransactionFailedError(outcome.code, outcome.result, evidence);
    case 'expired':
      return new TransactionExpiredError(evidence);
    case 'replaced':
      return new TransactionReplacedError(outcome.by, evidence);
  }
}
