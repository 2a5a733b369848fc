import { concatBytes, hexToBytes } from '../core/bytes.js';
import { ConfigurationError } from '../core/errors.js';
import { curveOf } from './ecdsa.js';
import type { PublicKey } from './raw-signer.js';

/** `SubjectPublicKeyInfo` up to the key's own bytes (RFC 5480, RFC 8410); all lengths are fixed. */
const SPKI_HEADS = {
  'ecdsa-prime256v1': '3059301306072a8648ce3d020106082a8648ce3d030107034200',
  'ecdsa-secp256k1': '3056301006072a8648ce3d020106052b8104000a034200',
  'eddsa-ed25519': '302a300506032b6570032100',
} as const;

const LINE = /.{1,64}/g;

/**
 * A public key in PEM (SPKI), with its point uncompressed: the form in which providers and other verifiers expect a
 * key that the custody platform holds.
 *
 * @throws ConfigurationError for HMAC, which has no public key, and for bytes that are no key.
 *
 * @example
 * ```ts
 * import { LocalRawSigner, publicKeyPem } from 'custody-gateways/signer';
 *
 * const signer = new LocalRawSigner({ seed: 'development only', quiet: true });
 * const key = await signer.getPublicKey({ algorithm: 'ecdsa-secp256k1', id: '0' });
 * publicKeyPem(key); // -----BEGIN PUBLIC KEY-----...
 * ```
 */
export function publicKeyPem(publicKey: PublicKey): string {
  const base64 = btoa(String.fromCharCode(...spkiOf(publicKey)));
  return `-----BEGIN PUBLIC KEY-----\n${base64.replace(LINE, '$&\n')}-----END PUBLIC KEY-----\n`;
}

function spkiOf({ algorithm, bytes }: PublicKey): Uint8Array {
  switch (algorithm) {
    case 'ecdsa-secp256k1':
    case 'ecdsa-prime256v1':
      return behind(SPKI_HEADS[algorithm], uncompressed(algorithm, bytes));
    case 'eddsa-ed25519':
      if (bytes.length !== 32) throw notAKey();
      return behind(SPKI_HEADS[algorithm], bytes);
    case 'rsa-sha256':
    case 'rsa-sha512':
    case 'rsa-sha3-256':
      return bytes;
    default:
      throw new ConfigurationError('publicKey', `${algorithm} has none`);
  }
}

function uncompressed(
  algorithm: 'ecdsa-secp256k1' | 'ecdsa-prime256v1',
  bytes: Uint8Array,
): Uint8Array {
  try {
    return curveOf(algorithm).Point.fromBytes(bytes).toBytes(false);
  } catch {
    throw notAKey();
  }
}

function notAKey(): ConfigurationError {
  return new ConfigurationError('publicKey', 'is not a key of its algorithm');
}

function behind(head: string, bytes: Uint8Array): Uint8Array {
  return concatBytes(hexToBytes(head), bytes);
}
