import { sha256, sha512 } from '@noble/hashes/sha2.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';
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

const HASHES = { SHA512: sha512, SHA3_256: sha3_256, SHA256: sha256 } as const;

/** @throws ConfigurationError for what is no masking. */
export function maskOf(masking: Masking): Mask {
  if (typeof masking === 'function') return masking;
  if (masking === 'NONE') return (text) => text;
  if (!Object.hasOwn(HASHES, masking)) {
    throw new ConfigurationError('masking', 'must be NONE, SHA512, SHA3_256, SHA256 or a function');
  }
  const hash = HASHES[masking];
  return (text) => bytesToHex(hash(utf8ToBytes(text)));
}
