import { ConfigurationError } from '../../core/errors.js';
import { type AlgorithmTraits, type RequestAlgorithm, traitsOf } from '../algorithms.js';
import { UnsupportedAlgorithmError } from '../errors.js';
import { type KeyFile, readPrivateKey, readPublicKey } from './key-files.js';
import { checkPem, checkRsaBits, sharedSecret, unreadable, wrongKey } from './key-text.js';
import type { KeyDemands, Primitives, RequestKey, Sign, Verify } from './primitives.js';

const NAME = 'WebCrypto';
const WEB_HASH = { sha256: 'SHA-256', sha512: 'SHA-512' } as const;

type WebHash = keyof typeof WEB_HASH;

/**
 * Primitives on WebCrypto, and on noble for what it lacks: SHA-3 and secp256k1, each loaded when a
 * key first needs it. RSA with SHA3-256 is in neither, and refused. Keys are texts; a `KeyObject` is
 * node:crypto's.
 *
 * Chosen by itself where there is no node:crypto; give it to have it where there is.
 *
 * @example
 * ```ts
 * import { RequestSigner, webPrimitives } from 'custody-gateways/requests';
 *
 * const signer = new RequestSigner({
 *   apiKey: 'key-1',
 *   secret: 'a shared secret',
 *   algorithm: 'hmac-sha3-256',
 *   preEncoding: 'base64',
 *   postEncoding: 'base64',
 *   primitives: webPrimitives(),
 * });
 * await signer.headers({ method: 'GET', path: '/v1/accounts' });
 * ```
 */
export function webPrimitives(): Primitives {
  return {
    name: NAME,
    signingKey(algorithm, secret, demands) {
      const traits = traitsOf(algorithm);
      const text = textOf(secret, demands.setting);
      if (traits.family === 'hmac') {
        return hmacSign(traits.hash, sharedSecret(text, demands.setting));
      }
      checkPem(text, 'private', demands.setting);
      const file = readKey(() => readPrivateKey(text), algorithm, traits, demands);
      if (file.type !== 'rsa') {
        return lazily(async () => {
          const { ecdsaSign, isOnCurve } = await import('./web-ecdsa.js');
          if (!isOnCurve(file.type, 'private', file.bytes)) throw unreadable(demands.setting);
          return ecdsaSign(file.type, file.bytes);
        });
      }
      const rsa = rsaAlgorithm(algorithm, traits);
      return lazily(async () => {
        const key = await imported('pkcs8', file.der, rsa, 'sign', demands.setting);
        return async (message) => new Uint8Array(await crypto.subtle.sign(rsa, key, message));
      });
    },
    verifyingKey(algorithm, given, demands) {
      const traits = traitsOf(algorithm);
      const text = textOf(given, demands.setting);
      if (traits.family === 'hmac') {
        return hmacVerify(traits.hash, sharedSecret(text, demands.setting));
      }
      checkPem(text, 'public', demands.setting);
      const file = readKey(() => readPublicKey(text), algorithm, traits, demands);
      if (file.type !== 'rsa') {
        return unlessMalformed(async () => {
          const { ecdsaVerify, isOnCurve } = await import('./web-ecdsa.js');
          if (!isOnCurve(file.type, 'public', file.bytes)) throw unreadable(demands.setting);
          return ecdsaVerify(file.type, file.bytes);
        });
      }
      const rsa = rsaAlgorithm(algorithm, traits);
      return unlessMalformed(async () => {
        const key = await imported('spki', file.der, rsa, 'verify', demands.setting);
        return (message, signature) => crypto.subtle.verify(rsa, key, signature, message);
      });
    },
    async sha256(bytes) {
      return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    },
  };
}

function textOf(given: RequestKey, setting: string): string {
  if (typeof given === 'string') return given;
  throw new ConfigurationError(setting, 'must be a text; a KeyObject needs node:crypto');
}

type Fitting = Exclude<KeyFile, { readonly type: 'another kind' }>;

function readKey(
  read: () => KeyFile,
  algorithm: RequestAlgorithm,
  traits: AlgorithmTraits,
  demands: KeyDemands,
): Fitting {
  let file: KeyFile;
  try {
    file = read();
  } catch {
    throw unreadable(demands.setting);
  }
  const wanted = traits.family === 'rsa' ? 'rsa' : traits.keyAlgorithm.replace('ecdsa-', '');
  if (file.type === 'another kind' || file.type !== wanted) {
    throw wrongKey(demands.setting, algorithm, file.type);
  }
  if (file.type === 'rsa') checkRsaBits(file.bits, demands);
  return file;
}

function isWebHash(hash: string): hash is WebHash {
  return Object.hasOwn(WEB_HASH, hash);
}

function rsaAlgorithm(algorithm: RequestAlgorithm, { hash }: AlgorithmTraits) {
  if (!isWebHash(hash)) throw new UnsupportedAlgorithmError(algorithm, NAME);
  return { name: 'RSASSA-PKCS1-v1_5', hash: WEB_HASH[hash] };
}

function hmacSign(hash: AlgorithmTraits['hash'], secret: Uint8Array): Sign {
  if (!isWebHash(hash)) {
    return async (message) => (await import('./web-sha3.js')).hmacSha3(secret, message);
  }
  return lazily(async () => {
    const key = await importedSecret(secret, WEB_HASH[hash], 'sign');
    return async (message) => new Uint8Array(await crypto.subtle.sign('HMAC', key, message));
  });
}

function hmacVerify(hash: AlgorithmTraits['hash'], secret: Uint8Array): Verify {
  if (!isWebHash(hash)) {
    return async (message, signature) => {
      const { hmacSha3 } = await import('./web-sha3.js');
      return equalInConstantTime(hmacSha3(secret, message), signature);
    };
  }
  return unlessMalformed(async () => {
    const key = await importedSecret(secret, WEB_HASH[hash], 'verify');
    return (message, signature) => crypto.subtle.verify('HMAC', key, signature, message);
  });
}

function importedSecret(secret: Uint8Array, hash: string, usage: 'sign' | 'verify') {
  return crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash }, false, [usage]);
}

async function imported(
  format: 'pkcs8' | 'spki',
  der: Uint8Array,
  algorithm: { readonly name: string; readonly hash: string },
  usage: 'sign' | 'verify',
  setting: string,
) {
  try {
    return await crypto.subtle.importKey(format, der, algorithm, false, [usage]);
  } catch {
    throw unreadable(setting);
  }
}

/** A key is prepared when it is first used, since WebCrypto can do that only asynchronously. */
function lazily(prepare: () => Promise<Sign>): Sign {
  const prepared = once(prepare);
  return async (message) => (await prepared())(message);
}

/** As {@link lazily}; a signature that can't even be read is a wrong one. */
function unlessMalformed(prepare: () => Promise<Verify>): Verify {
  const prepared = once(prepare);
  return async (message, signature) => {
    const verify = await prepared();
    return verify(message, signature).catch(() => false);
  };
}

function once<T>(prepare: () => Promise<T>): () => Promise<T> {
  let prepared: Promise<T> | undefined;
  return () => {
    prepared ??= prepare();
    return prepared;
  };
}

/** Every byte is looked at, wherever the first difference is. */
function equalInConstantTime(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}
