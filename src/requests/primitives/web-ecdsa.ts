/**
 * ECDSA where there is no node:crypto. Loaded when the first such key is used, since the curves weigh
 * more than all the rest.
 */
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { parseCompact, parseDer, toCompact, toDer } from '../../signer/ecdsa.js';
import { asciiText, encodeBase64 } from '../text-encodings.js';
import type { Sign, Verify } from './primitives.js';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** Signs with a secret number of 32 bytes: by WebCrypto on prime256v1, by noble on secp256k1. */
export async function ecdsaSign(
  curve: 'prime256v1' | 'secp256k1',
  secret: Uint8Array,
): Promise<Sign> {
  if (curve === 'secp256k1') {
    return async (message) => secp256k1.sign(message, secret, { format: 'der' });
  }
  const point = p256.getPublicKey(secret, false);
  const x = base64url(point.subarray(1, 33));
  const y = base64url(point.subarray(33));
  const jwk = { kty: 'EC', crv: 'P-256', d: base64url(secret), x, y };
  const key = await crypto.subtle.importKey('jwk', jwk, P256, false, ['sign']);
  return async (message) => {
    const compact = await crypto.subtle.sign(SHA256, key, message);
    return toDer(parseCompact(new Uint8Array(compact), 'ecdsa-prime256v1'));
  };
}

/** Verifies with a public point of 33 or 65 bytes. Any s is accepted: the scheme has no rule on it. */
export async function ecdsaVerify(
  curve: 'prime256v1' | 'secp256k1',
  point: Uint8Array,
): Promise<Verify> {
  if (curve === 'secp256k1') {
    return async (message, signature) => {
      const compact = toCompact(parseDer(signature, 'ecdsa-secp256k1'));
      return secp256k1.verify(compact, message, point, { lowS: false });
    };
  }
  const raw = p256.Point.fromBytes(point).toBytes(false);
  const key = await crypto.subtle.importKey('raw', raw, P256, false, ['verify']);
  return async (message, signature) => {
    const compact = toCompact(parseDer(signature, 'ecdsa-prime256v1'));
    return crypto.subtle.verify(SHA256, key, compact, message);
  };
}

/** Whether the bytes are a number or a point of the curve at all. */
export function isOnCurve(
  curve: 'prime256v1' | 'secp256k1',
  kind: 'private' | 'public',
  bytes: Uint8Array,
): boolean {
  const { utils } = curve === 'secp256k1' ? secp256k1 : p256;
  return kind === 'private' ? utils.isValidSecretKey(bytes) : utils.isValidPublicKey(bytes);
}

function base64url(bytes: Uint8Array): string {
  return asciiText(encodeBase64(bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=*$/, '');
}
