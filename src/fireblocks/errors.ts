import type { GatewayErrorCode } from '../core/error-codes.js';
import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';

/** Fireblocks' answer to a call that it refused. */
export interface CustodyAnswer {
  /** HTTP status. */
  readonly status: number;
  /** Fireblocks' own number, such as -8 or 1438. */
  readonly custodyCode?: number | undefined;
  /** `X-Request-ID`, for Fireblocks' support. */
  readonly traceId?: string | undefined;
  /** Fireblocks' own message, at most 256 characters of it. */
  readonly custodyMessage?: string | undefined;
  /** How long Fireblocks asks to wait, in milliseconds, when it says so. */
  readonly retryAfterMs?: number | undefined;
}

/** Fireblocks refused a call. The base of the classes below, and itself used for all other refusals. */
export class CustodyError extends GatewayError {
  /** What the refusal said, read from the answer; `details` has the same fields. */
  readonly answer: CustodyAnswer;

  constructor(
    answer: CustodyAnswer,
    message = `Fireblocks refused: ${answer.custodyMessage || `HTTP ${answer.status}`}`,
    code: GatewayErrorCode = 'CUSTODY_REFUSED',
    options: GatewayErrorOptions = {},
  ) {
    super(code, message, { ...options, details: { ...options.details, ...answer } });
    this.answer = answer;
  }
}

/** API key, secret and region don't match. */
export class CustodyAuthenticationError extends CustodyError {
  constructor(answer: CustodyAnswer, hint: string) {
    super(answer, `Fireblocks doesn't accept the credentials: ${hint}`, 'CUSTODY_AUTHENTICATION');
  }
}

/** This machine's clock is wrong. `skewMs` is the difference, when Fireblocks' answer shows it. */
export class CustodyClockSkewError extends CustodyError {
  constructor(answer: CustodyAnswer, skewMs: number | undefined) {
    super(
      answer,
      "This machine's clock differs from Fireblocks'.",
      'CUSTODY_CLOCK_SKEW',
      skewMs === undefined ? {} : { details: { skewMs } },
    );
  }
}

/** The API user may not do this; the reason is its role, not its key. */
export class CustodyPermissionError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, "The API user's role doesn't allow this.", 'CUSTODY_PERMISSION');
  }
}

/** The requested object does not exist at Fireblocks. */
export class CustodyNotFoundError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(
      answer,
      `Fireblocks doesn't know this: ${answer.custodyMessage || 'not found'}`,
      'CUSTODY_NOT_FOUND',
    );
  }
}

/** Fireblocks already has a transaction with this external id: ours. */
export class DuplicateExternalIdError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, 'Fireblocks has this external id already.', 'CUSTODY_DUPLICATE');
  }
}

/** Fireblocks itself failed (5xx), or a proxy in front of it answered instead. */
export class CustodyUnavailableError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, `Fireblocks failed (HTTP ${answer.status}).`, 'CUSTODY_UNAVAILABLE', {
      retryable: true,
    });
  }
}

/**
 * It is not known whether Fireblocks has accepted a request: there was no clear answer to it, or the answer was about
 * another transaction. The answer to a later try proves nothing about an earlier one. Neither success nor failure:
 * ask again with the same key, which makes the request once, in every case.
 */
export class CustodyUnconfirmedError extends GatewayError {
  constructor(cause?: unknown) {
    super(
      'CUSTODY_UNCONFIRMED',
      'Fireblocks may have accepted the request; ask again with the same key.',
      { cause, retryable: true },
    );
  }
}

const AUTHENTICATION_HINTS: Readonly<Record<number, string>> = {
  [-1]: 'the secret does not belong to the API key',
  [-2]: 'the API key is missing from the token',
  [-3]: 'the token is missing',
  [-4]: 'the token is for another URL (a proxy?)',
  [-5]: "the token's form is wrong, often because the API user's certificate has expired",
  [-6]: 'the API user is not the one that the token names',
  [-7]: 'the token is not accepted here (another region?)',
};

/** The error for an answer that is not a success. `skewMs` comes from the answer's `Date`. */
export function custodyErrorOf(answer: CustodyAnswer, skewMs?: number): CustodyError {
  const { status, custodyCode } = answer;
  if (custodyCode === 1438) return new DuplicateExternalIdError(answer);
  if (custodyCode === -10 || custodyCode === -12) return new CustodyClockSkewError(answer, skewMs);
  if (custodyCode === -8 || status === 403) return new CustodyPermissionError(answer);
  if (status === 401) {
    const hint =
      AUTHENTICATION_HINTS[custodyCode ?? 0] ?? answer.custodyMessage ?? 'no reason given';
    return new CustodyAuthenticationError(answer, hint);
  }
  // "There is no such request" must come from Fireblocks itself, not from a proxy on the way.
  const ownWords = custodyCode !== undefined || answer.custodyMessage !== undefined;
  if (status === 404 && ownWords) return new CustodyNotFoundError(answer);
  if (status === 404) return new CustodyUnavailableError(answer);
  if (status >= 500 || status === 408) return new CustodyUnavailableError(answer);
  return new CustodyError(answer);
}
