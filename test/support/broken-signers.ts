import { secp256k1 } from '@noble/curves/secp256k1.js';
import { AbortedError } from '../../src/core/errors.js';
import {
  type FindOptions,
  LocalRawSigner,
  type NativeTransferRequest,
  type NativeTransferSigner,
  type PublicKey,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SignerCapabilities,
  type SigningKey,
  type SigningOptions,
  type SigningRecord,
  withJournal,
} from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { newEcdsaKey } from './keys.js';

let calls = 0;

export const ECDSA_KEYS = [
  { algorithm: 'ecdsa-secp256k1', id: '0' },
  { algorithm: 'ecdsa-secp256k1', id: '1' },
] as const;

/** What no signer may show. */
export const SEED = 'correct horse battery staple';

export const local = () => new LocalRawSigner({ seed: SEED, quiet: true, allowMainnet: true });
export const journaled = () => withJournal(local(), memoryStore());

/** A good signer, to be broken in one way at a time. */
export class Wrapped implements RawSigner {
  readonly inner: RawSigner = journaled();

  get capabilities(): SignerCapabilities {
    return this.inner.capabilities;
  }
  getPublicKey(key: SigningKey): Promise<PublicKey> {
    return this.inner.getPublicKey(key);
  }
  sign(request: RawSigningRequest, options?: SigningOptions): Promise<readonly RawSignature[]> {
    return this.inner.sign(request, options);
  }
  async find(idempotencyKey: string): Promise<SigningRecord | undefined> {
    return this.inner.find?.(idempotencyKey);
  }
  async list(key: SigningKey): Promise<readonly SigningRecord[]> {
    return (await this.inner.list?.(key)) ?? [];
  }
}

/** What the suite may transfer. */
export const TRANSFER = {
  from: { ...ECDSA_KEYS[0], assetId: 'XRP_TEST' },
  to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
  amount: '2.5',
} as const;

/** Makes transfers that are completed at once. */
export class Paying extends Wrapped implements NativeTransferSigner {
  readonly #made = new Map<string, { record: SigningRecord; terms: string }>();

  async transfer({ idempotencyKey, ...asked }: NativeTransferRequest): Promise<SigningRecord> {
    const before = this.#made.get(idempotencyKey);
    if (before) return before.record;
    const record: SigningRecord = {
      idempotencyKey,
      providerId: `id of ${idempotencyKey}`,
      kind: 'native-transfer',
      state: 'signed',
      status: 'COMPLETED',
      messages: [],
      txHash: `${calls++}`,
    };
    this.#made.set(idempotencyKey, { record, terms: this.terms(asked) });
    return record;
  }
  override async find(idempotencyKey: string, { transfer }: FindOptions = {}) {
    const made = this.#made.get(idempotencyKey);
    if (!made) return super.find(idempotencyKey);
    return { ...made.record, isOther: !!transfer && this.terms(transfer) !== made.terms };
  }
  /** What it compares. */
  terms({ from, to, amount }: Terms): string {
    return JSON.stringify([from.id, from.assetId, to, amount]);
  }
}

/** Signs as it should, but forgets; claims to remember. */
class Amnesiac extends Wrapped {
  override readonly inner = local();
  override get capabilities() {
    return { ...this.inner.capabilities, remembers: true };
  }
}

const withSignatures = (
  change: (
    signatures: readonly RawSignature[],
    request: RawSigningRequest,
  ) => readonly RawSignature[],
) =>
  class extends Wrapped {
    override async sign(request: RawSigningRequest, options?: SigningOptions) {
      return change(await super.sign(request, options), request);
    }
  };

const STABLE = 'gives the same public key every time, of the right size';
const DIFFER = 'gives different keys for different ids';
const SIGNS = 'signs what it is given, with the key it is asked for';
const ORDER = 'answers in the order of the messages, each with its own key';
const EQUAL = 'signs two equal messages of two keys with the right key each';
const REPEAT = 'gives the same request twice the same answer';
const CONCURRENT = 'makes one request of two that are made at once';
const OTHER_MESSAGES = 'refuses the same idempotency key with other messages';
const OTHER_KEY = 'refuses the same idempotency key for another signing key';
const FINDS = 'finds what it signed, when it remembers';
const LISTS = 'lists what it signed, oldest first, when it lists';
const NOTHING = 'finds nothing where nothing was asked, when it remembers';
const TRANSFERS = 'makes one transfer for one key, when it makes transfers';
const COMPARES = 'tells a transfer that was asked for from another, when it makes transfers';
const COUNT = 'refuses no messages, and more than it can take';
const DIGEST = 'refuses a digest that has not 32 bytes';
const KIND = 'refuses a digest where a message belongs, and the reverse';
const ALGORITHM = 'refuses an algorithm that it does not have';
const ABORT = 'asks for nothing once the caller has aborted';
const SECRETS = 'shows no secret when inspected, and none in its errors';

