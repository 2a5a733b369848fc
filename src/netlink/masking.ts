import { ConfigurationError } from '../core/errors.js';

/**
 * What hides a withdrawal's address and tag from the provider, as its registration says. The
 * specification names the hashes and not how their text is written: here it is lower-case hex of the
 * UTF-8 text, without a salt. Where a provider has it otherwise, give a function.
 */
export type Masking =
  | 'NONE'
  | 'SHA512'
  | 'SHA3_256'
  | 'SHA256'
  | ((text: string) => string | Promise<string>);

type Mask = (text: string) => string | Promise<string>;

const HASHES = ['SHA512', 'SHA3_256', 'SHA256'];

/** @throws ConfigurationError for what is no masking. */
export function maskOf(masking: Masking): Mask {
  if (typeof masking === 'function') return masking;
  if (masking === 'NONE') return (text) => text;
  if (!HASHES.includes(masking)) {
    throw new ConfigurationError('masking', 'must be NONE, SHA512, SHA3_256, SHA256 or a function');
  }
  // Before anything is sent: few providers want one.
  return async (text) => (await import('./mask-hashes.js')).hashed(masking, text);
}
