import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToNumberLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from '../core/bytes.js';

const { Point } = ed25519;
const HALF = 32;

/**
 * Whether R||S is a signature as the strictest of the chains' nodes check it: RFC 8032 in its original, cofactorless
 * form (S*B = R + k*A exactly), with canonical encodings and no point of small order. RFC 8032 also allows a laxer
 * form, which accepts signatures that nodes refuse.
 */
export function verifiesEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  if (signature.length !== 2 * HALF || publicKey.length !== HALF) return false;
  if (!ed25519.verify(signature, message, publicKey, { zip215: false })) return false;
  const encodedR = signature.subarray(0, HALF);
  const R = Point.fromBytes(encodedR);
  const A = Point.fromBytes(publicKey);
  const S = bytesToNumberLE(signature.subarray(HALF));
  const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(encodedR, publicKey, message))));
  const expected = Point.BASE.multiplyUnsafe(S).subtract(A.multiplyUnsafe(k));
  return !R.isSmallOrder() && R.equals(expected);
}
