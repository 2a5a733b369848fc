import type { SignatureHeader } from './headers.js';

/** Why a request was not accepted. */
export type RefusalReason =
  /** No client sends such a method or path. */
  | 'malformed-request'
  /** The body was parsed already; a signature is over its bytes. */
  | 'body-not-raw'
  | 'body-too-large'
  /** GET and HEAD have no body: here it could be the cut-off end of the query. */
  | 'unexpected-body'
  | 'outside-base-path'
  /** It is not there, or empty. */
  | 'missing-header'
  /** It came twice, or has a comma in it. */
  | 'duplicate-header'
  | 'malformed-timestamp'
  | 'timestamp-too-old'
  | 'timestamp-in-future'
  | 'malformed-nonce'
  /** The nonce was used before, by a request whose signature was right. */
  | 'nonce-reused'
  | 'unknown-key'
  /** The text is not in the agreed post-encoding. */
  | 'malformed-signature'
  /** The signature is not one of this request by this key. */
  | 'wrong-signature';

/** A request that was not accepted. */
export interface Refusal {
  /** Do not act on it. */
  readonly ok: false;
  /** What was found first; more may be wrong. */
  readonly reason: RefusalReason;
  /** The header at fault, if a header is. */
  readonly header?: SignatureHeader;
}

export function refusal(reason: RefusalReason, header?: SignatureHeader): Refusal {
  return header === undefined ? { ok: false, reason } : { ok: false, reason, header };
}
