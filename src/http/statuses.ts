import { ERROR_CODES, type GatewayErrorCode, isErrorCode } from '../core/error-codes.js';
import type { GatewayError } from '../core/errors.js';

/** How an error is answered: its HTTP status and a short title. */
export interface ErrorStatus {
  readonly status: number;
  readonly title: string;
}

/** The status for an error; an unknown error is the server's own fault. */
export function statusOf(error: GatewayError | undefined): ErrorStatus {
  const code = error && isErrorCode(error.code) ? error.code : 'CONFIGURATION';
  const [status, title = titleOf(code), final = status] = answerOf(code);
  return { status: error?.retryable ? status : final, title };
}

/** `TRANSACTION_EXPIRED` is "Transaction Expired". */
function titleOf(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.replace(/\b./g, (first) => first.toUpperCase());
}

type Answer = readonly [status: number, title?: string | undefined, final?: number];

function answerOf(code: GatewayErrorCode): Answer {
  return ERROR_CODES[code];
}

/** Each status that a code is answered with. */
export function statusesOf(code: GatewayErrorCode): readonly number[] {
  const [status, , final = status] = answerOf(code);
  return [...new Set([status, final])];
}
