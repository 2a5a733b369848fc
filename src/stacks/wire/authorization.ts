import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, uintHex } from '../../core/hex-codec.js';
import { readEach } from './primitives.js';

/** Who signs a transaction, or pays for it, with which nonce and fee (SIP-005). */
export type SpendingCondition = {
  /** How the account follows from its keys. */
  readonly hashMode: number;
  /** The hash in the account's address: 40 hexadecimal characters. */
  readonly signer: string;
  readonly nonce: bigint;
  /** In microSTX. */
  readonly fee: bigint;
} & (SingleSignature | SeveralSignatures);

interface SingleSignature {
  readonly kind: 'single';
  readonly isCompressed: boolean;
  /** The recovery id, r and s: 130 hexadecimal characters. */
  readonly signature: string;
}

interface SeveralSignatures {
  readonly kind: 'several';
  /** The keys and signatures, as their bytes. */
  readonly fields: readonly string[];
  /** How many signatures are needed. */
  readonly required: number;
}

/** Its sender alone, or its sender and who pays for it. */
export interface Authorization {
  readonly origin: SpendingCondition;
  readonly sponsor: SpendingCondition | undefined;
}

/** The hash mode of a key's own address. */
export const P2PKH = 0;
export const STANDARD = 4;
export const SPONSORED = 5;

const SINGLE: ReadonlySet<number> = new Set([P2PKH, 2]);
/** The last two are of SIP-027. */
const SEVERAL: ReadonlySet<number> = new Set([1, 3, 5, 7]);

const SIGNATURE_BYTES = 65;

/** Stands where a signature will be. */
export const NO_SIGNATURE = '00'.repeat(SIGNATURE_BYTES);

export function authorizationHex({ origin, sponsor }: Authorization): string {
  if (!sponsor) return `${uintHex(STANDARD, 1)}${conditionHex(origin)}`;
  return `${uintHex(SPONSORED, 1)}${conditionHex(origin)}${conditionHex(sponsor)}`;
}

/** @throws InvalidInputError */
export function readAuthorization(reader: ByteReader): Authorization {
  const kind = reader.count(1);
  if (kind !== STANDARD && kind !== SPONSORED) {
    throw new InvalidInputError('', 'is of a kind of authorization that does not exist');
  }
  const origin = readCondition(reader);
  return { origin, sponsor: kind === SPONSORED ? readCondition(reader) : undefined };
}

function conditionHex(condition: SpendingCondition): string {
  const { hashMode, signer, nonce, fee } = condition;
  const head = `${uintHex(hashMode, 1)}${signer}${uintHex(nonce, 8)}${uintHex(fee, 8)}`;
  if (condition.kind === 'single') {
    return `${head}${condition.isCompressed ? '00' : '01'}${condition.signature}`;
  }
  const { fields, required } = condition;
  return `${head}${uintHex(fields.length, 4)}${fields.join('')}${uintHex(required, 2)}`;
}

function readCondition(reader: ByteReader): SpendingCondition {
  const hashMode = reader.count(1);
  const common = { hashMode, signer: reader.hex(20), nonce: reader.uint(8), fee: reader.uint(8) };
  if (SINGLE.has(hashMode)) {
    const isCompressed = reader.count(1) === 0;
    return { ...common, kind: 'single', isCompressed, signature: reader.hex(SIGNATURE_BYTES) };
  }
  if (!SEVERAL.has(hashMode)) throw new InvalidInputError('', 'has an unknown kind of account');
  const fields = readEach(reader, () => readField(reader));
  return { ...common, kind: 'several', fields, required: reader.count(2) };
}

/** A key of 33 bytes, or a signature; each with a compressed or an uncompressed key. */
function readField(reader: ByteReader): string {
  const kind = reader.count(1);
  if (kind > 3) throw new InvalidInputError('', 'has neither a key nor a signature');
  return `${uintHex(kind, 1)}${reader.hex(kind < 2 ? 33 : SIGNATURE_BYTES)}`;
}

/** The same without what is signed last: signatures, nonce and fee. */
export function cleared(condition: SpendingCondition): SpendingCondition {
  const empty = { ...condition, nonce: 0n, fee: 0n };
  return empty.kind === 'single' ? { ...empty, signature: NO_SIGNATURE } : { ...empty, fields: [] };
}

/** A key's own, without its signature. */
export function singleCondition(
  signer: string,
  { nonce, fee }: Pick<SpendingCondition, 'nonce' | 'fee'>,
): SpendingCondition & SingleSignature {
  const key = { kind: 'single', isCompressed: true, signature: NO_SIGNATURE } as const;
  return { hashMode: P2PKH, signer, nonce, fee, ...key };
}
