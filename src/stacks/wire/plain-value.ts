import { ClarityType, type ClarityValue } from '@stacks/transactions';

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
    case ClarityType.Int:
    case ClarityType.UInt:
      return BigInt(value.value).toString();
    case ClarityType.BoolTrue:
      return true;
    case ClarityType.BoolFalse:
      return false;
    case ClarityType.Buffer:
      return `0x${value.value}`;
    case ClarityType.OptionalNone:
      return null;
    case ClarityType.OptionalSome:
      return plainValue(value.value);
    case ClarityType.ResponseOk:
      return { ok: plainValue(value.value) };
    case ClarityType.ResponseErr:
      return { err: plainValue(value.value) };
    case ClarityType.List:
      return value.value.map(plainValue);
    case ClarityType.Tuple:
      return Object.fromEntries(
        Object.entries(value.value).map(([name, member]) => [name, plainValue(member)]),
      );
    default:
      return value.value;
  }
}