type Terms = NonNullable<FindOptions['transfer']>;

/** What a signer does not look at, and the terms as it sees them. */
const BLIND: readonly (readonly [string, (terms: Terms) => Terms])[] = [
  ['its amount', (terms) => ({ ...terms, amount: TRANSFER.amount })],
  ['its asset', (terms) => ({ ...terms, from: { ...terms.from, assetId: 'XRP_TEST' } })],
  ['its account', (terms) => ({ ...terms, from: { ...terms.from, id: '0' } })],
  ['the kind of its payee', (terms) => ({ ...terms, to: { ...TRANSFER.to, ...idOf(terms) } })],
  ['its payee', (terms) => ({ ...terms, to: { ...terms.to, ...idOf(TRANSFER) } })],
];

const idOf = ({ to }: Terms) => (to.type === 'account' ? { id: to.id } : {});

/** What is wrong with a signer, the signer, and the case that must notice. */
export const BROKEN: readonly (readonly [string, new () => RawSigner, string])[] = [
  [
    'has a new key each time',
    class extends Wrapped {
      override async getPublicKey({ algorithm }: SigningKey) {
        return { algorithm, bytes: newEcdsaKey('ecdsa-secp256k1').bytes };
      }
    },
    STABLE,
  ],
  [
    'gives uncompressed public keys',
    class extends Wrapped {
      override async getPublicKey(key: SigningKey) {
        const { algorithm, bytes } = await super.getPublicKey(key);
        return { algorithm, bytes: secp256k1.Point.fromBytes(bytes).toBytes(false) };
      }
    },
    STABLE,
  ],
  [
    'has one key for all',
    class extends Wrapped {
      override getPublicKey(key: SigningKey) {
        return super.getPublicKey({ ...key, id: '0' });
      }
    },
    DIFFER,
  ],
  [
    'signs with another key',
    class extends Wrapped {
      override sign(request: RawSigningRequest) {
        const messages = request.messages.map((message) => ({
          ...message,
          key: { ...message.key, id: `${message.key.id}0` },
        }));
        return super.sign({ ...request, messages });
      }
    },
    SIGNS,
  ],
  [
    'signs something else',
    class extends Wrapped {
      override async sign({ messages }: RawSigningRequest) {
        return messages.map((): RawSignature => {
          const bytes = secp256k1.sign(new Uint8Array(32), new Uint8Array(32).fill(1));
          return { encoding: 'compact', bytes };
        });
      }
    },
    SIGNS,
  ],
  [
    'says DER and means r||s',
    withSignatures((signatures) =>
      signatures.map((signature) => ({ ...signature, encoding: 'der' })),
    ),
    SIGNS,
  ],
  [
    'gives the recovery id of the other point',
    withSignatures((signatures) =>
      signatures.map((signature) => ({
        ...signature,
        recoveryId: (signature.recoveryId ?? 0) ^ 1,
      })),
    ),
    SIGNS,
  ],
  [
    'answers in the reverse order',
    withSignatures((signatures) => [...signatures].reverse()),
    ORDER,
  ],
  ['answers the first message only', withSignatures((signatures) => signatures.slice(0, 1)), ORDER],
  [
    'signs all with the first key',
    class extends Wrapped {
      override sign(request: RawSigningRequest) {
        const key = request.messages[0]?.key ?? ECDSA_KEYS[0];
        const messages = request.messages.map((message) => ({ ...message, key }));
        return super.sign({ ...request, messages });
      }
    },
    EQUAL,
  ],
  [
    'signs anew each time, in a way that does not verify the second time',
    (() => {
      const seen = new Set<string>();
      return withSignatures((signatures, { idempotencyKey }) => {
        const again = seen.has(idempotencyKey);
        seen.add(idempotencyKey);
        return again ? [] : signatures;
      });
    })(),
    REPEAT,
  ],
  [
    'remembers, but makes another signature for each call',
    class extends Amnesiac {
      override async sign(request: RawSigningRequest, options?: SigningOptions) {
        const signatures = await super.sign(request, options);
        const n = secp256k1.Point.Fn.ORDER;
        return signatures.map((signature): RawSignature => {
          const { r, s } = secp256k1.Signature.fromBytes(signature.bytes);
          calls += 1;
          const other = calls % 2 === 0 ? new secp256k1.Signature(r, n - s) : undefined;
          return other
            ? { encoding: 'compact', bytes: other.toBytes() }
            : { encoding: 'compact', bytes: signature.bytes };
        });
      }
    },
    CONCURRENT,
  ],
  ['signs whatever it is asked under a key', Amnesiac, OTHER_MESSAGES],
  [
    'compares the messages, but not their keys',
    class extends Wrapped {
      override sign(request: RawSigningRequest) {
        const messages = request.messages.map((message) => ({ ...message, key: ECDSA_KEYS[0] }));
        return super.sign({ ...request, messages });
      }
    },
    OTHER_KEY,
  ],
  [
    'finds nothing',
    class extends Wrapped {
      override async find() {
        return undefined;
      }
    },
    FINDS,
  ],
  [
    'loses the payload',
    class extends Wrapped {
      override async find(idempotencyKey: string) {
        const record = await super.find(idempotencyKey);
        return record && { ...record, unhashedPayload: undefined };
      }
    },
    FINDS,
  ],
  [
    'loses the signatures',
    class extends Wrapped {
      override async find(idempotencyKey: string) {
        const { signatures: _, ...record } = (await super.find(idempotencyKey)) ?? {};
        return record as SigningRecord;
      }
    },
    FINDS,
  ],
  [
    'lists the newest first',
    class extends Wrapped {
      override async list(key: SigningKey) {
        return [...(await super.list(key))].reverse();
      }
    },
    LISTS,
  ],
  [
    'lists nothing',
    class extends Wrapped {
      override async list() {
        return [];
      }
    },
    LISTS,
  ],
  [
    'finds what nobody asked for',
    class extends Wrapped {
      override async find(idempotencyKey: string) {
        return (await super.find(idempotencyKey)) ?? ({ idempotencyKey } as SigningRecord);
      }
    },
    NOTHING,
  ],
  [
    'transfers again',
    class extends Paying {
      override transfer(request: NativeTransferRequest) {
        return super.transfer({ ...request, idempotencyKey: `${calls++}` });
      }
    },
    TRANSFERS,
  ],
  ...BLIND.map(
    ([what, seen]) =>
      [
        `compares all of a transfer but ${what}`,
        class extends Paying {
          override terms(transfer: Terms) {
            return super.terms(seen(transfer));
          }
        },
        COMPARES,
      ] as const,
  ),
  [
    'takes an empty request',
    class extends Wrapped {
      override async sign(request: RawSigningRequest, options?: SigningOptions) {
        return request.messages.length === 0 ? [] : super.sign(request, options);
      }
    },
    COUNT,
  ],
  [
    'pads short digests',
    class extends Wrapped {
      override sign(request: RawSigningRequest, options?: SigningOptions) {
        const messages = request.messages.map((message) =>
          message.kind === 'digest'
            ? {
                ...message,
                digest: Uint8Array.from({ length: 32 }, (_, at) => message.digest[at] ?? 0),
              }
            : message,
        );
        return super.sign({ ...request, messages }, options);
      }
    },
    DIGEST,
  ],
  [
    'takes a message for a digest',
    class extends Wrapped {
      override sign(request: RawSigningRequest, options?: SigningOptions) {
        const messages = request.messages.map((message) =>
          message.kind === 'message'
            ? ({ kind: 'digest', key: message.key, digest: message.bytes, hash: 'none' } as const)
            : message,
        );
        return super.sign({ ...request, messages }, options);
      }
    },
    KIND,
  ],
  [
    'throws errors that are not typed',
    class extends Wrapped {
      override async getPublicKey(key: SigningKey) {
        if (key.algorithm.startsWith('hmac')) throw new TypeError('no such thing');
        return super.getPublicKey(key);
      }
    },
    ALGORITHM,
  ],
  [
    'does not listen to the signal',
    class extends Wrapped {
      override sign(request: RawSigningRequest) {
        return super.sign(request);
      }
    },
    ABORT,
  ],
  [
    'keeps its seed where anyone can see it',
    class extends Wrapped {
      readonly seed = SEED;
    },
    SECRETS,
  ],
  [
    'tells its seed in an error',
    class extends Wrapped {
      override async sign(request: RawSigningRequest, options?: SigningOptions) {
        try {
          return await super.sign(request, options);
        } catch (error) {
          if (error instanceof AbortedError) throw error;
          throw Object.assign(error as Error, { context: { seed: SEED } });
        }
      }
    },
    SECRETS,
  ],
];
