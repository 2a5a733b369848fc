import type { GatewayError } from '../core/errors.js';
import type { TransactionStatus } from './chain.js';
import {
  type Evidence,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionReplacedError,
} from './errors.js';

/** The final outcomes that a chain can state. */
export type ChainOutcome<Result> = Extract<
  TransactionStatus<Result>,
  {
    /** A status that never changes. */
    state: 'confirmed' | 'failed' | 'replaced' | 'expired';
  }
>;

/** Whether the chain has it: of several attempts any that failed, and of those that are confirmed one at the most. */
export function isLanded<Status extends { readonly state: string }>(
  status: Status | undefined,
): status is Extract<Status, { readonly state: 'confirmed' | 'failed' }> {
  return status?.state === 'confirmed' || status?.state === 'failed';
}

/** Whether the account's number is spent for good. */
export function numberAfter(outcome: ChainOutcome<unknown>): 'spent' | 'given-back' {
  return outcome.state === 'expired' && outcome.by === undefined ? 'given-back' : 'spent';
}

/** The state of a signed transaction. */
export type MemberState<Result> =
  | ChainOutcome<Result>
  | { readonly state: 'refused'; readonly code: string }
  | { readonly state: 'pending' | 'unknown' | 'not-sent' };

/** What is final in a state of a transaction: it never changes, and need not be looked up again. */
export function finalIn<Result>(
  state: MemberState<Result> | TransactionStatus<Result>,
): ChainOutcome<Result> | undefined {
  const isOver = isLanded(state) || state.state === 'replaced' || state.state === 'expired';
  return isOver ? state : undefined;
}

/** The error for an outcome that the caller did not want, with its basis. */
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
