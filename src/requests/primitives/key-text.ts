import { utf8ToBytes } from '../../core/bytes.js';
import { ConfigurationError } from '../../core/errors.js';

const PEM = '-----BEGIN ';

/**
 * The bytes of a shared secret: its text in UTF-8, as in every implementation of the scheme.
 *
 * @throws ConfigurationError for an empty text, and for PEM: a public key as a shared secret would let everyone
 * sign.
 */
export function sharedSecret(text: string, setting: string): Uint8Array {
  if (text === '') throw new ConfigurationError(setting, 'is empty');
  if (text.includes(PEM)) {
    throw new ConfigurationError(setting, 'is a PEM key, where HMAC takes a shared secret');
  }
  return utf8ToBytes(text);
}

/**
 * Checks that a text is PEM of the right kind before a parser sees it.
 *
 * @throws ConfigurationError that says what the text is instead, without showing any of it.
 */
export function checkPem(text: string, kind: 'private' | 'public', setting: string): void {
  if (!text.includes(PEM)) throw new ConfigurationError(setting, 'must be the text of a PEM file');
  if (!text.includes('\n') && text.includes('\\n')) {
    throw new ConfigurationError(setting, 'has the two characters \\n where its lines should end');
  }
  if (text.includes('ENCRYPTED')) {
    throw new ConfigurationError(setting, 'is encrypted; decrypt it first');
  }
  const isPrivate = text.includes('PRIVATE KEY-----');
  if (kind === 'private' && !isPrivate) {
    throw new ConfigurationError(setting, 'is PEM, but not of a private key');
  }
  if (kind === 'public' && isPrivate) {
    throw new ConfigurationError(setting, 'is a private key; verifying takes the public one');
  }
}

/** The error of both parsers for a key they can't read; their own messages may quote the key. */
export function unreadable(setting: string): ConfigurationError {
  return new ConfigurationError(setting, 'looks like a key, but cannot be read');
}

/** The error of both parsers for a key of another algorithm. */
export function wrongKey(setting: string, wanted: string, found: string): ConfigurationError {
  return new ConfigurationError(setting, `must be a key for ${wanted}, this one is for ${found}`);
}

/** @throws ConfigurationError when an RSA key is too small. */
export function checkRsaBits(
  bits: number,
  demands: { readonly setting: string; readonly minRsaBits: number },
): void {
  if (bits >= demands.minRsaBits) return;
  throw new ConfigurationError(
    demands.setting,
    `has ${bits} bits, fewer than the ${demands.minRsaBits} of minRsaBits`,
  );
}
