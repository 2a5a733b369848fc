import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex } from '../core/bytes.js';
import type { Derive } from './seed.js';

/** An ECDSA signature over a digest: low-S, r and s as 64 hex digits each. */
export interface EcdsaSignature {
  readonly r: string;
  readonly s: string;
  /** The recovery id, 0 or 1 in all but one of 2^127 cases. */
  readonly v: number;
}

/** A secp256k1 key of a sandbox, worth nothing anywhere else. */
export class Secp256k1Key {
  readonly #secret: Uint8Array;
  /** Compressed, 66 lower-case hex digits. */
  readonly publicKey: string;

  constructor(derive: Derive, label: string) {
    this.#secret = validSecret(derive, label);
    this.publicKey = bytesToHex(secp256k1.getPublicKey(this.#secret, true));
  }

  /** Uncompressed, 130 lower-case hex digits. */
  get uncompressedPublicKey(): string {
    return bytesToHex(secp256k1.getPublicKey(this.#secret, false));
  }

  /** `entropy` makes signatures of one digest differ, as they do where many parties sign. */
  sign(digest: Uint8Array, entropy: Uint8Array): EcdsaSignature {
    const signature = secp256k1.sign(digest, this.#secret, {
      prehash: false,
      lowS: true,
      extraEntropy: entropy,
      format: 'recovered',
    });
    const hex = bytesToHex(signature);
    return { v: Number.parseInt(hex.slice(0, 2), 16), r: hex.slice(2, 66), s: hex.slice(66) };
  }
}

/** An ed25519 key of a sandbox. */
export class Ed25519Key {
  readonly #secret: Uint8Array;
  /** 64 lower-case hex digits. */
  readonly publicKey: string;

  constructor(derive: Derive, label: string) {
    this.#secret = derive(label).subarray(0, 32);
    this.publicKey = bytesToHex(ed25519.getPublicKey(this.#secret));
  }

  /** R and S, 128 hex digits. */
  sign(message: Uint8Array): string {
    return bytesToHex(ed25519.sign(message, this.#secret));
  }
}

function validSecret(derive: Derive, label: string): Uint8Array {
  for (let round = 0; ; round += 1) {
    const secret = derive(`${label} ${round}`).subarray(0, 32);
    if (secp256k1.utils.isValidSecretKey(secret)) return secret;
  }
}

/** r and s in strict DER, upper-case hex: what the XRP Ledger carries. */
export function derOf({ r, s }: EcdsaSignature): string {
  const body = `${derInteger(r)}${derInteger(s)}`;
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`.toUpperCase();
}

function derInteger(hex: string): string {
  const digits = BigInt(`0x${hex}`).toString(16);
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  const positive = Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even;
  return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
}
