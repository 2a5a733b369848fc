import { ConfigurationError } from '../../core/errors.js';
import { keyTypeOf, type RequestAlgorithm, TRAITS } from '../algorithms.js';
import { UnsupportedAlgorithmError } from '../errors.js';
import { type KeyFile, readPrivateKey, readPublicKey } from './key-files.js';
import { checkPem, checkRsaBits, sharedSecret, unreadable, wrongKey } from './key-text.js';
import type { KeyDemands, Primitives, RequestKey } from './primitives.js';
import type { Means, WebKey } from './web-keys.js';

const NAME = 'WebCrypto';

/**
 * Primitives on WebCrypto, and on noble for what it lacks: SHA-3 and secp256k1, each loaded when a key first
 * needs it. Neither has RSA with SHA3-256, so it is refused. Keys are texts; a `KeyObject` belongs to
 * node:crypto.
 *
 * Used automatically for the algorithms that the runtime's node:crypto lacks; give it to use it for all of them.
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
    check,
    signingKey(algorithm, secret, demands) {
      const key = readKey(algorithm, secret, 'private', demands);
      const prepared = once(async () => (await meansFor(key, demands.setting)).sign());
      return async (message) => (await prepared())(message);
    },
    verifyingKey(algorithm, given, demands) {
      const key = readKey(algorithm, given, 'public', demands);
      const prepared = once(async () => (await meansFor(key, demands.setting)).verify());
      return async (message, signature) => {
        const verify = await prepared();
        // A signature that can't be parsed is a wrong one.
        return verify(message, signature).catch(() => false);
      };
    },
    async sha256(bytes) {
      return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    },
  };
}

/** @throws UnsupportedAlgorithmError before the key is read. */
function readKey(
  algorithm: RequestAlgorithm,
  given: RequestKey,
  kind: 'private' | 'public',
  demands: KeyDemands,
): WebKey {
  check(algorithm);
  const { setting } = demands;
  if (typeof given !== 'string') {
    const needed = `a KeyObject needs a node:crypto that has ${algorithm}`;
    throw new ConfigurationError(setting, `must be a text; ${needed}`);
  }
  const traits = TRAITS[algorithm];
  const { family, hash } = traits;
  if (family === 'hmac') {
    const bytes = sharedSecret(given, setting);
    return hash === 'sha3-256' ? { type: 'hmac-sha3', bytes } : { type: 'hmac', hash, bytes };
  }
  checkPem(given, kind, setting);
  const file = keyFile(given, kind, setting);
  if (file.type === 'another kind' || file.type !== keyTypeOf(traits)) {
    throw wrongKey(setting, algorithm, file.type);
  }
  if (file.type !== 'rsa') return file;
  checkRsaBits(file.bits, demands);
  return { type: 'rsa', hash, pkcs1: file.pkcs1 };
}

/** Each library is loaded for the first key that needs it. */
async function meansFor(key: WebKey, setting: string): Promise<Means> {
  switch (key.type) {
    case 'hmac-sha3':
      return (await import('./web-sha3.js')).sha3Means(key);
    case 'hmac':
    case 'rsa':
      return (await import('./web-subtle.js')).subtleMeans(key, setting);
    default:
      return (await import('./web-ecdsa.js')).ecdsaMeans(key, setting);
  }
}

/** All that is known at once about both libraries is whether the runtime has what they need. */
function check(algorithm: RequestAlgorithm): void {
  if (algorithm === 'hmac-sha3-256') return;
  const { crypto } = globalThis;
  // noble blinds its computations with a curve's secret.
  const needed = algorithm === 'ecdsa-secp256k1-sha256' ? crypto?.getRandomValues : crypto?.subtle;
  if (algorithm === 'rsa-sha3-256' || !needed) throw new UnsupportedAlgorithmError(algorithm, NAME);
}

function keyFile(text: string, kind: 'private' | 'public', setting: string): KeyFile {
  try {
    return kind === 'private' ? readPrivateKey(text) : readPublicKey(text);
  } catch {
    throw unreadable(setting);
  }
}

/** A key is prepared when it is first used, since WebCrypto can do that only asynchronously. */
function once<T>(prepare: () => Promise<T>): () => Promise<T> {
  let prepared: Promise<T> | undefined;
  return () => {
    prepared ??= prepare();
    return prepared;
  };
}
