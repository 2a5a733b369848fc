import type { Calls, Try } from '../../core/calls.js';
import type { CallOptions } from '../../core/clock.js';
import { GatewayError, InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import type { CreateTransactionRequest } from '../client.js';
import {
  type CustodyAnswer,
  CustodyError,
  CustodyUnconfirmedError,
  DuplicateExternalIdError,
} from '../errors.js';

/**
 * The statuses by which Fireblocks says that it has not accepted a request. A proxy may repeat a request within its
 * token's life, and then the answer to the second one comes back: so an answer does not count that only a repetition
 * would get, such as that its token was used before (-7), or has expired. Nor do 408, 409, 425 and 429, which say
 * "not now".
 */
const CLEAR: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422]);
/** Among the 401s, only those codes that a token gets however often it is sent. */
const CLEAR_401: ReadonlySet<number | undefined> = new Set([-1, -2, -3, -4, -5, -6, -8]);

/** Whether an error other than a duplicate says that Fireblocks has not accepted the request in this try. */
export function isClearRefusal(error: unknown): boolean {
  if (error instanceof CustodyError) return isClear(error.answer);
  // It was never sent: bad input, or a setting that can't work.
  const isKnown = error instanceof GatewayError && !(error instanceof UnexpectedAnswerError);
  return isKnown && !error.retryable;
}

/** Fireblocks gives a reason as JSON; proxies in front of it answer with pages. */
function isClear({ status, custodyCode, custodyMessage }: CustodyAnswer): boolean {
  if (status === 401) return CLEAR_401.has(custodyCode);
  return CLEAR.has(status) && (custodyCode !== undefined || custodyMessage !== undefined);
}

/**
 * Combines the tries of a creation into one result. It is accepted, refused, or unknown; and once a try had no clear
 * answer, no later one can make it refused. An error names the request if that is unknown, also one that ends a pause
 * between two tries. Calls that create nothing stay as they are.
 *
 * @throws CustodyUnconfirmedError for an error that would read as a refusal, or as no reason to try again.
 * @throws InvalidInputError for a creation without an external id: each try of it would make another one.
 */
export async function sticky<T>(
  calls: Calls,
  options: CallOptions | undefined,
  once: (attempt: Try) => Promise<T>,
  created: CreateTransactionRequest | undefined,
): Promise<T> {
  if (!created) return calls.run(options, once);
  const { externalTxId: requestId } = created;
  if (!requestId) throw new InvalidInputError('externalTxId', 'must be given');
  let isUnknown = false;
  const combine = (error: unknown) => {
    if (error instanceof DuplicateExternalIdError) throw error;
    isUnknown ||= !isClearRefusal(error);
    if (!isUnknown || !(error instanceof GatewayError)) throw error;
    throw unconfirmed(error).about({ idempotencyKey: requestId, requestId });
  };
  return calls.run(options, (attempt) => once(attempt).catch(combine)).catch(combine);
}

/** The error to throw where it is open whether a request was accepted: errors that already say so are kept. */
export function unconfirmed<E>(error: E): E | CustodyUnconfirmedError {
  const isFinal = error instanceof GatewayError && !error.retryable;
  return isFinal ? new CustodyUnconfirmedError(error) : error;
}
