import type { KeyObject } from 'node:crypto';
import { ConfigurationError } from '../../core/errors.js';
import { type AlgorithmTraits, type RequestAlgorithm, traitsOf } from '../algorithms.js';
import { checkPem, checkRsaBits, sharedSecret, unreadable, wrongKey } from './key-text.js';
import type { KeyDemands, Primitives, RequestKey } from './primitives.js';

type NodeCrypto = typeof import('node:crypto');

/**
 * Primitives on node:crypto. Keys are parsed once; RSA signs off the main thread, since that takes
 * long enough to be felt.
 */
export function nodePrimitives(crypto: NodeCrypto): Primitives {
  return {
    name: 'node:crypto',
    signingKey(algorithm, secret, demands) {
      const traits = traitsOf(algorithm);
      const key = readKey(crypto, algorithm, secret, 'private', demands);
      switch (traits.family) {
        case 'hmac':
          return async (message) => crypto.createHmac(traits.hash, key).update(message).digest();
        case 'rsa':
          return (message) =>
            new Promise((resolve, reject) => {
              crypto.sign(traits.hash, message, key, (error, signature) =>
                error === null ? resolve(signature) : reject(error),
              );
            });
        case 'ecdsa':
          return async (message) => crypto.sign(traits.hash, message, key);
      }
    },
    verifyingKey(algorithm, given, demands) {
      const { family, hash } = traitsOf(algorithm);
      const key = readKey(crypto, algorithm, given, 'public', demands);
      if (family !== 'hmac') {
        return async (message, signature) => verifies(crypto, hash, message, key, signature);
      }
      return async (message, signature) => {
        const expected = crypto.createHmac(hash, key).update(message).digest();
        return expected.length === signature.length && crypto.timingSafeEqual(expected, signature);
      };
    },
    async sha256(bytes) {
      return crypto.createHash('sha256').update(bytes).digest();
    },
  };
}

/** OpenSSL throws at some malformed signatures, where others are merely wrong. */
function verifies(
  crypto: NodeCrypto,
  hash: string,
  message: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): boolean {
  try {
    return crypto.verify(hash, message, key, signature);
  } catch {
    return false;
  }
}

function readKey(
  crypto: NodeCrypto,
  algorithm: RequestAlgorithm,
  given: RequestKey,
  kind: 'private' | 'public',
  demands: KeyDemands,
): KeyObject {
  const { setting } = demands;
  const traits = traitsOf(algorithm);
  const wanted = traits.family === 'hmac' ? 'secret' : kind;
  const key = keyObject(crypto, given, wanted, setting);
  if (key.type !== wanted) {
    throw new ConfigurationError(setting, `must be a ${wanted} key, this is a ${key.type} key`);
  }
  checkFits(key, algorithm, traits, demands);
  return key;
}

function keyObject(
  crypto: NodeCrypto,
  given: unknown,
  wanted: 'private' | 'public' | 'secret',
  setting: string,
): KeyObject {
  if (given instanceof crypto.KeyObject) return given;
  if (typeof given !== 'string') {
    throw new ConfigurationError(setting, 'must be a text or a KeyObject');
  }
  if (wanted === 'secret') return crypto.createSecretKey(sharedSecret(given, setting));
  checkPem(given, wanted, setting);
  try {
    return wanted === 'private' ? crypto.createPrivateKey(given) : crypto.createPublicKey(given);
  } catch {
    throw unreadable(setting);
  }
}

function checkFits(
  key: KeyObject,
  algorithm: RequestAlgorithm,
  traits: AlgorithmTraits,
  demands: KeyDemands,
): void {
  if (traits.family === 'hmac') {
    if (!key.symmetricKeySize) throw new ConfigurationError(demands.setting, 'is empty');
    return;
  }
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  const found = namedCurve ?? key.asymmetricKeyType ?? 'something else';
  const wanted = traits.family === 'rsa' ? 'rsa' : curveName(traits.keyAlgorithm);
  if (found !== wanted) throw wrongKey(demands.setting, algorithm, found);
  if (traits.family === 'rsa') checkRsaBits(modulusLength, demands);
}

function curveName(keyAlgorithm: string): string {
  return keyAlgorithm.replace('ecdsa-', '');
}
