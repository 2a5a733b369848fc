import { createHash, verify } from 'node:crypto';
import { concatBytes } from '../../core/bytes.js';
import { CURVE_ORDER, readPublicKey } from '../public-key.js';
import { type RawField, readFields, splitFields } from './blob-reader.js';
import { encodeAccountID } from './ripple.js';

/** What a blob says of itself: its id, and whether what signed it checks out. */
export interface CheckedBlob {
  /** 64 upper-case hex characters. */
  readonly hash: string;
  /** Why the signature is refused, in the server's words; `undefined` when it is good. */
  readonly refusal: string | undefined;
}

const HASH_PREFIX = Uint8Array.of(0x54, 0x58, 0x4e, 0x00);
const SINGLE_PREFIX = Uint8Array.of(0x53, 0x54, 0x58, 0x00);
const MULTI_PREFIX = Uint8Array.of(0x53, 0x4d, 0x54, 0x00);
const SIGNING_PUB_KEY = { type: 7, code: 3 };
const TXN_SIGNATURE = { type: 7, code: 4 };
const ACCOUNT = { type: 8, code: 1 };
const SIGNERS = { type: 15, code: 3 };
const MAX_SIGNERS = 32;

/** Hashes a transaction and verifies its one signature, or all of its signers'. */
export function checkBlob(blob: Uint8Array): CheckedBlob {
  const fields = readFields(blob);
  const hash = sha512Half(concatBytes(HASH_PREFIX, blob)).toString('hex').toUpperCase();
  return { hash, refusal: refusalOf(fields) };
}

function refusalOf(fields: readonly RawField[]): string | undefined {
  const covered = fields.filter((field) => !is(field, TXN_SIGNATURE) && !is(field, SIGNERS));
  const signed = concatBytes(...covered.map((field) => field.bytes));
  const publicKey = contentOf(fields, SIGNING_PUB_KEY) ?? new Uint8Array();
  const signature = contentOf(fields, TXN_SIGNATURE);
  const signers = contentOf(fields, SIGNERS);
  if (publicKey.length === 0) {
    if (signers === undefined) return 'Empty SigningPubKey.';
    if (signature !== undefined) return 'Cannot both single- and multi-sign.';
    return multiSignRefusal(signed, signers, contentOf(fields, ACCOUNT));
  }
  if (signers !== undefined) return 'Cannot both single- and multi-sign.';
  return signatureIsGood(publicKey, signature, concatBytes(SINGLE_PREFIX, signed))
    ? undefined
    : 'Invalid signature.';
}

/** Each signer signs the transaction with its own account id behind it; they come in account order. */
function multiSignRefusal(
  signed: Uint8Array,
  signers: Uint8Array,
  account: Uint8Array | undefined,
): string | undefined {
  const entries = splitFields(signers);
  if (entries.length < 1 || entries.length > MAX_SIGNERS) return 'Invalid Signers array size.';
  let previous = '';
  for (const entry of entries) {
    const fields = readFields(entry.content);
    const id = Buffer.from(contentOf(fields, ACCOUNT) ?? []);
    if (account !== undefined && id.equals(account)) return 'Invalid multisigner.';
    const order = id.toString('hex');
    if (order === previous) return 'Duplicate Signers not allowed.';
    if (order < previous) return 'Unsorted Signers array.';
    previous = order;
    const publicKey = contentOf(fields, SIGNING_PUB_KEY) ?? new Uint8Array();
    const payload = concatBytes(MULTI_PREFIX, signed, id);
    if (!signatureIsGood(publicKey, contentOf(fields, TXN_SIGNATURE), payload)) {
      return `Invalid signature on account ${encodeAccountID(id)}.`;
    }
  }
  return undefined;
}

function signatureIsGood(
  publicKey: Uint8Array,
  signature: Uint8Array | undefined,
  payload: Uint8Array,
): boolean {
  if (signature === undefined || signature.length === 0) return false;
  const key = readPublicKey(publicKey);
  if (key === undefined) return false;
  // Given an EC key, `verify` compares with the hash's first 32 bytes: the ledger's SHA-512Half.
  if (key.asymmetricKeyType === 'ec') {
    return isCanonicalDer(signature) && verify('sha512', payload, key, signature);
  }
  return signature.length === 64 && verify(null, payload, key, signature);
}

/** Strict DER with 0 < r < n and 0 < s <= n/2: the ledger takes no other form since 2020. */
export function isCanonicalDer(signature: Uint8Array): boolean {
  const [tag, length] = signature;
  if (tag !== 0x30 || length !== signature.length - 2) return false;
  const r = readDerInteger(signature, 2);
  const s = r === undefined ? undefined : readDerInteger(signature, r.end);
  if (r === undefined || s === undefined || s.end !== signature.length) return false;
  const inOrder = (value: bigint) => value > 0n && value < CURVE_ORDER;
  return inOrder(r.value) && inOrder(s.value) && s.value <= CURVE_ORDER / 2n;
}

function readDerInteger(der: Uint8Array, at: number): { value: bigint; end: number } | undefined {
  const length = der[at + 1];
  if (der[at] !== 0x02 || length === undefined || length < 1 || length > 33) return undefined;
  const bytes = der.subarray(at + 2, at + 2 + length);
  const [first = 0, second = 0] = bytes;
  if (bytes.length !== length || first >= 0x80) return undefined;
  if (first === 0 && length > 1 && second < 0x80) return undefined;
  return { value: BigInt(`0x${Buffer.from(bytes).toString('hex')}`), end: at + 2 + length };
}

/** The account id of a public key: RIPEMD-160 of SHA-256. */
export function accountOfKey(publicKeyHex: string): string {
  const sha = createHash('sha256').update(Buffer.from(publicKeyHex, 'hex')).digest();
  return encodeAccountID(createHash('ripemd160').update(sha).digest());
}

export function sha512Half(bytes: Uint8Array): Buffer {
  return createHash('sha512').update(bytes).digest().subarray(0, 32);
}

function is(field: RawField, name: { type: number; code: number }): boolean {
  return field.type === name.type && field.code === name.code;
}

function contentOf(
  fields: readonly RawField[],
  name: { type: number; code: number },
): Uint8Array | undefined {
  return fields.find((field) => is(field, name))?.content;
}
