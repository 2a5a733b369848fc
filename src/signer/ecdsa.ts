import { p256 } from '@noble/curves/nist.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { InvalidSignatureError } from './errors.js';

/** An ECDSA signature as its two numbers. */
export interface EcdsaSignature {
  /** Above zero, and below the order of the curve. */
  readonly r: bigint;
  /** Above zero, and below the order of the curve. {@link toLowS} brings it into the lower half. */
  readonly s: bigint;
}

/** The two ECDSA algorithms of this package. */
export type EcdsaAlgorithm = 'ecdsa-secp256k1' | 'ecdsa-prime256v1';

/** The curve behind an algorithm. */
export function curveOf(algorithm: EcdsaAlgorithm) {
  return algorithm === 'ecdsa-secp256k1' ? secp256k1 : p256;
}

function orderOf(algorithm: EcdsaAlgorithm): bigint {
  return curveOf(algorithm).Point.Fn.ORDER;
}

/** Both numbers must lie in 1..n-1 (SEC 1, 4.1.4); anything else is no signature. */
function checkRange({ r, s }: EcdsaSignature, algorithm: EcdsaAlgorithm): EcdsaSignature {
  const order = orderOf(algorithm);
  if (r <= 0n || r >= order) throw new InvalidSignatureError('r is out of range');
  if (s <= 0n || s >= order) throw new InvalidSignatureError('s is out of range');
  return { r, s };
}

/**
 * Reads r||s, two times 32 bytes.
 *
 * @throws InvalidSignatureError on another length, or numbers out of range.
 */
export function parseCompact(
  bytes: Uint8Array,
  algorithm: EcdsaAlgorithm = 'ecdsa-secp256k1',
): EcdsaSignature {
  if (bytes.length !== 64) {
    throw new InvalidSignatureError(`r||s has ${bytes.length} bytes instead of 64`);
  }
  return checkRange(
    { r: toNumber(bytes.subarray(0, 32)), s: toNumber(bytes.subarray(32)) },
    algorithm,
  );
}

/** Writes r||s, two times 32 bytes. */
export function toCompact({ r, s }: EcdsaSignature): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set(toBytes(r), 0);
  bytes.set(toBytes(s), 32);
  return bytes;
}

/**
 * Reads a strict DER signature: `30 len 02 len r 02 len s` and nothing after it, each number
 * positive and written in the fewest bytes (X.690, 8.3 and 10.1; BIP-66).
 *
 * @throws InvalidSignatureError on everything else.
 */
export function parseDer(
  bytes: Uint8Array,
  algorithm: EcdsaAlgorithm = 'ecdsa-secp256k1',
): EcdsaSignature {
  const body = readTlv(bytes, 0x30, 'sequence');
  if (body.rest.length > 0) throw new InvalidSignatureError('bytes follow the DER sequence');
  const r = readTlv(body.value, 0x02, 'r');
  const s = readTlv(r.rest, 0x02, 's');
  if (s.rest.length > 0) throw new InvalidSignatureError('bytes follow s');
  return checkRange({ r: readInteger(r.value, 'r'), s: readInteger(s.value, 's') }, algorithm);
}

/** Writes strict DER. */
export function toDer({ r, s }: EcdsaSignature): Uint8Array {
  const body = [...derInteger(r), ...derInteger(s)];
  return Uint8Array.from([0x30, body.length, ...body]);
}

/**
 * The same signature with s in the lower half of the group, which both secp256k1 chains require (XRPL since
 * 2020-07-03, Stacks since 2026). Negating s flips the parity bit of the recovery id.
 */
export function toLowS(
  signature: EcdsaSignature,
  algorithm: EcdsaAlgorithm = 'ecdsa-secp256k1',
): EcdsaSignature & {
  /** Whether s was in the upper half, so that it was negated. */
  readonly flipped: boolean;
} {
  const order = orderOf(algorithm);
  const flipped = signature.s > order / 2n;
  return { r: signature.r, s: flipped ? order - signature.s : signature.s, flipped };
}

/**
 * The id from which the public key can be recovered: bit 0 is the parity of R's y, bit 1 says that R's x was larger
 * than the order. `undefined` when no id gives this key: then the signature is not valid.
 */
export function recoveryIdOf(
  signature: EcdsaSignature,
  digest: Uint8Array,
  publicKey: Uint8Array,
): number | undefined {
  if (!secp256k1.utils.isValidPublicKey(publicKey)) return undefined;
  const wanted = secp256k1.Point.fromBytes(publicKey);
  return [0, 1, 2, 3].find((id) => recovered(toCompact(signature), id, digest)?.equals(wanted));
}

/**
 * The key that made a signature over a digest, `undefined` if none can have made it.
 *
 * @param signature - A recovery id in one byte, then r||s.
 */
export function recoverKey(
  signature: Uint8Array,
  digest: Uint8Array,
  isCompressed: boolean,
): Uint8Array | undefined {
  const [id = 0] = signature;
  return recovered(signature.subarray(1), id, digest)?.toBytes(isCompressed);
}

function recovered(compact: Uint8Array, id: number, digest: Uint8Array) {
  try {
    return secp256k1.Signature.fromBytes(compact).addRecoveryBit(id).recoverPublicKey(digest);
  } catch {
    // Ids 2 and 3 exist only for an r small enough that r + n is still a field element.
    return undefined;
  }
}

interface Tlv {
  readonly value: Uint8Array;
  readonly rest: Uint8Array;
}

/** Lengths up to 127 only: no signature of a 256-bit curve needs the long form. */
function readTlv(bytes: Uint8Array, tag: number, name: string): Tlv {
  const [actualTag, length] = bytes;
  if (actualTag !== tag) throw new InvalidSignatureError(`${name} is missing from the DER`);
  if (length === undefined || length > 0x7f || bytes.length < 2 + length) {
    throw new InvalidSignatureError(`${name} has a wrong DER length`);
  }
  return { value: bytes.subarray(2, 2 + length), rest: bytes.subarray(2 + length) };
}

function readInteger(value: Uint8Array, name: string): bigint {
  const [first, second] = value;
  if (first === undefined) throw new InvalidSignatureError(`${name} is empty`);
  if (first & 0x80) throw new InvalidSignatureError(`${name} is negative`);
  if (first === 0 && (second === undefined || !(second & 0x80))) {
    throw new InvalidSignatureError(`${name} is zero or has a needless leading zero`);
  }
  if (value.length > 33) throw new InvalidSignatureError(`${name} is too long`);
  return toNumber(value);
}

function derInteger(value: bigint): number[] {
  let bytes = [...toBytes(value)];
  const first = bytes.findIndex((byte) => byte !== 0);
  if (first === -1) throw new InvalidSignatureError('zero has no place in a signature');
  bytes = bytes.slice(first);
  if ((bytes[0] ?? 0) & 0x80) bytes.unshift(0);
  return [0x02, bytes.length, ...bytes];
}

function toNumber(bytes: Uint8Array): bigint {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return value;
}

function toBytes(value: bigint): Uint8Array {
  if (value < 0n || value >> 256n) throw new InvalidSignatureError('a number exceeds 256 bits');
  const bytes = new Uint8Array(32);
  for (let index = 31, left = value; index >= 0; index--, left >>= 8n) {
    bytes[index] = Number(left & 0xffn);
  }
  return bytes;
}
