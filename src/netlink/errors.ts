import { GatewayError } from '../core/errors.js';
import { NETLINK_ERRORS, type NetlinkErrorName, netlinkErrorName } from './error-codes.js';

/** The fields of a {@link NetlinkError}. */
export interface NetlinkErrorParts {
  /** HTTP status, 400 to 599. Default 400, the status of every code of the specification. */
  readonly status?: number | undefined;
  /** One of {@link NETLINK_ERRORS}, or a provider's own number. */
  readonly errorCode?: number | undefined;
  /** A description for people: the answer's `error`. Default: the name of the code. */
  readonly error?: string | undefined;
  /** The body as it was received. */
  readonly body?: string | undefined;
  /** When to ask again, in milliseconds: in a provider's answer it is `Retry-After`, in seconds. */
  readonly retryAfterMs?: number | undefined;
}

/**
 * A provider's refusal, on both sides: the client throws it for every answer that is not a success, and a
 * provider throws it to give such an answer. A body that is not as documented also gives an error: then there is
 * no `errorCode`, and `body` is the received body.
 *
 * @example
 * ```ts
 * import { NETLINK_ERRORS, NetlinkError } from 'custody-gateways/netlink';
 *
 * const error = new NetlinkError({
 *   errorCode: NETLINK_ERRORS.INSUFFICIENT_FUNDS,
 *   error: 'only 3 BTC are available',
 * });
 * error.status; // 400
 * error.errorName; // 'INSUFFICIENT_FUNDS'
 * ```
 */
export class NetlinkError extends GatewayError {
  /** HTTP status. */
  readonly status: number;
  /** The provider's number, when it gave one. */
  readonly errorCode: number | undefined;
  /** The name of that number, such as `INSUFFICIENT_FUNDS`, when the specification has one. */
  readonly errorName: NetlinkErrorName | undefined;
  /** The provider's text. */
  readonly error: string;
  /** When to ask again, in milliseconds, if the provider said so. */
  readonly retryAfterMs: number | undefined;
  readonly #body: string | undefined;

  constructor(parts: NetlinkErrorParts) {
    const { status = 400, errorCode, body, retryAfterMs } = parts;
    const errorName = netlinkErrorName(errorCode);
    const error = parts.error || errorName || `HTTP ${status}`;
    super('NETLINK', `The provider refused: ${error}`, {
      details: {
        status,
        error,
        ...(errorCode === undefined ? {} : { errorCode }),
        ...(errorName === undefined ? {} : { errorName }),
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
      retryable: isPassing(status, errorCode),
    });
    this.status = status;
    this.errorCode = errorCode;
    this.errorName = errorName;
    this.error = error;
    this.retryAfterMs = retryAfterMs;
    this.#body = body;
  }

  /**
   * The answer's body as received, without the request's credentials, and cut off if it is very long. Not part of
   * logs and inspections, since its content is the provider's.
   */
  get body(): string | undefined {
    return this.#body;
  }
}

/** Not every 500: providers send it for bad parameters too. */
function isPassing(status: number, errorCode: number | undefined): boolean {
  return [408, 502, 503, 504].includes(status) || errorCode === NETLINK_ERRORS.WITHDRAWALS_LIMITED;
}

/** A call that moves money, or requests a move. */
export type NetlinkMove =
  | 'withdraw'
  | 'transferSubMain'
  | 'transferSubAccounts'
  | 'transferInternal';

/** The methods that change something, and are sent once. */
export type NetlinkWrite = NetlinkMove | 'createDepositAddress';

/**
 * A withdrawal or a transfer was sent, or an address was to be created, and no answer gives the outcome. Network link
 * v1 has no idempotency key, so it is never sent again automatically, and must not be sent again without a check:
 * `settleUnconfirmed` looks for a move in history and balances, and `getDepositAddress` for an address; if they leave a
 * doubt, ask the provider. `cause` is the reason why there was no answer.
 */
export class NetlinkUnconfirmedError extends GatewayError {
  /** The client's method that was called, such as `withdraw`. */
  readonly operation: NetlinkWrite;

  constructor(operation: NetlinkWrite, cause: unknown) {
    super(
      'NETLINK_UNCONFIRMED',
      `${operation} may have been carried out: look for its effect before you ask again.`,
      { cause, details: { operation } },
    );
    this.operation = operation;
  }
}
