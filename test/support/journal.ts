import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import {
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SigningKey,
  type SigningMessage,
  type SigningOptions,
  withJournal,
} from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { digestMessage, ORDERS, to32Bytes, toBigInt } from './keys.js';

const N = ORDERS['ecdsa-secp256k1'];

/**
 * A KMS, as it were: forgets what it signed, and signs the same digest differently each time, so that
 * a test can tell whose signature it got.
 */
export class ForgetfulSigner implements RawSigner {
  readonly capabilities = {
    algorithms: ['ecdsa-secp256k1'] as const,
    remembers: false,
    mayPend: false,
    maxMessages: 10,
    maxMessageBytes: 1_000,
    maxPayloadBytes: 1_000,
  };
  /** Every request that it was asked to sign. */
  readonly asked: RawSigningRequest[] = [];
  /** Called before it signs: the place to fail, to wait, or to look at the journal. */
  beforeSigning: (() => void | Promise<void>) | undefined;

  async getPublicKey(key: SigningKey) {
    const bytes = secp256k1.getPublicKey(secretOf(key), true);
    return { algorithm: key.algorithm, bytes };
  }

  async sign(
    request: RawSigningRequest,
    _options?: SigningOptions,
  ): Promise<readonly RawSignature[]> {
    this.asked.push(request);
    await this.beforeSigning?.();
    return request.messages.map(signRandomly);
  }
}

function secretOf({ id }: SigningKey): Uint8Array {
  return to32Bytes((toBigInt(Buffer.from(`secret of ${id}`)) % (N - 1n)) + 1n);
}

function signRandomly(message: SigningMessage): RawSignature {
  if (message.kind !== 'digest') throw new Error('this one signs digests only');
  const bytes = secp256k1.sign(message.digest, secretOf(message.key), {
    prehash: false,
    extraEntropy: Uint8Array.from(randomBytes(32)),
  });
  return { encoding: 'compact', bytes };
}

/** A store whose process dies in the middle: at its n-th operation, before or after the effect. */
export function dyingStore(store: Store, at: number, when: 'before' | 'after'): Store {
  let operations = 0;
  const dying =
    <Args extends unknown[], T>(operation: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      operations += 1;
      const dies = operations === at;
      if (dies && when === 'before') throw new Error('the process died');
      const result = await operation(...args);
      if (dies) throw new Error('the process died');
      return result;
    };
  return {
    get: dying(store.get),
    setIfAbsent: dying(store.setIfAbsent),
    compareAndSet: dying(store.compareAndSet),
    delete: dying(store.delete),
  };
}

/** A store that lets others get in between: it loses the first `losses` races of every key. */
export function contestedStore(losses: number, store: Store = memoryStore()): Store {
  const lost = new Map<string, number>();
  const loses = (key: string) => {
    const count = (lost.get(key) ?? 0) + 1;
    lost.set(key, count);
    return count <= losses;
  };
  return {
    ...store,
    setIfAbsent: async (key, value, ttlMs) =>
      !loses(key) && (await store.setIfAbsent(key, value, ttlMs)),
    compareAndSet: async (key, expected, value, ttlMs) =>
      !loses(key) && (await store.compareAndSet(key, expected, value, ttlMs)),
  };
}

export const JOURNAL_KEY: SigningKey = { algorithm: 'ecdsa-secp256k1', id: '0' };

/** A request for digests that are these numbers. */
export function requestFor(idempotencyKey: string, ...values: number[]): RawSigningRequest {
  const digests = values.length === 0 ? [7] : values;
  const messages = digests.map((value) => digestMessage(JOURNAL_KEY, to32Bytes(BigInt(value))));
  return { idempotencyKey, messages };
}

/** Another process: the same keys and the same store, but nothing in memory. */
export function processOn(store: Store): RawSigner {
  return withJournal(new ForgetfulSigner(), store);
}
