import type { EcdsaAlgorithm } from '../signer/ecdsa.js';
import type { SigningAlgorithm } from '../signer/raw-signer.js';

/**
 * How a request is signed. RSA is PKCS#1 v1.5; ECDSA gives DER; SHA3-256 is that of FIPS 202, not
 * Keccak. The hash of ECDSA is always SHA-256.
 */
export type RequestAlgorithm =
  | 'hmac-sha512'
  | 'hmac-sha3-256'
  | 'hmac-sha256'
  | 'rsa-sha512'
  | 'rsa-sha3-256'
  | 'rsa-sha256'
  | 'ecdsa-prime256v1-sha256'
  | 'ecdsa-secp256k1-sha256';

/** The hashes of the scheme, by their OpenSSL names. */
export type HashName = 'sha256' | 'sha512' | 'sha3-256';

/** The properties of an algorithm. */
export type AlgorithmTraits =
  | {
      readonly family: 'hmac' | 'rsa';
      readonly hash: HashName;
      readonly keyAlgorithm: SigningAlgorithm;
    }
  | { readonly family: 'ecdsa'; readonly hash: 'sha256'; readonly keyAlgorithm: EcdsaAlgorithm };

const withHash = <Family extends 'hmac' | 'rsa', Hash extends HashName>(
  family: Family,
  hash: Hash,
): AlgorithmTraits => ({ family, hash, keyAlgorithm: `${family}-${hash}` });

const ecdsa = (keyAlgorithm: EcdsaAlgorithm): AlgorithmTraits => ({
  family: 'ecdsa',
  hash: 'sha256',
  keyAlgorithm,
});

/** The properties of every algorithm, in the order of the documentation. */
export const TRAITS: Readonly<Record<RequestAlgorithm, AlgorithmTraits>> = {
  'hmac-sha512': withHash('hmac', 'sha512'),
  'hmac-sha3-256': withHash('hmac', 'sha3-256'),
  'hmac-sha256': withHash('hmac', 'sha256'),
  'rsa-sha512': withHash('rsa', 'sha512'),
  'rsa-sha3-256': withHash('rsa', 'sha3-256'),
  'rsa-sha256': withHash('rsa', 'sha256'),
  'ecdsa-prime256v1-sha256': ecdsa('ecdsa-prime256v1'),
  'ecdsa-secp256k1-sha256': ecdsa('ecdsa-secp256k1'),
};

/** The length of a hash, which is also that of an HMAC with it. */
export function hashBytes(hash: HashName): number {
  return hash === 'sha512' ? 64 : 32;
}

/** The kind of its asymmetric key, as OpenSSL calls it: `rsa`, `prime256v1` or `secp256k1`. */
export function keyTypeOf({ family, keyAlgorithm }: AlgorithmTraits): string {
  return family === 'rsa' ? family : keyAlgorithm.replace('ecdsa-', '');
}
