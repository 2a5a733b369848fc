import { isObject } from '../../core/json.js';
import type { FunctionAbi, FunctionArgument } from '../wire/arguments.js';
import { hexOf } from '../wire/bcs/codec.js';
import type { UnsignedTransaction } from '../wire/transaction.js';

/** A call of an entry function, checked and in one form. */
export interface MoveCall {
  readonly function: string;
  readonly typeArguments: readonly string[];
  readonly functionArguments: readonly FunctionArgument[];
  /** The function's parameters, if the caller gives them. */
  readonly abi?: FunctionAbi | undefined;
  /** The payee, if it is known. */
  readonly pays?: string;
  /** What nodes have to be asked for before its bytes are known, in words for people. */
  readonly asked?: string | undefined;
  /** Its last argument is an amount that was given in whole tokens. */
  readonly counted?: CountedAmount;
}

/** A token: a coin by its type, or a fungible asset by the address of its metadata. */
export type TokenName = { readonly coin: string } | { readonly asset: string };

/** An amount in whole tokens, as a decimal string. */
export interface CountedAmount {
  readonly token: TokenName;
  readonly amount: string;
  /** Given by the caller; then the amount is in the call already. */
  readonly decimals: number | undefined;
}

/** The requested transaction: a call that is built here, or a complete transaction. */
export type AptosInput =
  | { readonly kind: 'call'; readonly call: MoveCall }
  | { readonly kind: 'given'; readonly transaction: UnsignedTransaction };

/** The input that a key is bound to. Bytes are the same input as their hexadecimal, where a function takes either. */
export function canonicalCall({ function: name, typeArguments, functionArguments }: MoveCall) {
  return { function: name, typeArguments, functionArguments: functionArguments.map(inJson) };
}

function inJson(argument: FunctionArgument): unknown {
  if (argument instanceof Uint8Array) return hexOf(argument);
  if (Array.isArray(argument)) return argument.map(inJson);
  if (!isObject(argument)) return argument;
  return Object.fromEntries(Object.entries(argument).map(([name, one]) => [name, inJson(one)]));
}
