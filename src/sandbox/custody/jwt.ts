import { createHash, verify } from 'node:crypto';
import type { TimeSource } from '../clock.js';
import type { LoopbackRequest } from '../loopback/peer.js';
import { type ApiError, CODES, unauthorized } from './api-error.js';
import type { ApiUsers, KnownUser } from './api-users.js';
import { type CompactJws, readJws } from './jws.js';

/** How long a token may live, in seconds: what the vendor's own SDKs ask for, and a little. */
const MAX_LIFETIME = 60;
/** Clocks of one machine agree; the API refuses tokens of the future. */
const MAX_FUTURE = 1;
/** How many nonces are kept before those of ended tokens are forgotten. */
const MANY_NONCES = 10_000;

/** Checks the token of every request: signature, user, address, body, time, and that it is new. */
export class TokenCheck {
  readonly #users: ApiUsers;
  readonly #time: TimeSource;
  /** Every nonce that may come again, and when its token ends. */
  readonly #seen = new Map<string, number>();

  /** `time`: what the callers' clocks show, whatever a test has skipped. */
  constructor(users: ApiUsers, time: TimeSource) {
    this.#users = users;
    this.#time = time;
  }

  /** @throws ApiError 401 with the vendor's code. */
  userOf(request: LoopbackRequest): KnownUser {
    const { claims, signed, signature } = readToken(request);
    const apiKey = request.headers['x-api-key'];
    const subject = claims.sub;
    if (typeof subject !== 'string' || typeof apiKey !== 'string') {
      throw unauthorized(CODES.apiKeyMissing, 'Unauthorized: API key is missing');
    }
    if (subject !== apiKey) throw unauthorized(CODES.wrongUser, 'Unauthorized: Wrong user');
    const user = this.#users.find(apiKey);
    if (user === undefined) {
      throw unauthorized(CODES.tokenNotAccepted, 'Unauthorized: Token was not accepted.');
    }
    if (!verify('sha256', Buffer.from(signed), user.publicKey, signature)) {
      throw unauthorized(CODES.invalidSignature, 'invalid signature');
    }
    this.#checkClaims(claims, request);
    return user;
  }

  #checkClaims(claims: Record<string, unknown>, request: LoopbackRequest): void {
    if (claims.uri !== request.path) {
      throw unauthorized(CODES.wrongUrl, 'Unauthorized: Wrong URL in the JWT');
    }
    const now = Math.floor(this.#time.now() / 1_000);
    const end = checkTime(claims, now);
    const nonce = claims.nonce;
    if (typeof nonce !== 'string' && typeof nonce !== 'number') throw badFormat();
    if (!bodyMatches(claims.bodyHash, request) || this.#seen.has(`${nonce}`)) {
      throw unauthorized(CODES.tokenNotAccepted, 'Unauthorized: Token was not accepted.');
    }
    if (this.#seen.size >= MANY_NONCES) this.#forgetEnded(now);
    this.#seen.set(`${nonce}`, end);
  }

  #forgetEnded(now: number): void {
    for (const [nonce, end] of this.#seen) if (end <= now) this.#seen.delete(nonce);
  }
}

function readToken({ headers }: LoopbackRequest): CompactJws {
  const match = /^Bearer (.+)$/.exec(headers.authorization ?? '');
  if (match === null) throw unauthorized(CODES.jwtMissing, 'Unauthorized: JWT is missing');
  const token = readJws(match[1] ?? '');
  if (token?.header.alg !== 'RS256') throw badFormat();
  return token;
}

function badFormat(): ApiError {
  return unauthorized(CODES.badTokenFormat, 'Unauthorized: Invalid token format');
}

/** @returns when the token ends, in seconds since the epoch. */
function checkTime({ iat, exp }: Record<string, unknown>, now: number): number {
  if (typeof iat !== 'number' || typeof exp !== 'number') throw badFormat();
  if (iat > now + MAX_FUTURE) {
    throw unauthorized(
      CODES.issuedInFuture,
      'The request is with a future issuance timestamp (iat)',
    );
  }
  if (exp <= now) throw unauthorized(CODES.expired, 'The request has expired');
  if (exp > now + MAX_LIFETIME) {
    throw unauthorized(CODES.tokenNotAccepted, 'Unauthorized: Token was not accepted.');
  }
  return exp;
}

/**
 * The hash of the body as received. Without a body the vendor's SDKs differ: one hashes nothing,
 * another the two quote characters of an empty JSON string.
 */
function bodyMatches(hash: unknown, { method, body }: LoopbackRequest): boolean {
  if (body.length > 0) return hash === sha256(body);
  const accepted = method === 'POST' ? ['', '""', '{}'] : ['', '""'];
  return accepted.some((text) => hash === sha256(Buffer.from(text)));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
