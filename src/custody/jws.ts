import { type KeyObject, verify } from 'node:crypto';
import { isObject } from '../core/json.js';

/** What is accepted of the custody's side, and the hash of each. A signature never chooses its own. */
const HASHES = { RS256: 'sha256', RS512: 'sha512' } as const;
export type JwsAlgorithm = keyof typeof HASHES;

/** A signature in compact form (RFC 7515), taken apart but not verified. */
export interface Jws {
  readonly header: Readonly<Record<string, unknown>>;
  readonly encodedHeader: string;
  /** Empty where the payload travels apart (`header..signature`). */
  readonly encodedPayload: string;
  readonly signature: Uint8Array;
}

const COMPACT = /^([\w-]+)\.([\w-]*)\.([\w-]+)$/;

/** Takes a compact JWS apart; `undefined` when it is none. */
export function parseJws(text: string): Jws | undefined {
  const [, encodedHeader = '', encodedPayload = '', signature = ''] = COMPACT.exec(text) ?? [];
  const header = parseJsonPart(encodedHeader);
  if (header === undefined) return undefined;
  return { header, encodedHeader, encodedPayload, signature: Buffer.from(signature, 'base64url') };
}

/** A base64url part that holds a JSON object; `undefined` when it doesn't. */
export function parseJsonPart(encoded: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether `key` made the signature with this very algorithm. `none`, HMAC over the public key and
 * whatever else the header may ask for are no signatures; nor is one with critical extensions, which
 * nobody here understands (RFC 7515, 4.1.11).
 *
 * @param encodedPayload what was signed, as base64url, where it travels apart.
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
