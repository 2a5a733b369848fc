import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex } from '../../core/bytes.js';
import { type CallOptions, throwIfAborted, unlessAborted } from '../../core/clock.js';
import { ConfigurationError, UnexpectedAnswerError } from '../../core/errors.js';
import { curveOf } from '../../signer/ecdsa.js';
import type { PublicKey, SigningAlgorithm, SigningKey } from '../../signer/raw-signer.js';
import type { FireblocksClient } from '../client.js';
import { checkKey, custodyAlgorithmOf, derivationPathOf, keyNameOf } from './addressing.js';

/** Public keys given in the configuration, as hex; `undefined` for a key that is to be read. */
export type PinnedKeys = (key: SigningKey) => string | undefined;

/**
 * Public keys of vault accounts: from the configuration, or else read once from Fireblocks. Reading needs an
 * administrator's role, which a signing user should not have; hence the configuration.
 */
export class PublicKeys {
  readonly #client: FireblocksClient;
  readonly #pinned: PinnedKeys;
  readonly #known = new Map<string, Promise<Uint8Array>>();

  constructor(client: FireblocksClient, pinned: PinnedKeys = () => undefined) {
    this.#client = client;
    this.#pinned = pinned;
  }

  async get(key: SigningKey, options: CallOptions = {}): Promise<PublicKey> {
    checkKey(key);
    throwIfAborted(options.signal);
    const bytes = await unlessAborted(this.#bytesOf(key), options.signal);
    // A copy: every signature is verified against it, so no caller may change it.
    return { algorithm: key.algorithm, bytes: bytes.slice() };
  }

  /** One read for all callers, so no single caller decides when it ends. */
  #bytesOf(key: SigningKey): Promise<Uint8Array> {
    const name = keyNameOf(key);
    const known = this.#known.get(name);
    if (known) return known;
    const reading = this.#pinnedOrRead(key, name);
    this.#known.set(name, reading);
    // The caller receives the failure; the next caller reads again.
    reading.catch(() => this.#known.delete(name));
    return reading;
  }

  async #pinnedOrRead(key: SigningKey, name: string): Promise<Uint8Array> {
    const pinned = this.#pinned(key);
    if (pinned === undefined) return this.#read(key);
    const bytes = publicKeyBytes(pinned, key.algorithm);
    if (bytes) return bytes;
    throw new ConfigurationError('publicKeys', `what is given for ${name} is no ${formOf(key)}`);
  }

  async #read(key: SigningKey): Promise<Uint8Array> {
    const algorithm = custodyAlgorithmOf(key.algorithm);
    const path = derivationPathOf(key);
    const info = path
      ? await this.#client.getPublicKeyByPath(path, algorithm)
      : await this.#client.getPublicKeyByAsset({
          vaultAccountId: key.id,
          assetId: key.assetId ?? '',
          change: 0,
          addressIndex: 0,
        });
    const bytes = publicKeyBytes(info.publicKey, key.algorithm);
    const otherPath = path && info.derivationPath && info.derivationPath.join() !== path.join();
    if (!bytes || otherPath || (info.algorithm && info.algorithm !== algorithm)) {
      throw new UnexpectedAnswerError('custody', `not the key of ${keyNameOf(key)}`);
    }
    return bytes;
  }
}

function formOf({ algorithm }: SigningKey): string {
  return `${algorithm} key of ${algorithm === 'eddsa-ed25519' ? 32 : 33} bytes, as hex`;
}

/** The bytes of a public key that exists on its curve. */
function publicKeyBytes(hex: string, algorithm: SigningAlgorithm): Uint8Array | undefined {
  const bytes = typeof hex === 'string' ? fromHex(hex) : undefined;
  if (!bytes) return undefined;
  const valid =
    algorithm === 'ecdsa-secp256k1' || algorithm === 'ecdsa-prime256v1'
      ? curveOf(algorithm).utils.isValidPublicKey(bytes, true)
      : bytes.length === 32 && ed25519.utils.isValidPublicKey(bytes, false);
  return valid ? bytes : undefined;
}
