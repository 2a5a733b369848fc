import { ed25519 } from '@noble/curves/ed25519.js';
import { fromHex } from '../../core/bytes.js';
import type { CallOptions, Clock } from '../../core/clock.js';
import { ConfigurationError, UnexpectedAnswerError } from '../../core/errors.js';
import { curveOf } from '../../signer/ecdsa.js';
import type { PublicKey, SigningAlgorithm, SigningKey } from '../../signer/raw-signer.js';
import type { FireblocksClient } from '../client.js';
import { checkKey, custodyAlgorithmOf, derivationPathOf, keyNameOf } from './addressing.js';
import { SharedReads } from './shared-reads.js';

/** Public keys given in the configuration, as hex; `undefined` for a key that is to be read. */
export type PinnedKeys = (key: SigningKey) => string | undefined;

/**
 * Public keys of vault accounts: from the configuration, or else read once from Fireblocks. Reading needs an
 * administrator's role, which a signing user should not have; hence the configuration.
 */
export class PublicKeys {
  readonly #client: FireblocksClient;
  readonly #pinned: PinnedKeys | undefined;
  readonly #reads: SharedReads<Uint8Array>;

  constructor(client: FireblocksClient, clock: Clock, pinned: PinnedKeys | undefined) {
    this.#client = client;
    this.#pinned = pinned;
    this.#reads = new SharedReads(clock);
  }

  async get(key: SigningKey, options?: CallOptions): Promise<PublicKey> {
    checkKey(key);
    const name = keyNameOf(key);
    const bytes = await this.#reads.get(name, options, () => this.#pinnedOrRead(key, name));
    // A copy: every signature is verified against it, so no caller may change it.
    return { algorithm: key.algorithm, bytes: bytes.slice() };
  }

  async #pinnedOrRead(key: SigningKey, name: string): Promise<Uint8Array> {
    const { algorithm } = key;
    const pinned = this.#pinned?.(key);
    if (pinned === undefined) return this.#read(key, name);
    const bytes = publicKeyBytes(pinned, algorithm);
    if (bytes) return bytes;
    const form = `${algorithm} key of ${algorithm === 'eddsa-ed25519' ? 32 : 33} bytes, as hex`;
    throw new ConfigurationError('publicKeys', `what is given for ${name} is no ${form}`);
  }

  async #read(key: SigningKey, name: string): Promise<Uint8Array> {
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
      throw new UnexpectedAnswerError('custody', `not the key of ${name}`);
    }
    return bytes;
  }
}

/** The bytes of a public key that exists on its curve. */
function publicKeyBytes(hex: string, algorithm: SigningAlgorithm): Uint8Array | undefined {
  const bytes = typeof hex === 'string' ? fromHex(hex) : undefined;
  return bytes && isOnCurve(bytes, algorithm) ? bytes : undefined;
}

function isOnCurve(bytes: Uint8Array, algorithm: SigningAlgorithm): boolean {
  return algorithm === 'ecdsa-secp256k1' || algorithm === 'ecdsa-prime256v1'
    ? curveOf(algorithm).utils.isValidPublicKey(bytes, true)
    : ed25519.utils.isValidPublicKey(bytes, false);
}
