import { type KeyObject, verify } from 'node:crypto';
import { isObject, jsonIn } from '../core/json.js';

/**
 * The accepted algorithms of Fireblocks' signatures, with their hashes. A signature never chooses its own algorithm.
 */
const HASHES = { RS256: 'sha256', RS512: 'sha512' } as const;
export type JwsAlgorithm = keyof typeof HASHES;

/** A signature in compact form (RFC 7515), parsed but not verified. */
export interface Jws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly encodedHeader: string;
  /** Empty where the payload is sent separately (`header..signature`). */
  readonly encodedPayload: string;
  readonly signature: Uint8Array;
}

const COMPACT = /^([\w-]+)\.([\w-]*)\.([\w-]+)$/;

/** Parses a compact JWS; `undefined` when it is none. */
export function parseJws(text: string): Jws | undefined {
  const [, encodedHeader = '', encodedPayload = '', signature = ''] = COMPACT.exec(text) ?? [];
  const header = parseJsonPart(encodedHeader);
  if (header === undefined) return undefined;
  return { header, encodedHeader, encodedPayload, signature: Buffer.from(signature, 'base64url') };
}

/** A base64url part that holds a JSON object; `undefined` when it doesn't. */
export function parseJsonPart(encoded: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(Buffer.from(encoded, 'base64url').toString('utf8'));
  return isObject(value) ? value : undefined;
}

/**
 * Whether `key` made the signature with exactly this algorithm. Other algorithms that the header may ask for, such as
 * `none` or HMAC over the public key, are refused; so is a signature with critical extensions, none of which this
 * package understands (RFC 7515, 4.1.11).
 *
 * @param encodedPayload the signed payload, as base64url, where it is sent separately.
 */
export function isSignedWith(
  algorithm: JwsAlgorithm,
  key: KeyObject,
  jws: Jws,
  encodedPayload: string = jws.encodedPayload,
): boolean {
  if (jws.header.alg !== algorithm || jws.header.crit !== undefined) return false;
  const signed = Buffer.from(`${jws.encodedHeader}.${encodedPayload}`);
  return verify(HASHES[algorithm], signed, key, jws.signature);
}
