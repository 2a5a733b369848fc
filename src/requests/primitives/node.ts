import type { KeyObject } from 'node:crypto';
import { ConfigurationError } from '../../core/errors.js';
import { type AlgorithmTraits, keyTypeOf, type RequestAlgorithm, TRAITS } from '../algorithms.js';
import { checkPem, checkRsaBits, sharedSecret, unreadable, wrongKey } from './key-text.js';
import type { KeyDemands, Primitives, RequestKey } from './primitives.js';

export type NodeCrypto = typeof import('node:crypto');

/**
 * Primitives on node:crypto. Keys are parsed once. RSA also signs synchronously, in the form that was tested: in
 * some runtimes the form with a callback never answers.
 */
export function nodePrimitives(crypto: NodeCrypto): Primitives {
  return {
    name: 'node:crypto',
    signingKey(algorithm, secret, demands) {
      const traits = TRAITS[algorithm];
      const key = readKey(crypto, algorithm, secret, 'private', demands);
      return async (message) => signed(crypto, traits, message, key);
    },
    verifyingKey(algorithm, given, demands) {
      const traits = TRAITS[algorithm];
      const key = readKey(crypto, algorithm, given, 'public', demands);
      return async (message, signature) => verifies(crypto, traits, message, key, signature);
    },
    async sha256(bytes) {
      return crypto.createHash('sha256').update(bytes).digest();
    },
  };
}

/** Signs synchronously, however long that takes. */
export function signed(
  crypto: NodeCrypto,
  { family, hash }: AlgorithmTraits,
  message: Uint8Array,
  key: KeyObject,
): Uint8Array {
  return family === 'hmac'
    ? crypto.createHmac(hash, key).update(message).digest()
    : crypto.sign(hash, message, key);
}

/** Whether a signature is right. OpenSSL throws for some malformed signatures; others are only wrong. */
export function verifies(
  crypto: NodeCrypto,
  traits: AlgorithmTraits,
  message: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): boolean {
  if (traits.family === 'hmac') {
    const expected = signed(crypto, traits, message, key);
    return expected.length === signature.length && crypto.timingSafeEqual(expected, signature);
  }
  try {
    return crypto.verify(traits.hash, message, key, signature);
  } catch {
    return false;
  }
}

/** @throws ConfigurationError when it is not a key of this kind for the algorithm. */
export function readKey(
  crypto: NodeCrypto,
  algorithm: RequestAlgorithm,
  given: RequestKey,
  kind: 'private' | 'public',
  demands: KeyDemands,
): KeyObject {
  const { setting } = demands;
  const traits = TRAITS[algorithm];
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
  if (found !== keyTypeOf(traits)) throw wrongKey(demands.setting, algorithm, found);
  if (traits.family === 'rsa') checkRsaBits(modulusLength, demands);
}
