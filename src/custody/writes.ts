import { GatewayError, UnexpectedAnswerError } from '../core/errors.js';
import {
  type CustodyAnswer,
  CustodyError,
  CustodyUnconfirmedError,
  DuplicateExternalIdError,
} from './errors.js';

/**
 * By which answers the custody says that it has not taken what was asked for. A proxy may repeat a request
 * within its token's life, and it is the second one's answer that comes back: so nothing counts that a
 * repetition alone would be told, such as that its token was used before (-7), or has expired. Nor do 408,
 * 409, 425 and 429, which say "not now".
 */
const CLEAR: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 422]);
/** Of all 401s those alone that a token is told however often it comes. */
const CLEAR_401: ReadonlySet<number | undefined> = new Set([-1, -2, -3, -4, -5, -6, -8]);

/** Whether an error, of no duplicate, says that the custody has not taken what it was asked for in that one try. */
export function isClearRefusal(error: unknown): boolean {
  if (error instanceof CustodyError) return isClear(error.answer);
  // It never left: bad input, or a setting that can't work.
  const isKnown = error instanceof GatewayError && !(error instanceof UnexpectedAnswerError);
  return isKnown && !error.retryable;
}

/** The custody says why; what stands before it answers pages. */
function isClear({ status, custodyCode, custodyMessage }: CustodyAnswer): boolean {
  if (status === 401) return CLEAR_401.has(custodyCode);
  return CLEAR.has(status) && (custodyCode !== undefined || custodyMessage !== undefined);
}

/**
 * Makes of one try of a write what its tries are as a whole. A write is taken, refused, or it is unknown
 * which; and once a try had no clear answer, no later one can make it refused.
 *
 * @throws CustodyUnconfirmedError for what would read as a refusal, or as no reason to try again.
 */
export function sticky<A, T>(once: (attempt: A) => Promise<T>): (attempt: A) => Promise<T> {
  let isUnknown = false;
  return async (attempt) => {
    try {
      return await once(attempt);
    } catch (error) {
      if (error instanceof DuplicateExternalIdError) throw error;
      isUnknown ||= !isClearRefusal(error);
      throw isUnknown ? unconfirmed(error) : error;
    }
  };
}

/** What is told of an error that leaves open whether something was taken: those that say so stay. */
export function unconfirmed(error: unknown): unknown {
  const isFinal = error instanceof GatewayError && !error.retryable;
  return isFinal ? new CustodyUnconfirmedError(error) : error;
}
