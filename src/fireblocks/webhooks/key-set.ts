import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Clock } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { exchange, type Fetch, type HttpAnswer, parseJsonAnswer } from '../../core/http.js';
import { isObject } from '../../core/json.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 256 * 1024;
const MIN_MODULUS_BITS = 2048;
/** The time that Fireblocks' own answers state, for an answer that states none; and the longest that is accepted. */
const DEFAULT_MAX_AGE_MS = 3_600_000;
const MAX_AGE_MS = 86_400_000;

export interface KeySetOptions {
  readonly url: string;
  /** Milliseconds between two reads that a webhook can cause. */
  readonly minRefetchMs: number;
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
}

/**
 * Fireblocks' public keys for webhooks (RFC 7517), read when they are first needed and kept as long as the answer
 * allows. An unknown key id causes another read, since keys are rotated; but any sender can name one, so these reads
 * have a minimum distance.
 */
export class KeySet {
  readonly #options: KeySetOptions;
  #keys: ReadonlyMap<string, KeyObject> = new Map();
  #freshUntil = Number.NEGATIVE_INFINITY;
  /** Until then nothing is read again. */
  #restUntil = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;

  constructor(options: KeySetOptions) {
    this.#options = options;
  }

  /**
   * The key of that id, or `undefined` when the set, just read, has none.
   *
   * @throws UnreachableError or UnexpectedAnswerError when that is unknown now, but may be known later.
   */
  async find(kid: string): Promise<KeyObject | undefined> {
    const { clock, minRefetchMs } = this.#options;
    const isStale = clock.monotonic() >= this.#freshUntil;
    if (isStale) await this.#read();
    const key = this.#keys.get(kid);
    if (key !== undefined || isStale) return key;
    await this.#read();
    this.#restUntil = clock.monotonic() + minRefetchMs;
    return this.#keys.get(kid);
  }

  /** One read for all calls that wait for it. */
  #read(): Promise<void> {
    this.#reading ??= this.#readNow().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readNow(): Promise<void> {
    const { clock, minRefetchMs, url, fetch } = this.#options;
    if (clock.monotonic() < this.#restUntil) {
      throw new UnexpectedAnswerError('custody', 'its keys were asked for a moment ago', {
        retryable: true,
      });
    }
    // Also when it fails: when Fireblocks has problems, not every webhook causes a request.
    this.#restUntil = clock.monotonic() + minRefetchMs;
    const answer = await exchange({
      peer: 'custody',
      method: 'GET',
      url,
      headers: { accept: 'application/json' },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      fetch,
      clock,
    });
    this.#keys = keysIn(answer);
    this.#freshUntil = clock.monotonic() + Math.max(minRefetchMs, maxAgeMs(answer.headers));
    this.#restUntil = Number.NEGATIVE_INFINITY;
  }
}

/** @throws UnexpectedAnswerError when there is no usable key. */
function keysIn(answer: HttpAnswer): ReadonlyMap<string, KeyObject> {
  const body = answer.status === 200 ? parseJsonAnswer('custody', answer) : undefined;
  const entries: readonly unknown[] = isObject(body) && Array.isArray(body.keys) ? body.keys : [];
  const keys = new Map<string, KeyObject>();
  for (const entry of entries.filter(isObject)) {
    const key = publicKeyOf(entry);
    if (typeof entry.kid === 'string' && key) keys.set(entry.kid, key);
  }
  if (keys.size > 0) return keys;
  throw new UnexpectedAnswerError('custody', `HTTP ${answer.status} without keys`, {
    retryable: true,
  });
}

/** A key that may verify RS512. One for another purpose is skipped, and one that is malformed. */
function publicKeyOf(jwk: Record<string, unknown>): KeyObject | undefined {
  const { kty, use, key_ops: operations = ['verify'], alg, n, e } = jwk;
  if (!Array.isArray(operations) || !operations.includes('verify')) return undefined;
  if (kty !== 'RSA' || typeof n !== 'string' || typeof e !== 'string') return undefined;
  if ((use ?? 'sig') !== 'sig' || (alg ?? 'RS512') !== 'RS512') return undefined;
  try {
    const key = createPublicKey({ key: { kty, n, e }, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return bits >= MIN_MODULUS_BITS ? key : undefined;
  } catch {
    return undefined;
  }
}

function maxAgeMs(headers: Headers): number {
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '')?.[1];
  return seconds === undefined ? DEFAULT_MAX_AGE_MS : Math.min(Number(seconds) * 1_000, MAX_AGE_MS);
}
