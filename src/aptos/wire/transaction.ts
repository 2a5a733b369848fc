/** A call of an entry function, with its arguments as the chain takes them. */
export interface EntryFunction {
  /** `address::module::function`, the address as AIP-40 prints it: `0x1::aptos_account::transfer`. */
  readonly function: string;
  /** Move types, as the chain prints them. */
  readonly typeArguments: readonly string[];
  /** The BCS of each argument, in hexadecimal behind `0x`; signers are not among them. */
  readonly arguments: readonly string[];
}

/** One call of an entry function. */
export interface EntryFunctionPayload extends EntryFunction {
  /** The chain's `EntryFunction`, as a payload or inside the newer form. */
  readonly kind: 'entry-function';
}

/** An argument of a script, which says its own type. */
export interface ScriptArgument {
  /** `serialized` is the BCS of any other type. */
  readonly type:
    | 'u8'
    | 'u16'
    | 'u32'
    | 'u64'
    | 'u128'
    | 'u256'
    | 'i8'
    | 'i16'
    | 'i32'
    | 'i64'
    | 'i128'
    | 'i256'
    | 'bool'
    | 'address'
    | 'vector<u8>'
    | 'serialized';
  /** Decimal digits, `true` or `false`, or hexadecimal behind `0x`. */
  readonly value: string;
}

/** Compiled code that comes along with its transaction. */
export interface ScriptPayload {
  /** The chain's `Script`, as a payload or inside the newer form. */
  readonly kind: 'script';
  /** Hexadecimal behind `0x`. */
  readonly code: string;
  /** Move types, as the chain prints them. */
  readonly typeArguments: readonly string[];
  /** In the order of the script's parameters; signers are not among them. */
  readonly arguments: readonly ScriptArgument[];
}

/** The owners of an account execute a call that they agreed on: the one given here, or the one stored on the chain. */
export interface MultisigPayload {
  /** The chain's `Multisig`. */
  readonly kind: 'multisig';
  /** The account whose owners agreed, in the long form. */
  readonly multisigAddress: string;
  /** Missing if the account has stored the call on the chain. */
  readonly call?: EntryFunction;
}

/** The newer form of all of these; only this form can go without a sequence number (AIP-123). */
export interface InnerPayload {
  /** The chain's `Payload`, which has the other kinds inside. */
  readonly kind: 'inner';
  /** `empty` executes the call that a multisig account has stored. */
  readonly executable:
    | EntryFunctionPayload
    | ScriptPayload
    | {
        /** The call that a multisig account has stored on the chain. */
        readonly kind: 'empty';
      };
  /** The account whose owners agreed, in the long form; missing if the sender acts for itself. */
  readonly multisigAddress?: string;
  /** Stands in for the sequence number, which is 2^64 - 1 then. */
  readonly replayProtectionNonce?: bigint;
}

export type TransactionPayload =
  | EntryFunctionPayload
  | ScriptPayload
  | MultisigPayload
  | InnerPayload;

/** A transaction as its sender signs it, if it is the only signer. Addresses are in the long form. */
export interface RawTransaction {
  /** The account whose number the transaction spends, and which pays unless there is a fee payer. */
  readonly sender: string;
  /** The sender's number. In an orderless transaction the chain ignores it. */
  readonly sequenceNumber: bigint;
  readonly payload: TransactionPayload;
  /** Gas units. */
  readonly maxGasAmount: bigint;
  /** Octas a gas unit. */
  readonly gasUnitPrice: bigint;
  /** Unix time in seconds. The chain accepts it only before then. */
  readonly expirationTimestampSecs: bigint;
  /** 1 is Aptos, 2 its testnet, 126 Movement, 250 its testnet. */
  readonly chainId: number;
}

/**
 * A transaction, and the signers beside its sender. With either of the two further fields the chain requires
 * another signing message, even if `secondarySignerAddresses` is empty; beside a fee payer an empty list is left
 * out.
 */
export interface UnsignedTransaction extends RawTransaction {
  /** The accounts that sign beside the sender, in the order in which the function takes their signers. */
  readonly secondarySignerAddresses?: readonly string[];
  /** The payer of the gas. */
  readonly feePayerAddress?: string;
}

/** The sequence number of an orderless transaction: 2^64 - 1. */
export const ORDERLESS_SEQUENCE_NUMBER = 2n ** 64n - 1n;

/** Whether a transaction is signed as one with several signers. */
export function concernsSeveral(transaction: UnsignedTransaction): boolean {
  const { secondarySignerAddresses, feePayerAddress } = transaction;
  return secondarySignerAddresses !== undefined || feePayerAddress !== undefined;
}

/** All accounts that must sign, in the order of {@link signedTransaction}'s authenticators. */
export function signersOf(transaction: UnsignedTransaction): readonly string[] {
  const { sender, secondarySignerAddresses = [], feePayerAddress } = transaction;
  return [sender, ...secondarySignerAddresses, ...(feePayerAddress ? [feePayerAddress] : [])];
}
