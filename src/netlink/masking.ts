import { ConfigurationError } from '../core/errors.js';

/**
 * Hides a withdrawal's address and tag from the provider, as its registration says. The specification names the
 * hashes and not the form of their text: here it is lower-case hex of the UTF-8 text, without a salt. For a
 * provider with another form, give a function.
 */
export type Masking =
  | 'NONE'
  | 'SHA512'
  | 'SHA3_256'
  | 'SHA256'
  | ((text: string) => string | Promise<string>);

type Mask = (text: string) => string | Promise<string>;

const HASHES = ['SHA512', 'SHA3_256', 'SHA256'];

/** @throws ConfigurationError for an unknown masking. */
export function maskOf(masking: Masking): Mask {
  if (typeof masking === 'function') return masking;
  if (masking === 'NONE') return (text) => text;
  if (!HASHES.includes(masking)) {
    throw new ConfigurationError('masking', 'must be NONE, SHA512, SHA3_256, SHA256 or a function');
  }
  // Loaded before anything is sent, and only if used: few providers require one.
  return async (text) => (await import('./mask-hashes.js')).hashed(masking, text);
}
