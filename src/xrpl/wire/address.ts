import * as z from 'zod/mini';
import { concatBytes } from '../../core/bytes.js';
import { decodeChecked, encodeChecked } from './base58.js';

/** What an account's id begins with in its address; this is why addresses begin with `r`. */
const VERSION = Uint8Array.of(0);

const ID_LENGTH = 20;

/** A classic address: `r...`, with its checksum. */
export const address = z
  .string()
  .check(z.refine(isClassicAddress, 'must be a classic address (r...)'));

export function isClassicAddress(text: string): boolean {
  return accountIdOf(text) !== undefined;
}

/** The 20 bytes that a classic address stands for; `undefined` for other text. */
export function accountIdOf(text: string): Uint8Array | undefined {
  const bytes = decodeChecked(text);
  const isAddress = bytes?.length === VERSION.length + ID_LENGTH && bytes[0] === VERSION[0];
  return isAddress ? bytes.subarray(VERSION.length) : undefined;
}

/** The classic address of an account's id. */
export function addressOfId(id: Uint8Array): string {
  return encodeChecked(concatBytes(VERSION, id));
}
