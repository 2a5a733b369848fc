import type { FunctionArgument } from '../arguments.js';
import type { UnsignedTransaction } from '../transaction.js';

/** A call of an entry function, checked and in one form. */
export interface MoveCall {
  readonly function: string;
  readonly typeArguments: readonly string[];
  readonly functionArguments: readonly FunctionArgument[];
  /** Who is paid, where that is known. */
  readonly pays?: string;
}

/** What is wanted: a call that is built here, or a whole transaction. */
export type AptosInput =
  | { readonly kind: 'call'; readonly call: MoveCall }
  | { readonly kind: 'given'; readonly transaction: UnsignedTransaction };
