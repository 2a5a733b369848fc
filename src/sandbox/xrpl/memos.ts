import type { Transaction } from './transaction.js';

const MAX_BYTES = 1_024;
const MEMO_FIELDS: readonly string[] = ['MemoType', 'MemoData', 'MemoFormat'];
/** Alphanumeric characters, and these (RFC 3986). */
const SYMBOLS = "-._~:/?#[]@!$&'()*+,;=%";

/** Why a node's local checks refuse a transaction for its memos, in the node's own words; `undefined` if they don't. */
export function memoTrouble(tx: Transaction): string | undefined {
  const memos = tx.objects('Memos', 'Memo');
  if (memos.reduce((sum, memo) => sum + sizeOf(memo), 0) > MAX_BYTES) {
    return 'The memo exceeds the maximum allowed size.';
  }
  for (const [name, hex] of memos.flatMap((memo) => Object.entries(memo))) {
    if (!MEMO_FIELDS.includes(name)) {
      return 'A memo may contain only MemoType, MemoData or MemoFormat fields.';
    }
    if (name === 'MemoData' || [...Buffer.from(String(hex), 'hex')].every(isOfUrls)) continue;
    return 'The MemoType and MemoFormat fields may only contain characters that are allowed in URLs under RFC 3986.';
  }
  return undefined;
}

/** In the list's own encoding: each memo has a byte before and behind it, each field one before it, and its length. */
function sizeOf(memo: Readonly<Record<string, unknown>>): number {
  const sizes = Object.values(memo).map((hex) => String(hex).length / 2);
  return sizes.reduce((sum, size) => sum + 1 + (size > 192 ? 2 : 1) + size, 2);
}

function isOfUrls(byte: number): boolean {
  const character = String.fromCharCode(byte);
  return /^[0-9A-Za-z]$/.test(character) || SYMBOLS.includes(character);
}
