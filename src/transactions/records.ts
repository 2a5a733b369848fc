import type { CallOptions } from '../core/clock.js';
import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import type { RawSigner, SigningRecord } from '../signer/raw-signer.js';
import type { Attempt } from './attempt.js';
import { TransactionUnconfirmedError } from './errors.js';

interface Remembering {
  readonly signer: RawSigner;
}

/** What the signer remembers of a request. */
export async function findRecord(
  stage: Remembering,
  requestId: string,
  options: CallOptions,
): Promise<SigningRecord | undefined> {
  return stage.signer.find?.(requestId, options);
}

/**
 * What the signer remembers of an attempt, which learns from it.
 *
 * @throws TransactionUnconfirmedError when it refuses to say, of what is known to have been asked for.
 */
export async function findAttempt<I>(
  stage: Remembering,
  attempt: Attempt<I>,
): Promise<SigningRecord | undefined> {
  const { requestId, reference, options } = attempt;
  try {
    const record = await findRecord(stage, requestId, { signal: options.signal });
    if (record) attempt.learnRecord(record);
    return record;
  } catch (cause) {
    const isUnsaid = reference.custodyId !== undefined && isRefusal(cause);
    throw attempt.explain(isUnsaid ? unsaid(cause) : cause);
  }
}

/** The same, but for what the call has heard of it already. */
export async function recordOf<I>(
  stage: Remembering,
  attempt: Attempt<I>,
): Promise<SigningRecord | undefined> {
  return attempt.age.record ?? findAttempt(stage, attempt);
}

function unsaid(cause: unknown): TransactionUnconfirmedError {
  return new TransactionUnconfirmedError('unknown', 'the signer refused to say', { cause });
}

/** Whether a signer looked at what it was asked and said no. After anything else it may do it yet. */
export function isRefusal(error: unknown): boolean {
  return (
    error instanceof GatewayError &&
    !error.retryable &&
    !(error instanceof AbortedError) &&
    !(error instanceof UnexpectedAnswerError) &&
    !(error instanceof IdempotencyConflictError)
  );
}
