import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { concatBytes, equalBytes } from '../../core/bytes.js';

/** Longer than any address. To decode much longer text would take long. */
const MAX_LENGTH = 64;

const CHECKSUM = 4;

/** Bytes as text: base58 with the ledger's alphabet, and a checksum behind them. */
export function encodeChecked(bytes: Uint8Array): string {
  return base58xrp.encode(concatBytes(bytes, checksumOf(bytes)));
}

/** `undefined` for what has no such bytes, or another checksum. */
export function decodeChecked(text: string): Uint8Array | undefined {
  const all = text.length > MAX_LENGTH ? undefined : decoded(text);
  if (!all) return undefined;
  const bytes = all.subarray(0, -CHECKSUM);
  return equalBytes(checksumOf(bytes), all.subarray(-CHECKSUM)) ? bytes : undefined;
}

function decoded(text: string): Uint8Array | undefined {
  try {
    return base58xrp.decode(text);
  } catch {
    return undefined;
  }
}

function checksumOf(bytes: Uint8Array): Uint8Array {
  return sha256(sha256(bytes)).subarray(0, CHECKSUM);
}
