import type { CallOptions } from '../core/clock.js';
import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import type { RawSigner, SigningRecord } from '../signer/raw-signer.js';
import { Attempt } from './attempt.js';
import { AlreadySentError, TransactionUnconfirmedError } from './errors.js';

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
  const { requestId, options } = attempt;
  try {
    const record = await findRecord(stage, requestId, { signal: options.signal });
    if (record) attempt.learnRecord(record);
    return record;
  } catch (cause) {
    throw unfound(attempt, cause);
  }
}

/**
 * What the signer remembers of the attempt after one. Where it doesn't say, the error is about the one that
 * is known.
 *
 * @throws TransactionUnconfirmedError when it refuses to say.
 */
export async function findSuccessor<I>(
  stage: Remembering & ConstructorParameters<typeof Attempt>[0],
  attempt: Attempt<I>,
): Promise<SigningRecord | undefined> {
  const { job, index, chunk, options } = attempt;
  const successor = new Attempt<I>(stage, job, index + 1, chunk);
  try {
    return await findRecord(stage, successor.requestId, { signal: options.signal });
  } catch (cause) {
    successor.learnFrom(cause);
    throw unfound(attempt, cause);
  }
}

/** The same, but for what the call has heard of it already. */
export async function recordOf<I>(
  stage: Remembering,
  attempt: Attempt<I>,
): Promise<SigningRecord | undefined> {
  return attempt.age.record ?? findAttempt(stage, attempt);
}

/** What is known to have been asked for is not made unasked by a search that is refused. */
function unfound<I>(attempt: Attempt<I>, cause: unknown): unknown {
  const isKnown = attempt.reference.custodyId !== undefined;
  if (!isKnown || !isRefusal(cause)) return attempt.explain(cause);
  const reason = 'the signer refused to say';
  return attempt.explain(new TransactionUnconfirmedError('unknown', reason, { cause }));
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

/** Makes a request, unless another call was faster under the same key: then what that made is ours. */
export async function unlessFaster<I, E>(
  stage: Remembering,
  attempt: Attempt<I>,
  make: () => Promise<E>,
  adopt: (record: SigningRecord) => Promise<E>,
): Promise<E> {
  try {
    return await make();
  } catch (error) {
    const isFaster = error instanceof IdempotencyConflictError || error instanceof AlreadySentError;
    const record = isFaster ? await findAttempt(stage, attempt) : undefined;
    if (!record) throw error;
    return adopt(record);
  }
}
