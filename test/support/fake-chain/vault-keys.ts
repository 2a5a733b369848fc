import { createHash } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { RawSignature, SigningMessage } from '../../../src/signer/index.js';
import { contentOf } from './custody-request.js';

/** By the key of the vault account that the message names. */
export function sign(message: SigningMessage): RawSignature {
  const [recoveryId = 0, ...bytes] = signDigest(contentOf(message), message.key.id);
  return { encoding: 'compact', bytes: Uint8Array.from(bytes), recoveryId };
}

/** The recovery id, r and s. */
export function signDigest(digest: Uint8Array, vault: string): Uint8Array {
  return secp256k1.sign(digest, secretOf(vault), { prehash: false, format: 'recovered' });
}

function secretOf(vault: string): Uint8Array {
  return createHash('sha256').update(`key of vault ${vault}`).digest();
}

const publicKeys = new Map<string, Uint8Array>();

export function publicKeyOf(vault: string): Uint8Array {
  const known = publicKeys.get(vault) ?? secp256k1.getPublicKey(secretOf(vault), true);
  publicKeys.set(vault, known);
  return known;
}
