import type { KeyObject } from 'node:crypto';
import { HttpError } from '../../http/errors.js';
import { isSignedWith, parseJsonPart, parseJws } from '../jws.js';

/** The co-signer's claims, unchanged. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * The claims of a request that one of the keys signed.
 *
 * @throws HttpError `UNAUTHORIZED` for everything else, whatever the token claims.
 */
export function authenticClaims(token: string, keys: readonly KeyObject[], now: number): Claims {
  const jws = parseJws(token);
  if (!jws || !keys.some((key) => isSignedWith('RS256', key, jws))) {
    throw new HttpError('UNAUTHORIZED', "The request is not signed with the co-signer's key.");
  }
  const claims = parseJsonPart(jws.encodedPayload);
  if (!claims) throw new HttpError('UNAUTHORIZED', 'The request has no claims.');
  const { exp } = claims;
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 > now)) {
    throw new HttpError('UNAUTHORIZED', 'The request has expired.');
  }
  return claims;
}

/** A claim that is text, and not empty. */
export function textIn(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws HttpError `UNAUTHORIZED` when it is missing: even a refusal must say what it refuses. */
export function requestIdIn(claims: Claims): string {
  const requestId = textIn(claims, 'requestId');
  if (requestId === undefined) throw new HttpError('UNAUTHORIZED', 'The request has no requestId.');
  return requestId;
}
