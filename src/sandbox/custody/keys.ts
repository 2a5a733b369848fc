import type { Derive } from '../seed.js';
import { Ed25519Key, Secp256k1Key } from '../signing-key.js';
import type { CustodyAlgorithm } from './assets.js';

/**
 * A path such as `[44, 144, 0, 0, 0]`: purpose, coin, vault account, change, index.
 *
 * @example
 * ```ts
 * import { type DerivationPath, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const path: DerivationPath = [44, 144, 7, 0, 0];
 * sandbox.custody.publicKeyOf({ path }); // the XRP key of vault account 7
 * await sandbox.stop();
 * ```
 */
export type DerivationPath = readonly number[];

/**
 * A signature in the form of the API: hex throughout.
 *
 * @example
 * ```ts
 * import { type MessageSignature, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const bare = ({ fullSig }: MessageSignature): MessageSignature => ({ fullSig });
 * sandbox.custody.editSignatures((messages) =>
 *   messages.map((message) => ({ ...message, signature: bare(message.signature) })),
 * );
 * await sandbox.stop();
 * ```
 */
export interface MessageSignature {
  /** 64 bytes in hex, without `0x`: r and s in a row for ECDSA, R and S for EdDSA. */
  readonly fullSig: string;
  /** For ECDSA only: 32 bytes, the first half of `fullSig`. */
  readonly r?: string;
  /** For ECDSA only: 32 bytes, the second half of `fullSig`. Always the lower of the two that are valid. */
  readonly s?: string;
  /** For ECDSA only: the recovery id, 0 or 1 in all but one of 2^127 cases. */
  readonly v?: number;
}

/** The keys that the custody platform holds: each follows from the seed, the algorithm and the path. */
export class CustodyKeys {
  readonly #derive: Derive;
  readonly #secp256k1 = new Map<string, Secp256k1Key>();
  readonly #ed25519 = new Map<string, Ed25519Key>();
  #signatures = 0;

  constructor(derive: Derive) {
    this.#derive = derive;
  }

  /** Hex: 33 bytes compressed or 65 uncompressed for ECDSA, 32 for EdDSA. */
  publicKey(algorithm: CustodyAlgorithm, path: DerivationPath, compressed = true): string {
    if (algorithm === 'MPC_EDDSA_ED25519') return this.#eddsa(path).publicKey;
    const key = this.ecdsa(path);
    return compressed ? key.publicKey : key.uncompressedPublicKey;
  }

  /** Signs a 32-byte digest, or for EdDSA a message. No two signatures of one digest are the same. */
  sign(algorithm: CustodyAlgorithm, path: DerivationPath, content: Uint8Array): MessageSignature {
    if (algorithm === 'MPC_EDDSA_ED25519') return { fullSig: this.#eddsa(path).sign(content) };
    const { r, s, v } = this.ecdsa(path).sign(content, this.nextEntropy());
    return { fullSig: `${r}${s}`, r, s, v };
  }

  ecdsa(path: DerivationPath): Secp256k1Key {
    return found(
      this.#secp256k1,
      `ecdsa ${path.join('/')}`,
      (label) => new Secp256k1Key(this.#derive, label),
    );
  }

  /** 32 bytes that follow from the seed and from how many were asked for before. */
  nextEntropy(): Uint8Array {
    this.#signatures += 1;
    return this.#derive(`signature ${this.#signatures}`).subarray(0, 32);
  }

  #eddsa(path: DerivationPath): Ed25519Key {
    return found(
      this.#ed25519,
      `eddsa ${path.join('/')}`,
      (label) => new Ed25519Key(this.#derive, label),
    );
  }
}

function found<Key>(keys: Map<string, Key>, label: string, make: (label: string) => Key): Key {
  const known = keys.get(label);
  if (known !== undefined) return known;
  const key = make(label);
  keys.set(label, key);
  return key;
}
