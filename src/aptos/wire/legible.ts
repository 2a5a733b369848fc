import { decodeArguments, type MoveValue } from './arguments.js';
import { knownFunction } from './known-functions.js';
import type {
  EntryFunction,
  EntryFunctionPayload,
  InnerPayload,
  MultisigPayload,
  RawTransaction,
  ScriptPayload,
  TransactionPayload,
  UnsignedTransaction,
} from './transaction.js';

/** The readable form of a call's arguments, for the framework's own transfers. */
export interface LegibleArguments {
  /** Addresses in the long form, whole numbers as decimal strings; left out for other functions. */
  readonly functionArguments?: readonly MoveValue[];
}

/** What a transaction of the newer form executes. */
export type LegibleExecutable =
  | (EntryFunctionPayload & LegibleArguments)
  | ScriptPayload
  | {
      /** The call that a multisig account has stored on the chain. */
      readonly kind: 'empty';
    };

/** `TransactionPayload` as JSON. */
export type LegiblePayload =
  | (EntryFunctionPayload & LegibleArguments)
  | ScriptPayload
  | (Omit<MultisigPayload, 'call'> & {
      /** Missing if the multisig account has stored the call on the chain. */
      readonly call?: EntryFunction & LegibleArguments;
    })
  | (Omit<InnerPayload, 'executable' | 'replayProtectionNonce'> & {
      /** What is called or run, whatever the form of the payload around it. */
      readonly executable: LegibleExecutable;
      /** Decimal digits; missing unless the transaction is orderless. */
      readonly replayProtectionNonce?: string;
    });

type AsText<Fields> = { readonly [Name in keyof Fields]: string };
type Amounts = 'sequenceNumber' | 'maxGasAmount' | 'gasUnitPrice' | 'expirationTimestampSecs';

/** An `UnsignedTransaction` as JSON: 64-bit numbers are decimal strings. */
export interface LegibleTransaction
  extends Omit<UnsignedTransaction, Amounts | 'payload'>,
    AsText<Pick<RawTransaction, Amounts>> {
  /** What the transaction executes. */
  readonly payload: LegiblePayload;
}

/** A transaction for people and policies to read. */
export function legibleTransaction(transaction: UnsignedTransaction): LegibleTransaction {
  const { sequenceNumber, maxGasAmount, gasUnitPrice, expirationTimestampSecs } = transaction;
  return {
    ...transaction,
    sequenceNumber: sequenceNumber.toString(),
    payload: legiblePayload(transaction.payload),
    maxGasAmount: maxGasAmount.toString(),
    gasUnitPrice: gasUnitPrice.toString(),
    expirationTimestampSecs: expirationTimestampSecs.toString(),
  };
}

function legiblePayload(payload: TransactionPayload): LegiblePayload {
  switch (payload.kind) {
    case 'entry-function':
      return { ...payload, ...legibleArguments(payload) };
    case 'script':
      return payload;
    case 'multisig': {
      const { call, ...rest } = payload;
      return call ? { ...rest, call: { ...call, ...legibleArguments(call) } } : rest;
    }
    case 'inner': {
      const { executable, replayProtectionNonce, ...rest } = payload;
      const nonce = replayProtectionNonce?.toString();
      return {
        ...rest,
        executable:
          executable.kind === 'entry-function'
            ? { ...executable, ...legibleArguments(executable) }
            : executable,
        ...(nonce !== undefined && { replayProtectionNonce: nonce }),
      };
    }
  }
}

/** `undefined` if the bytes do not fit the function's parameters: the chain will refuse them. */
function legibleArguments(call: EntryFunction): LegibleArguments {
  const abi = knownFunction(call.function);
  if (!abi) return {};
  try {
    return { functionArguments: decodeArguments(call, abi) };
  } catch {
    return {};
  }
}
