import * as z from 'zod/mini';
import { fromHex } from '../core/bytes.js';

const MAX_UINT32 = 0xffff_ffff;
/** The ledger takes at most this many bytes of memos a transaction. */
const MAX_MEMO_BYTES = 1_024;
/** What a memo costs beside its contents; a little more than the encoding really needs. */
const MEMO_OVERHEAD_BYTES = 16;

/** A whole number of 32 bits. */
export const uint32 = z.int().check(z.gte(0), z.lte(MAX_UINT32));

/** The same, but not zero. */
export const positiveUint32 = z.int().check(z.gte(1), z.lte(MAX_UINT32));

/** 256 bits as 64 hexadecimal characters. */
export const hash256 = hex({ bytes: 32 });

/** More than these a transaction does not take (rippled, `maxCredentialsArraySize`). */
const MAX_CREDENTIALS = 8;

/** Ids of credentials in the ledger (XLS-70), for a destination that takes payments of their holders alone. */
export const credentialIds = z.array(hash256).check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(MAX_CREDENTIALS),
  z.refine((ids) => new Set(ids).size === ids.length, 'must name each credential once'),
);

/** Hexadecimal of a given size, in bytes; upper case in the transaction. */
export function hex(size: { readonly bytes: number } | { min: number; max: number }) {
  const { min, max } = 'bytes' in size ? { min: size.bytes, max: size.bytes } : size;
  const range = min === max ? `${min * 2}` : `${min * 2} to ${max * 2}`;
  return z.string().check(
    z.refine((text) => {
      const bytes = text.length <= max * 2 ? fromHex(text) : undefined;
      return bytes !== undefined && bytes.length >= min;
    }, `must be hexadecimal, ${range} characters`),
    z.overwrite((text) => text.toUpperCase()),
  );
}

const memoHex = hex({ min: 1, max: MAX_MEMO_BYTES });

const memoFields = z
  .strictObject({
    /** The memo itself, in hexadecimal. */
    MemoData: z.optional(memoHex),
    /** What kind of memo it is (RFC 5988 relation), in hexadecimal. */
    MemoType: z.optional(memoHex),
    /** How it is encoded (a MIME type), in hexadecimal. */
    MemoFormat: z.optional(memoHex),
  })
  .check(
    z.refine(
      (memo) => Object.values(memo).some((value) => value !== undefined),
      'must have MemoData, MemoType or MemoFormat',
    ),
  );

/** Memos in the ledger's own form, `{ Memo: {...} }`, or without the wrapping. */
export const memos = z.array(z.union([z.strictObject({ Memo: memoFields }), memoFields])).check(
  z.minLength(1, 'must not be empty'),
  z.refine(
    (list) => memoBytes(list) <= MAX_MEMO_BYTES,
    `must have ${MAX_MEMO_BYTES} bytes at most, all together`,
  ),
);

type MemoInput = z.output<typeof memos>[number];

function fieldsOf(memo: MemoInput): z.output<typeof memoFields> {
  return 'Memo' in memo ? memo.Memo : memo;
}

function memoBytes(list: readonly MemoInput[]): number {
  const contents = list.flatMap((memo) => Object.values(fieldsOf(memo)));
  const characters = contents.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  return characters / 2 + list.length * MEMO_OVERHEAD_BYTES;
}

/** The transaction's Memos, if there are any. */
export function memosField(list: readonly MemoInput[] | undefined) {
  return list?.map((memo) => ({ Memo: fieldsOf(memo) }));
}

/** Fields without those that are `undefined`. */
export function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
