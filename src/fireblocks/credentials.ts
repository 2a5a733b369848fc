import { createPrivateKey, createPublicKey, KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ConfigurationError } from '../core/errors.js';

/** The smallest RSA key that RS256 allows (RFC 7518, 3.3). */
const MIN_MODULUS_BITS = 2048;
const PEM = '-----BEGIN';

/**
 * The API user's private key, read once and kept as an opaque KeyObject: parsing PEM on every call would take more
 * than half as long as the signature itself.
 *
 * @throws ConfigurationError that says what is wrong, without showing any part of the key.
 */
export function loadApiSecret(secret: string | KeyObject): KeyObject {
  return loadPrivateKey(secret, 'apiSecret', '; for a path use FireblocksRawSigner.fromKeyFile');
}

/**
 * A private RSA key.
 *
 * @throws ConfigurationError naming `setting`, without showing any part of the key.
 */
export function loadPrivateKey(secret: string | KeyObject, setting: string, hint = ''): KeyObject {
  if (secret instanceof KeyObject) return checkKey(secret, setting);
  if (typeof secret !== 'string' || !secret.includes(PEM)) {
    throw new ConfigurationError(setting, `must be the text of a PEM file${hint}`);
  }
  return checkKey(parsePem(secret, setting), setting);
}

function checkKey(key: KeyObject, setting: string): KeyObject {
  if (key.type !== 'private') {
    throw new ConfigurationError(setting, `must be a private key, this is a ${key.type} key`);
  }
  return checkRsa(key, setting);
}

function checkRsa(key: KeyObject, setting: string): KeyObject {
  if (key.asymmetricKeyType !== 'rsa') {
    throw new ConfigurationError(setting, `must be an RSA key, not ${key.asymmetricKeyType}`);
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < MIN_MODULUS_BITS) {
    throw new ConfigurationError(setting, `must have ${MIN_MODULUS_BITS} bits or more`);
  }
  return key;
}

function parsePem(pem: string, setting: string): KeyObject {
  if (pem.includes('ENCRYPTED')) {
    throw new ConfigurationError(setting, 'is encrypted; give a KeyObject');
  }
  if (!pem.includes('PRIVATE KEY-----')) {
    throw new ConfigurationError(setting, 'is PEM, but not of a private key');
  }
  try {
    return createPrivateKey(pem);
  } catch {
    // The cause may quote the input, so it is left out.
    throw new ConfigurationError(setting, 'looks like a private key, but cannot be read');
  }
}

/**
 * A public RSA key of Fireblocks or its co-signer, to verify their signatures.
 *
 * @throws ConfigurationError naming `setting`. A private key is refused: it must not be here.
 */
export function loadPublicKey(key: string | KeyObject, setting: string): KeyObject {
  const loaded = key instanceof KeyObject ? key : parsePublicPem(key, setting);
  if (loaded.type !== 'public') {
    throw new ConfigurationError(setting, `must be a public key, this is a ${loaded.type} key`);
  }
  return checkRsa(loaded, setting);
}

function parsePublicPem(pem: unknown, setting: string): KeyObject {
  if (typeof pem !== 'string' || !pem.includes(PEM) || pem.includes('PRIVATE KEY')) {
    throw new ConfigurationError(setting, 'must be the text of a PEM file with a public key');
  }
  try {
    return createPublicKey(pem);
  } catch {
    throw new ConfigurationError(setting, 'looks like a public key, but cannot be read');
  }
}

/**
 * Reads a PEM file.
 *
 * @throws ConfigurationError naming the problem with the path (missing, a directory, not permitted).
 */
export function readKeyFile(path: string): KeyObject {
  let pem: string;
  try {
    pem = readFileSync(path, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable';
    throw new ConfigurationError('apiSecretPath', `the key file can't be read (${code})`);
  }
  if (!pem.includes(PEM)) throw new ConfigurationError('apiSecretPath', 'names no PEM file');
  return checkKey(parsePem(pem, 'apiSecretPath'), 'apiSecretPath');
}
