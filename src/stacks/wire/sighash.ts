import { sha512_256 } from '@noble/hashes/sha2.js';
import { concatBytes, hexToBytes } from '../../core/bytes.js';
import { uintHex } from '../../core/hex-codec.js';
import {
  cleared,
  SPONSORED,
  type SpendingCondition,
  STANDARD,
  singleCondition,
} from './authorization.js';

import { encodeTransaction, type WireTransaction } from './wire-transaction.js';

/*
 * What is signed, SIP-005: each signature builds on the hash of the transaction, or on that of the one before.
 */

/** The hash of a transaction, without what is signed last. */
export function initialHash(transaction: WireTransaction): Uint8Array {
  const { origin, sponsor } = transaction.authorization;
  const authorization = {
    origin: cleared(origin),
    // A sender signs before its sponsor is known.
    sponsor: sponsor && singleCondition('00'.repeat(20), { nonce: 0n, fee: 0n }),
  };
  return sha512_256(hexToBytes(encodeTransaction({ ...transaction, authorization })));
}

/** The bytes whose hash a key signs. */
export function signedPreimage(
  before: Uint8Array,
  role: 'origin' | 'sponsor',
  { fee, nonce }: Pick<SpendingCondition, 'fee' | 'nonce'>,
): Uint8Array {
  const kind = role === 'origin' ? STANDARD : SPONSORED;
  const tail = `${uintHex(kind, 1)}${uintHex(fee, 8)}${uintHex(nonce, 8)}`;
  return concatBytes(before, hexToBytes(tail));
}

/** The hash that the next signature builds on. */
export function hashAfter(
  digest: Uint8Array,
  isCompressed: boolean,
  signature: string,
): Uint8Array {
  return sha512_256(concatBytes(digest, hexToBytes(`${isCompressed ? '00' : '01'}${signature}`)));
}
