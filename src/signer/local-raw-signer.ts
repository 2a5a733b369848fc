import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { fromHex, utf8ToBytes } from '../core/bytes.js';
import { type CallOptions, throwIfAborted } from '../core/clock.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { knownOptions } from '../core/known-options.js';
import { checkMessages } from './messages.js';
import type {
  PublicKey,
  RawSignature,
  RawSigner,
  RawSigningRequest,
  SignerCapabilities,
  SigningAlgorithm,
  SigningKey,
  SigningMessage,
} from './raw-signer.js';

/** A private key in this process's memory. */
export interface LocalKey {
  /** The `id` by which a {@link SigningKey} names it. */
  readonly id: string;
  /** One id may have a key of each algorithm. */
  readonly algorithm: 'ecdsa-secp256k1' | 'eddsa-ed25519';
  /** 32 bytes, as bytes or as hex. */
  readonly privateKey: Uint8Array | string;
}

/** Either single keys, or a seed from which every id gets its own key. */
export interface LocalRawSignerOptions {
  /**
   * Each id and algorithm once. Required without a `seed`; beside one, each takes the place of the key that the seed
   * would give.
   */
  readonly keys?: readonly LocalKey[];
  /** Any text. The same seed gives the same keys, so a sandbox has the same accounts after a restart. */
  readonly seed?: string;
  /** Leaves out the warning that is otherwise printed. Default `false`. */
  readonly quiet?: boolean;
  /**
   * Lets gateways of a mainnet sign with it. Default `false`: such gateways refuse it with a `ConfigurationError`
   * naming `signer`.
   */
  readonly allowMainnet?: boolean;
}

/**
 * **Development and tests only: the private keys are in this process's memory.** Anyone that can read the memory, or
 * a dump of it, can take the money. The constructor prints a warning.
 *
 * Gateways of a mainnet refuse it, unless `allowMainnet` is given.
 *
 * It signs at once and remembers nothing; give the gateway a `journal` as well, so that no transaction is lost in a
 * crash.
 *
 * @example
 * ```ts
 * import { LocalRawSigner } from 'custody-gateways/signer';
 *
 * const signer = new LocalRawSigner({ seed: 'development only', quiet: true });
 * ```
 */
export class LocalRawSigner implements RawSigner {
  /** It remembers nothing and never waits; `developmentOnly` unless `allowMainnet` was given. */
  readonly capabilities: SignerCapabilities;
  readonly #keys = new Map<string, Uint8Array>();
  readonly #seed: string | undefined;

  constructor(options: LocalRawSignerOptions) {
    knownOptions(options, {
      keys: 'list',
      seed: 'string',
      quiet: 'boolean',
      allowMainnet: 'boolean',
    });
    for (const [index, key] of (options.keys ?? []).entries()) {
      // By its place only: a private key may stand where the id belongs.
      const setting = `keys[${index}]`;
      const bytes = privateKeyBytes(key, setting);
      const name = nameOf(key);
      // The order of the keys must not decide which of two an account gets.
      if (this.#keys.has(name)) throw new ConfigurationError(setting, 'is there twice');
      this.#keys.set(name, bytes);
    }
    this.#seed = options.seed;
    if (this.#keys.size === 0 && !this.#seed) {
      throw new ConfigurationError('keys', 'give keys or a seed');
    }
    this.capabilities = {
      algorithms: ['ecdsa-secp256k1', 'eddsa-ed25519'],
      remembers: false,
      mayPend: false,
      maxMessages: 127,
      maxMessageBytes: 1_048_576,
      maxPayloadBytes: 1_048_576,
      developmentOnly: options.allowMainnet !== true,
    };
    if (!options.quiet) warn();
  }

  async getPublicKey(key: SigningKey, options: CallOptions = {}): Promise<PublicKey> {
    throwIfAborted(options.signal);
    const secret = this.#secret(key);
    return {
      algorithm: key.algorithm,
      bytes:
        key.algorithm === 'ecdsa-secp256k1'
          ? secp256k1.getPublicKey(secret, true)
          : ed25519.getPublicKey(secret),
    };
  }

  async sign(
    request: RawSigningRequest,
    options: CallOptions = {},
  ): Promise<readonly RawSignature[]> {
    throwIfAborted(options.signal);
    checkMessages(request.messages, this.capabilities);
    return request.messages.map((message) => this.#sign(message));
  }

  #sign(message: SigningMessage): RawSignature {
    const secret = this.#secret(message.key);
    if (message.kind === 'digest') {
      const signed = secp256k1.sign(message.digest, secret, {
        prehash: false,
        format: 'recovered',
      });
      const [recoveryId] = signed;
      return {
        encoding: 'compact',
        bytes: signed.slice(1),
        ...(recoveryId === undefined ? {} : { recoveryId }),
      };
    }
    return { encoding: 'compact', bytes: ed25519.sign(message.bytes, secret) };
  }

  #secret(key: SigningKey): Uint8Array {
    if (!isLocalAlgorithm(key.algorithm)) {
      throw new InvalidInputError('key.algorithm', `${key.algorithm} is not available here`);
    }
    const name = nameOf(key);
    const known = this.#keys.get(name);
    if (known) return known;
    if (!this.#seed) throw new InvalidInputError('key.id', 'no key of this id and algorithm here');
    const secret = derive(this.#seed, name, key.algorithm);
    this.#keys.set(name, secret);
    return secret;
  }
}

function isLocalAlgorithm(algorithm: SigningAlgorithm): algorithm is LocalKey['algorithm'] {
  return algorithm === 'ecdsa-secp256k1' || algorithm === 'eddsa-ed25519';
}

function nameOf(key: { readonly algorithm: SigningAlgorithm; readonly id: string }): string {
  return `${key.algorithm}:${key.id}`;
}

/** 48 bytes reduced mod n, so that every scalar is as likely as any other (FIPS 186-5, A.2.1). */
function derive(seed: string, name: string, algorithm: LocalKey['algorithm']): Uint8Array {
  const okm = hkdf(sha256, utf8ToBytes(seed), undefined, utf8ToBytes(name), 48);
  return algorithm === 'ecdsa-secp256k1' ? secp256k1.utils.randomSecretKey(okm) : okm.slice(0, 32);
}

function privateKeyBytes(key: LocalKey, setting: string): Uint8Array {
  if (!isObject(key)) throw new ConfigurationError(setting, 'must be a key');
  const given: unknown = key.privateKey;
  if (!isLocalAlgorithm(key.algorithm)) {
    throw new ConfigurationError(`${setting}.algorithm`, 'is not available here');
  }
  // A copy: the caller may overwrite the bytes.
  const bytes = typeof given === 'string' ? fromHex(given) : copyOf(given);
  const valid =
    bytes?.length === 32 &&
    (key.algorithm === 'eddsa-ed25519' || secp256k1.utils.isValidSecretKey(bytes));
  if (!bytes || !valid) {
    throw new ConfigurationError(`${setting}.privateKey`, 'is not a key of 32 bytes');
  }
  return bytes;
}

function copyOf(given: unknown): Uint8Array | undefined {
  return given instanceof Uint8Array ? Uint8Array.from(given) : undefined;
}

function warn(): void {
  const text =
    'LocalRawSigner keeps private keys in memory. Use it for development and tests only.';
  // Not every runtime has a process; where there is none, only the class's documentation warns.
  globalThis.process?.emitWarning?.(text, { code: 'CUSTODY_GATEWAYS_LOCAL_KEYS' });
}
