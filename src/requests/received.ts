import { type ReceivedHeaders, readHeader, type SignatureHeader } from './headers.js';
import { hasBody, isBodiless, isBody, isMethod, isSentPath, messageOf } from './message.js';
import { type Refusal, refusal } from './refusals.js';

/** A request as it was received. */
export interface ReceivedRequest {
  /** Letters; verified in upper case. */
  readonly method: string;
  /** Path and query exactly as received: percent-encoded, no host. Node's `request.url` is that. */
  readonly path: string;
  /** All that were received: each header of the signature has to be there exactly once. */
  readonly headers: ReceivedHeaders;
  /** The raw text or bytes. Never parsed: two JSON writers may write the same value differently. */
  readonly body?: string | Uint8Array | null | undefined;
}

/** A request whose outer form was checked. */
export interface FormalRequest {
  readonly ok: true;
  /** Reads one header; a refusal when it is not there exactly once. */
  header(name: SignatureHeader, mayHoldComma?: boolean): string | Refusal;
  /** The signed message, given the two values that come from headers. */
  message(timestamp: string, nonce: string): Uint8Array;
}

/** The limits of a verifier for every request, whatever its signature. */
export interface ReceivingRules {
  readonly signedPath: (path: string) => string | undefined;
  readonly maxBodyBytes: number;
}

/** Checks a request's outer form. Never throws, whatever it is given. */
export function formalRequest(
  request: ReceivedRequest,
  { signedPath, maxBodyBytes }: ReceivingRules,
): FormalRequest | Refusal {
  if (typeof request !== 'object' || request === null) return refusal('malformed-request');
  const { method, path: sent, headers } = request;
  if (!isMethod(method) || !isSentPath(sent)) return refusal('malformed-request');
  const body = request.body ?? undefined;
  if (!isBody(body)) return refusal('body-not-raw');
  // A text has at least as many bytes as characters.
  if (body !== undefined && body.length > maxBodyBytes) return refusal('body-too-large');
  if (isBodiless(method) && hasBody({ method, path: sent, body })) {
    return refusal('unexpected-body');
  }
  const path = signedPath(sent);
  if (path === undefined) return refusal('outside-base-path');
  return {
    ok: true,
    header: (name, mayHoldComma = false) => readHeader(headers, name, mayHoldComma),
    message: (timestamp, nonce) => messageOf({ timestamp, nonce, method, path, body }),
  };
}
