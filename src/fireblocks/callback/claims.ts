import type { KeyObject } from 'node:crypto';
import { HttpError } from '../../http/errors.js';
import { isSignedWith, parseJsonPart, parseJws } from '../jws.js';

/** The co-signer's claims, unchanged. */
export type Claims = Readonly<Record<string, unknown>>;

/** When a request is taken. */
export interface Moment {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** How far the times of a request may be from now, and that it must say when it ends. */
  readonly windowMs: number | undefined;
}

/**
 * The claims of a request that one of the keys signed.
 *
 * @throws HttpError `UNAUTHORIZED` for everything else, whatever the token claims.
 */
export function authenticClaims(token: string, keys: readonly KeyObject[], at: Moment): Claims {
  const jws = parseJws(token);
  if (!jws || !keys.some((key) => isSignedWith('RS256', key, jws))) {
    throw new HttpError('UNAUTHORIZED', "The request is not signed with the co-signer's key.");
  }
  const claims = parseJsonPart(jws.encodedPayload);
  if (!claims) throw new HttpError('UNAUTHORIZED', 'The request has no claims.');
  checkTimes(claims, at);
  return claims;
}

function checkTimes({ exp, iat, nbf }: Claims, { now, windowMs }: Moment): void {
  if (exp !== undefined && !(typeof exp === 'number' && exp * 1_000 > now)) {
    throw new HttpError('UNAUTHORIZED', "The token's `exp` is over.");
  }
  if (windowMs === undefined) return;
  if (exp === undefined) {
    throw new HttpError('UNAUTHORIZED', 'The token has no `exp`.');
  }
  const isNear = (time: unknown) =>
    typeof time === 'number' && Math.abs(time * 1_000 - now) <= windowMs;
  if (![exp, iat ?? exp, nbf ?? exp].every(isNear)) {
    throw new HttpError('UNAUTHORIZED', "The token's times are outside `tokenWindowMs`.");
  }
}

/** A claim that is text, and not empty. */
export function textIn(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws HttpError `UNAUTHORIZED` when it is missing: even a refusal must say what it refuses. */
export function requestIdIn(claims: Claims): string {
  const requestId = textIn(claims, 'requestId');
  if (requestId === undefined) throw new HttpError('UNAUTHORIZED', 'The token has no `requestId`.');
  return requestId;
}
