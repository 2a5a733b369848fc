import type { JsonObject } from '../core/json.js';
import type { Account } from '../transactions/index.js';
import type { NetworkFacts } from './network.js';
import type { StacksNode } from './node/node.js';
import type { ContractCall, Transfer, UnsignedTransaction } from './wire.js';

/** A transfer of STX; `gross`: the fee is part of the amount. */
interface StxTransfer extends Transfer {
  readonly kind: 'transfer';
  readonly gross: boolean;
}

/** What a call takes of an account beside its fee, so that it is not signed in vain. */
export interface Spending {
  /** `STX`, or a token as `contract::asset`. */
  readonly asset: string;
  /** In the asset's base units. */
  readonly amount: bigint;
  /** What the account can spend of it; for STX the node's word on the account is used. */
  readonly available?: bigint | undefined;
  /** Nothing where it takes none: a caller that counts in base units. */
  readonly decimals: number | undefined;
}

/** A contract call that was put together from what the chain says. */
export interface ComposedCall {
  readonly call: ContractCall;
  /** What has to be read for it is read beside what the call costs; it fails where the call can't be made. */
  readonly spends?: readonly Spending[] | Promise<readonly Spending[]> | undefined;
}

/** What a call is put together from. */
export interface Composing {
  readonly node: StacksNode;
  readonly account: Account;
  readonly network: NetworkFacts;
}

/** What the operators of the network's nodes say alike, as many as have to agree. */
export type Agreed = <T extends number | bigint>(
  work: (node: StacksNode) => Promise<T>,
) => Promise<T>;

/** What is wanted, checked and in one form. */
export type StacksInput =
  | StxTransfer
  | { readonly kind: 'contract-call'; readonly call: ContractCall }
  /** A call whose arguments depend on the chain; it is put together with the other reads. */
  | {
      readonly kind: 'composed';
      /** What makes it what it is: the operation and what the caller gave. */
      readonly intent: JsonObject;
      compose(composing: Composing, agreed: Agreed): Promise<ComposedCall>;
    }
  /** A whole transaction: it stays as it is. */
  | {
      readonly kind: 'given';
      readonly transaction: UnsignedTransaction;
      /** What makes it what it is, where that is not its bytes. */
      readonly intent?: JsonObject | undefined;
    };

/** What the caller has settled of a transaction. */
export interface Wishes {
  /** In microSTX. */
  readonly maxFee: bigint;
  readonly fee: bigint | undefined;
  readonly nonce: bigint | undefined;
  /** It is to take the place of a transaction that waits with its nonce. */
  readonly outruns: boolean;
  /** Whether a call that can't succeed is refused before anybody is asked to approve it. */
  readonly trial: 'refuse' | 'off';
}

/** What is wanted, and what the caller has settled of it. */
export interface StacksCall {
  readonly input: StacksInput;
  readonly wishes: Wishes;
}
