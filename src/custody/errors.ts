import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';

/** What the custody said when it refused a call. */
export interface CustodyAnswer {
  /** HTTP status. */
  readonly status: number;
  /** The custody's own number, such as -8 or 1438. */
  readonly custodyCode?: number | undefined;
  /** `X-Request-ID`, for the custody's support. */
  readonly traceId?: string | undefined;
  /** The custody's own words, at most 256 characters of them. */
  readonly custodyMessage?: string | undefined;
  /** How long the custody asks to be left alone, in milliseconds, when it says so. */
  readonly retryAfterMs?: number | undefined;
}

/** The custody refused a call. The base of what follows, and itself for everything else. */
export class CustodyError extends GatewayError {
  readonly answer: CustodyAnswer;

  constructor(
    answer: CustodyAnswer,
    message = `The custody refused: ${answer.custodyMessage || `HTTP ${answer.status}`}`,
    code = 'CUSTODY_REFUSED',
    options: GatewayErrorOptions = {},
  ) {
    super(code, message, { ...options, details: { ...options.details, ...answer } });
    this.answer = answer;
  }
}

/** API key, secret and region don't belong together. */
export class CustodyAuthenticationError extends CustodyError {
  constructor(answer: CustodyAnswer, hint: string) {
    super(answer, `The custody doesn't accept the credentials: ${hint}`, 'CUSTODY_AUTHENTICATION');
  }
}

/** This machine's clock is off. `skewMs` is how far, when the custody's answer tells. */
export class CustodyClockSkewError extends CustodyError {
  constructor(answer: CustodyAnswer, skewMs: number | undefined) {
    super(
      answer,
      "This machine's clock differs from the custody's; synchronise it.",
      'CUSTODY_CLOCK_SKEW',
      skewMs === undefined ? {} : { details: { skewMs } },
    );
  }
}

/** The API user may not do this; its role, not its key, is at fault. */
export class CustodyPermissionError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, "The API user's role doesn't allow this call.", 'CUSTODY_PERMISSION');
  }
}

/** What was asked for does not exist at the custody. */
export class CustodyNotFoundError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(
      answer,
      `The custody doesn't know this: ${answer.custodyMessage || 'not found'}`,
      'CUSTODY_NOT_FOUND',
    );
  }
}

/** The custody has a transaction of this external id already: ours. */
export class DuplicateExternalIdError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, 'The custody has a transaction of this external id.', 'CUSTODY_DUPLICATE');
  }
}

/** The custody itself has trouble (5xx), or something before it answered in its place. */
export class CustodyUnavailableError extends CustodyError {
  constructor(answer: CustodyAnswer) {
    super(answer, `The custody has trouble (HTTP ${answer.status}).`, 'CUSTODY_UNAVAILABLE', {
      retryable: true,
    });
  }
}

/**
 * It is not known whether the custody has taken a request: no clear answer came to it, or one that was
 * another transaction's. What an answer says of a later try says nothing of an earlier one. Neither success
 * nor failure: ask again with the same key, which makes the request once, whatever became of it.
 */
export class CustodyUnconfirmedError extends GatewayError {
  constructor(cause: unknown) {
    super(
      'CUSTODY_UNCONFIRMED',
      'It is not known whether the custody has taken the request; ask again with the same key.',
      { cause, retryable: true },
    );
  }
}

const AUTHENTICATION_HINTS: Readonly<Record<number, string>> = {
  [-1]: 'the secret does not belong to the API key',
  [-2]: 'the API key is missing from the token',
  [-3]: 'the token is missing',
  [-4]: 'the token was made for another URL; is a proxy rewriting the path?',
  [-5]: "the token's form is wrong, often because the API user's certificate has expired",
  [-6]: 'the API user is not the one that the token names',
  [-7]: 'the token is not accepted here; is this the right region?',
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
  // "There is no such request" must be the custody's own word, not that of a proxy on the way.
  const ownWords = custodyCode !== undefined || answer.custodyMessage !== undefined;
  if (status === 404 && ownWords) return new CustodyNotFoundError(answer);
  if (status === 404) return new CustodyUnavailableError(answer);
  if (status >= 500 || status === 408) return new CustodyUnavailableError(answer);
  return new CustodyError(answer);
}
