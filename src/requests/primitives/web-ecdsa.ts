/** ECDSA without node:crypto. Loaded when the first such key is used, since the curves are larger than all the rest. */
import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { parseCompact, parseDer, toCompact, toDer } from '../../signer/ecdsa.js';
import { asciiText, encodeBase64 } from '../text-encodings.js';
import { unreadable } from './key-text.js';
import type { Sign, Verify } from './primitives.js';
import type { CurveKey, Means } from './web-keys.js';

const P256 = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const SHA256 = { name: 'ECDSA', hash: 'SHA-256' } as const;

/** By WebCrypto on prime256v1, by noble on secp256k1. */
export function ecdsaMeans(key: CurveKey, setting: string): Means {
  const { utils } = key.type === 'secp256k1' ? secp256k1 : p256;
  return {
    async sign() {
      if (!utils.isValidSecretKey(key.bytes)) throw unreadable(setting);
      return signWith(key);
    },
    async verify() {
      if (!utils.isValidPublicKey(key.bytes)) throw unreadable(setting);
      return verifyWith(key);
    },
  };
}

async function signWith({ type, bytes: secret }: CurveKey): Promise<Sign> {
  if (type === 'secp256k1') {
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

/** Any s is accepted: the scheme has no rule for it. */
async function verifyWith({ type, bytes: point }: CurveKey): Promise<Verify> {
  if (type === 'secp256k1') {
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

function base64url(bytes: Uint8Array): string {
  return asciiText(encodeBase64(bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/(?<!=)=+$/, '');
}
