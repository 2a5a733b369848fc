import { bytesToHex } from '../../core/bytes.js';

/**
 * A value of Clarity. Types and values are named as `@stacks/transactions` names them, so that the values of that
 * library's users are such values.
 */
export type ClarityValue =
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'true' | 'false' | 'none' }
  /** Hexadecimal. */
  | { readonly type: 'buffer'; readonly value: string }
  /** An address, and `address.name`. */
  | { readonly type: 'address' | 'contract'; readonly value: string }
  | { readonly type: 'ok' | 'err' | 'some'; readonly value: ClarityValue }
  | { readonly type: 'list'; readonly value: readonly ClarityValue[] }
  | { readonly type: 'tuple'; readonly value: Readonly<Record<string, ClarityValue>> }
  | { readonly type: 'ascii' | 'utf8'; readonly value: string };

export const NONE: ClarityValue = { type: 'none' };

export function some(value: ClarityValue): ClarityValue {
  return { type: 'some', value };
}

export function uint(value: bigint | number): ClarityValue {
  return { type: 'uint', value: BigInt(value) };
}

export function buffer(bytes: Uint8Array): ClarityValue {
  return { type: 'buffer', value: bytesToHex(bytes) };
}

/** An account, or a contract as `address.name`. */
export function principal(text: string): ClarityValue {
  return { type: text.includes('.') ? 'contract' : 'address', value: text };
}

export function ascii(text: string): ClarityValue {
  return { type: 'ascii', value: text };
}

export function tuple(members: Readonly<Record<string, ClarityValue>>): ClarityValue {
  return { type: 'tuple', value: members };
}
