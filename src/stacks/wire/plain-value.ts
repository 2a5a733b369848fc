import type { ClarityValue } from './clarity-value.js';

/** A Clarity value as plain JSON, for people and policies to read; it can't be converted back. */
export type PlainValue =
  | string
  | boolean
  | null
  | readonly PlainValue[]
  | { readonly [member: string]: PlainValue };

/**
 * Numbers become decimal text, buffers hexadecimal text behind `0x`, tuples objects, lists arrays, and `none`
 * becomes null. A response keeps its kind: `{ ok }` or `{ err }`.
 */
export function plainValue(value: ClarityValue): PlainValue {
  switch (value.type) {
    case 'int':
    case 'uint':
      return `${value.value}`;
    case 'true':
      return true;
    case 'false':
      return false;
    case 'buffer':
      return `0x${value.value}`;
    case 'none':
      return null;
    case 'some':
      return plainValue(value.value);
    case 'ok':
      return { ok: plainValue(value.value) };
    case 'err':
      return { err: plainValue(value.value) };
    case 'list':
      return value.value.map(plainValue);
    case 'tuple':
      return Object.fromEntries(
        Object.entries(value.value).map(([name, member]) => [name, plainValue(member)]),
      );
    default:
      return value.value;
  }
}
