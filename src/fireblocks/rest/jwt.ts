import { createHash, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { Clock } from '../../core/clock.js';
import { type Random, systemRandom, uuidOf } from '../../core/random.js';

const signAsync = promisify(sign);

/** Seconds. Fireblocks documents "less than 30"; it does not promise to accept the 55 of its own SDKs. */
const LIFETIME_SECONDS = 25;

const HEADER = base64url(JSON.stringify({ alg: 'RS256', typ: 'JWT' }));

export interface TokenRequest {
  readonly apiKey: string;
  readonly key: KeyObject;
  /** Path and query exactly as they are sent, `/v1` included. */
  readonly uri: string;
  /** The body exactly as it is sent. */
  readonly body: string | undefined;
  readonly clock: Clock;
  readonly random: Random | undefined;
}

/** The bearer token of one request: RS256 over all claims that Fireblocks checks. */
export async function makeToken(request: TokenRequest): Promise<string> {
  const issuedAt = Math.floor(request.clock.now() / 1_000);
  const claims = {
    uri: request.uri,
    nonce: uuidOf(request.random ?? systemRandom),
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    sub: request.apiKey,
    bodyHash: createHash('sha256')
      .update(request.body ?? '')
      .digest('hex'),
  };
  return signJwt(claims, request.key);
}

/**
 * A compact JWT: RS256 over the given claims. It is made off the main thread, since an RSA-4096 signature takes
 * milliseconds.
 */
export async function signJwt(claims: object, key: KeyObject): Promise<string> {
  const signed = `${HEADER}.${base64url(JSON.stringify(claims))}`;
  const signature = await signAsync('sha256', Buffer.from(signed), key);
  return `${signed}.${signature.toString('base64url')}`;
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url');
}
