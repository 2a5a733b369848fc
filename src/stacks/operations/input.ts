import type { JsonObject } from '../../core/json.js';
import type { Account } from '../../transactions/index.js';
import type { NetworkFacts } from '../network.js';
import type { Agreed } from '../node/ledger.js';
import type { StacksNode } from '../node/node.js';
import type { ContractCall, Transfer, UnsignedTransaction } from '../wire/transaction.js';

/** A transfer of STX; `gross`: the fee is part of the amount. */
interface StxTransfer extends Transfer {
  readonly kind: 'transfer';
  readonly gross: boolean;
}

/** The amount that a call takes from an account in addition to its fee, so that an uncovered call is not signed. */
export interface Spending {
  /** `STX`, or a token as `contract::asset`. */
  readonly asset: string;
  /** In the asset's base units. */
  readonly amount: bigint;
  /** The amount that the account can spend; for STX it is read from the node. */
  readonly available?: bigint | undefined;
  /** `undefined` where none are needed: for a caller that counts in base units. */
  readonly decimals: number | undefined;
}

/** A contract call that was composed from the state of the chain. */
export interface ComposedCall {
  readonly call: ContractCall;
  /** Its reads run in parallel with the fee request; rejects if the call can't be made. */
  readonly spends?: readonly Spending[] | Promise<readonly Spending[]> | undefined;
}

/** The facts that a call is composed from. */
export interface Composing {
  readonly node: StacksNode;
  readonly account: Account;
  readonly network: NetworkFacts;
}

/** The requested transaction, checked and in one form. */
export type StacksInput =
  | StxTransfer
  | { readonly kind: 'contract-call'; readonly call: ContractCall }
  /** A call whose arguments depend on the chain; it is composed in parallel with the other reads. */
  | {
      readonly kind: 'composed';
      /** Its identity: the operation and the caller's parameters. */
      readonly intent: JsonObject;
      /** What nodes have to be asked for that the caller could have given. */
      readonly askedOfNodes?: string | undefined;
      compose(composing: Composing, agreed: Agreed): Promise<ComposedCall>;
    }
  /** A complete transaction: it stays as it is. */
  | {
      readonly kind: 'given';
      readonly transaction: UnsignedTransaction;
      /** Its identity, if that is not its bytes. */
      readonly intent?: JsonObject | undefined;
    };

/** The caller's choices for a transaction. */
export interface Wishes {
  /** In microSTX. */
  readonly maxFee: bigint;
  readonly fee: bigint | undefined;
  readonly nonce: bigint | undefined;
  /** It is to replace a waiting transaction with the same nonce: the one with this id, where the caller names it. */
  readonly replaces: boolean | string;
  /** The fee to exceed: of what it replaces, which no node may have. */
  readonly above?: bigint | undefined;
  /** Whether a call that can't succeed is refused before its approval is requested. */
  readonly trial: 'refuse' | 'off';
}

/** The requested transaction, and the caller's choices for it. */
export interface StacksCall {
  readonly input: StacksInput;
  readonly wishes: Wishes;
}
