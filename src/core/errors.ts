import type { GatewayErrorCode } from './error-codes.js';

/**
 * What an error, an event or a receipt says of the transaction it belongs to. It suffices to ask again: make the same
 * call with the same `idempotencyKey`, or call `resume(vaultAccountId, idempotencyKey)`.
 */
export interface TransactionReference {
  /** The caller's key, or the one made for the caller. */
  readonly idempotencyKey: string;
  /**
   * The id of the signing request, derived from chain, address and key (at Fireblocks: `externalTxId`). For a provider,
   * the key itself, once a call with it may have been carried out.
   */
  readonly requestId?: string;
  /** The id that the custody platform gave the request. */
  readonly custodyId?: string;
  /**
   * The transaction's hash on its chain, known once it is signed. In an error that of the latest attempt that may still
   * land, which need not be the one in `attempt`.
   */
  readonly hash?: string;
  /** Which attempt under this key: 1 unless a signature was requested anew. */
  readonly attempt?: number;
  /**
   * `false` where the transaction may belong to another key as well, because both ask for exactly the same bytes:
   * callers settled all of it, and no part of it is this key's own. It has landed once, and both keys name its hash.
   */
  readonly exclusive?: false;
}

/** The fields of every error of this package. */
export interface GatewayErrorOptions {
  /** Facts that become the error's `details`: plain data that is safe to log. Default: none. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** What led to this error; becomes its `cause`. Default: none. */
  readonly cause?: unknown;
  /** Whether the very same call may succeed later. Default `false`. */
  readonly retryable?: boolean;
}

/**
 * The base of every error that this package throws.
 *
 * `code` is stable and meant for programs, `message` is meant for people and may change; `docs/errors.md` says what each
 * code means. {@link isGatewayError} narrows `details` by the code, and {@link happenedOf} says what the call may have
 * done. No error ever shows a private key, a token, an Authorization header, or a key of 16 characters or more in the
 * URL of a node.
 *
 * @example
 * ```ts
 * import { GatewayError } from 'custody-gateways';
 *
 * function report(error: unknown): string {
 *   if (error instanceof GatewayError) return `${error.code}: ${error.message}`;
 *   throw error;
 * }
 * ```
 */
export class GatewayError extends Error {
  /** The name of the error's class, such as `InvalidInputError`. Bundlers may shorten it: programs compare `code`. */
  override readonly name: string;
  /** A stable string such as `INVALID_INPUT`. */
  readonly code: GatewayErrorCode;
  /** Facts about this error; plain data, safe to log. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the very same call may succeed later. */
  readonly retryable: boolean;
  /** The transaction this error belongs to, once there is one. */
  transaction?: TransactionReference;

  constructor(code: GatewayErrorCode, message: string, options: GatewayErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.details = options.details ?? {};
    this.retryable = options.retryable ?? false;
  }

  /**
   * Adds what the error does not yet say of its transaction; what it says already stays.
   *
   * @param reference - What is known of the transaction; `undefined` adds nothing.
   * @returns This error itself.
   */
  about(reference: TransactionReference | undefined): this {
    if (reference) this.transaction = { ...reference, ...this.transaction };
    return this;
  }
}

/**
 * The caller's input is not acceptable. Thrown before the custody platform or a chain is called.
 * `field` is the path of the wrong value, such as `buyAmount.value`.
 */
export class InvalidInputError extends GatewayError {
  /** The path of the wrong value, such as `buyAmount.value`, or a name of the whole input, such as `params`. */
  readonly field: string;
  /** What is wrong with the field, without its name. */
  readonly reason: string;

  constructor(field: string, reason: string, options: GatewayErrorOptions = {}) {
    super('INVALID_INPUT', `${field}: ${reason}`, {
      ...options,
      details: { ...options.details, field, reason },
    });
    this.field = field;
    this.reason = reason;
  }
}

/** A constructor was given settings that can't work. `setting` names the wrong one. */
export class ConfigurationError extends GatewayError {
  /** The path of the wrong setting, such as `key.algorithm`. */
  readonly setting: string;

  constructor(setting: string, reason: string) {
    super('CONFIGURATION', `${setting}: ${reason}`, { details: { setting } });
    this.setting = setting;
  }
}

/** The caller's `AbortSignal` fired. Aborting ends the waiting and cancels nothing. */
export class AbortedError extends GatewayError {
  constructor(
    signal?: AbortSignal,
    message = 'The call was aborted by its caller; nothing was cancelled.',
  ) {
    super('ABORTED', message, {
      cause: signal?.reason,
      retryable: true,
    });
  }
}

/**
 * The recipient of a request: the custody platform, a chain's node, a provider. An open union, for logs and metrics.
 */
export type Peer = 'custody' | 'xrpl' | (string & {});

/** No usable answer came back: refused, reset or timed out. The request may have arrived. */
export class UnreachableError extends GatewayError {
  /** The recipient that gave no answer, such as `custody`, `signer`, `provider` or `xrpl`. */
  readonly peer: Peer;

  constructor(peer: Peer, reason: string, options: GatewayErrorOptions = {}) {
    super('UNREACHABLE', `${peer} gave no answer: ${reason}`, {
      retryable: true,
      ...options,
      details: { ...options.details, peer },
    });
    this.peer = peer;
  }
}

/** An answer came back that breaks the protocol. */
export class UnexpectedAnswerError extends GatewayError {
  /** The recipient whose answer it is, such as `custody`, `provider` or `xrpl`. */
  readonly peer: Peer;

  constructor(peer: Peer, reason: string, options: GatewayErrorOptions = {}) {
    super('UNEXPECTED_ANSWER', `${peer} answered unexpectedly: ${reason}`, {
      ...options,
      details: { ...options.details, peer },
    });
    this.peer = peer;
  }
}

/** The peer asks for fewer requests. `retryAfterMs` is set when it said how long to wait. */
export class RateLimitedError extends GatewayError {
  /** The recipient that asks for fewer requests, such as `custody`, `provider` or `xrpl`. */
  readonly peer: Peer;
  /** Milliseconds to wait, from the answer's `Retry-After`; `undefined` when it had none. */
  readonly retryAfterMs: number | undefined;

  constructor(peer: Peer, retryAfterMs?: number, options: GatewayErrorOptions = {}) {
    super('RATE_LIMITED', `${peer} asks to slow down`, {
      retryable: true,
      ...options,
      details: {
        ...options.details,
        peer,
        ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      },
    });
    this.peer = peer;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The same idempotency key was used before, for something else. */
export class IdempotencyConflictError extends GatewayError {
  constructor(reason: string, options: GatewayErrorOptions = {}) {
    super('IDEMPOTENCY_CONFLICT', reason, options);
  }
}
