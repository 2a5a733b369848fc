import * as z from 'zod/mini';
import { hex } from './fields.js';

/** The ledger takes at most this many bytes of memos a transaction. */
const MAX_MEMO_BYTES = 1_024;
/** What a memo takes beside its contents, in bytes; a little more than the encoding needs. */
const MEMO_OVERHEAD_BYTES = 16;

const memoHex = hex({ min: 1, max: MAX_MEMO_BYTES });

/**
 * The bytes of what URLs may have, in hexadecimal: letters, digits and -._~:/?#[]@!$&'()*+,;=% (RFC 3986). A node
 * refuses a memo with anything else in the two fields that name its kind.
 */
export const URL_HEX = /^(?:2[13-9A-F]|[35][\dABDF]|4.|6[^0]|7[\dAE])*$/i;
/** Why such a field is refused. */
export const NOT_OF_URLS = 'must be of URL characters, in hexadecimal';

const memoName = memoHex.check(z.regex(URL_HEX, NOT_OF_URLS));

const memoFields = z
  .strictObject({
    /** The memo itself, in hexadecimal. */
    MemoData: z.optional(memoHex),
    /** What kind of memo it is (RFC 5988 relation): characters that URLs may have, in hexadecimal. */
    MemoType: z.optional(memoName),
    /** How it is encoded (a MIME type): characters that URLs may have, in hexadecimal. */
    MemoFormat: z.optional(memoName),
  })
  .check(
    z.refine(
      (memo) => Object.values(memo).some((value) => value !== undefined),
      'must have MemoData, MemoType or MemoFormat',
    ),
  );

/** Memos in the ledger's own form, `{ Memo: {...} }`, or without the wrapping. */
export const memos = z
  .array(
    z.union([
      z.strictObject({
        /** The ledger's wrapping of each memo, which may be left out. */
        Memo: memoFields,
      }),
      memoFields,
    ]),
  )
  .check(
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
