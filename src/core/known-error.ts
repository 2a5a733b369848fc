import { mayBeAsked } from './asked.js';
import { ERROR_CODES, type GatewayErrorCode, isErrorCode } from './error-codes.js';
import type { GatewayErrorDetails } from './error-details.js';
import { GatewayError } from './errors.js';

/** An error of one code, with the details of that code. */
export type GatewayErrorOf<Code extends GatewayErrorCode = GatewayErrorCode> =
  Code extends GatewayErrorCode
    ? GatewayError & {
        /** One code; comparing it narrows `details`. */
        readonly code: Code;
        /** The facts that errors of this code have, with their types; further ones may stand beside them. */
        readonly details: GatewayErrorDetails[Code];
      }
    : never;

/**
 * Whether a value is an error of this package, of one of the codes if there are any. It recognises errors of other
 * copies of the package, too.
 *
 * @example
 * ```ts
 * import { happenedOf, isGatewayError } from 'custody-gateways';
 *
 * function next(error: unknown): string {
 *   if (!isGatewayError(error)) throw error;
 *   switch (error.code) {
 *     case 'SIGNATURE_PENDING':
 *       return `wait for the approval of ${error.details.custodyId}`;
 *     case 'FEE_TOO_HIGH':
 *       return `allow a fee of ${error.details.required}`;
 *     default:
 *       return happenedOf(error) === 'nothing' ? 'nothing was done' : 'ask again with the same key';
 *   }
 * }
 * ```
 */
export function isGatewayError<Code extends GatewayErrorCode = GatewayErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is GatewayErrorOf<Code> {
  if (!isKnown(error)) return false;
  const { code } = error;
  return codes.length === 0 || codes.some((each) => each === code);
}

/** The members that the errors of every copy have: another version or another realm has other classes. */
const MEMBERS = ['code', 'details', 'retryable', 'about'];

function isKnown(error: unknown): error is { readonly code: unknown } {
  if (error instanceof GatewayError) return true;
  return typeof error === 'object' && error !== null && MEMBERS.every((name) => name in error);
}

/**
 * What a call that failed may have done: about transactions and moves of money, not about reads.
 *
 * - `nothing`: it has had no effect, and will have none.
 * - `maybe`: a signature was requested, or something was sent, that may have taken effect or may yet. Ask again with the
 *   same key; another key may pay twice.
 * - `sent`: it is on the ledger, and its fee is paid.
 *
 * It is about this call: one made earlier with the same key may have done more.
 */
export type Happened = 'nothing' | 'maybe' | 'sent';

/** Beside those whose status says neither success nor failure. */
const MAYBE: readonly GatewayErrorCode[] = [
  'TRANSACTION_NOT_FOUND',
  'NOT_CANCELLABLE',
  'CUSTODY_DUPLICATE',
];

/** Whatever the error says of its transaction. */
function isOpen(code: GatewayErrorCode): boolean {
  if (!isErrorCode(code) || MAYBE.includes(code)) return true;
  // What is signed badly is never sent.
  return ERROR_CODES[code][0] === 202 && code !== 'INVALID_SIGNATURE';
}

/**
 * What the call that ended with an error may have done. Where that depends on how far the call came, the error's
 * `transaction` decides: with a `custodyId` or a `hash` it is `maybe`, and without a `requestId` nobody was asked.
 *
 * @example
 * ```ts
 * import { FeeTooHighError, happenedOf, isGatewayError } from 'custody-gateways';
 *
 * const error: unknown = new FeeTooHighError(20n, 10n);
 * if (isGatewayError(error)) happenedOf(error); // 'nothing'
 * ```
 */
export function happenedOf(error: GatewayError): Happened {
  const { code, transaction, details } = error;
  if (code === 'TRANSACTION_FAILED') return 'sent';
  if (isOpen(code)) return 'maybe';
  // Final; another operator may contradict.
  if (code === 'TRANSACTION_EXPIRED' || code === 'TRANSACTION_REPLACED')
    return details.evidence === 'one-operator' ? 'maybe' : 'nothing';
  // Final; an earlier attempt, or the custody platform's own transfer, may have been broadcast.
  const mayLand = code === 'SIGNATURE_REJECTED' ? details.txHash : mayBeAsked(error);
  return transaction?.hash || mayLand ? 'maybe' : 'nothing';
}
