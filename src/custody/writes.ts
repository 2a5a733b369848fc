import { GatewayError } from '../core/errors.js';
import {
  type CustodyAnswer,
  CustodyError,
  CustodyUnconfirmedError,
  DuplicateExternalIdError,
} from './errors.js';

/**
 * By which answers the custody says that it has not taken what was asked for, and why: the statuses, and of
 * each the custody's own numbers that count. A proxy may repeat a request within its token's life, and it is
 * the second one's answer that comes back: so nothing counts that a repetition alone would be told, such as
 * that its token was used before, or has expired. Nor does 408, 409, 425 or 429, which say "not now".
 */
const CLEAR: ReadonlyMap<number, 'any' | readonly number[]> = new Map<number, 'any' | number[]>([
  [400, 'any'],
  [401, [-1, -2, -3, -4, -5, -6, -8]],
  [403, 'any'],
  [404, 'any'],
  [413, 'any'],
  [422, 'any'],
]);

/** Whether an error says that the custody has not taken what it was asked for in that one try. */
export function isClearRefusal(error: unknown): error is GatewayError {
  if (!(error instanceof GatewayError)) return false;
  if (error instanceof DuplicateExternalIdError) return false;
  if (error instanceof CustodyError) return isClear(error.answer);
  // It never left: bad input, or a setting that can't work.
  return !error.retryable && error.code !== 'UNEXPECTED_ANSWER';
}

/** The custody says why; what stands before it answers pages. */
function isClear({ status, custodyCode, custodyMessage }: CustodyAnswer): boolean {
  const codes = CLEAR.get(status);
  if (codes === 'any') return custodyCode !== undefined || custodyMessage !== undefined;
  return custodyCode !== undefined && codes?.includes(custodyCode) === true;
}

/**
 * The tries of one write. A write is taken, refused, or it is unknown which; and once a try had no clear
 * answer, no later one can make it refused.
 */
export class WriteTries {
  #isUnknown = false;

  /** @throws CustodyUnconfirmedError for what would read as a refusal, or as no reason to try again. */
  async try<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof DuplicateExternalIdError) throw error;
      if (isClearRefusal(error) && !this.#isUnknown) throw error;
      this.#isUnknown = true;
      throw unconfirmed(error);
    }
  }
}

/** An error that leaves open whether something was taken says so. */
export function unconfirmed(error: unknown): unknown {
  if (!(error instanceof GatewayError) || error.retryable) return error;
  return new CustodyUnconfirmedError(error);
}
