import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { StacksNetworkKind } from '../network.js';
import { decodeValue } from './clarity-codec.js';
import { clarityText } from './clarity-text.js';
import { contentIn } from './content.js';
import { TRANSACTION_TYPE } from './payload-kinds.js';
import { decodePostCondition, legiblePostCondition } from './post-conditions.js';
import { type ContractCall, parseTransaction, type UnsignedTransaction } from './transaction.js';
import { decodeTransaction, type WireTransaction } from './wire-transaction.js';

/** The effect of a transaction, for people and policies to read. */
export type LegibleContent =
  | {
      /** A transfer of STX. One of a token is a contract call. */
      readonly kind: 'transfer';
      /** An address, or a contract as `address.name`. */
      readonly recipient: string;
      /** In microSTX. */
      readonly amount: string;
      /** As text, without the zero bytes at its end; empty if there is none. */
      readonly memo: string;
    }
  | {
      /** A call of a contract's function. */
      readonly kind: 'contract-call';
      /** `address.name`. */
      readonly contract: string;
      /** A public function of the contract. */
      readonly functionName: string;
      /** As Clarity: `u100`, `'SP...`, `(some 0x00)`. */
      readonly functionArgs: readonly string[];
    }
  /** Anything else, such as a contract to be deployed: its bytes say what. */
  | {
      /** Neither a transfer of STX nor a contract call. */
      readonly kind: 'other';
    };

/** A transaction as JSON: whole numbers are decimal strings. */
export interface LegibleStacksTransaction {
  /** Tells it from structured data, whose `kind` is `structured-data`. */
  readonly kind: 'transaction';
  /** The kind of network that its bytes are for. */
  readonly network: StacksNetworkKind;
  /** The one chain that takes it: 1 is mainnet, 2147483648 testnet. */
  readonly chainId: number;
  /** The address of the account that signs it and pays its fee. */
  readonly sender: string;
  /** The sender's, a decimal string. */
  readonly nonce: string;
  /** In microSTX. */
  readonly fee: string;
  /**
   * What happens when assets move that no post-condition covers: `allow`, `deny`, or `originator`, which denies it
   * for those of the signer only.
   */
  readonly postConditionMode: ContractCall['postConditionMode'];
  /** As `@stacks/transactions` has them, with amounts as decimal strings and ids of NFTs as Clarity. */
  readonly postConditions: readonly Readonly<Record<string, unknown>>[];
  /** Its effect, read from its bytes. */
  readonly content: LegibleContent;
}

/** The payload that goes to the approvers together with a digest. */
interface StacksPayload {
  readonly type: 'StacksTransaction';
  /** Serialized, with an empty signature: hexadecimal behind `0x`. */
  readonly hex: string;
  /** The readable form of the bytes. */
  readonly transaction: LegibleStacksTransaction;
}

export function payloadOf(transaction: UnsignedTransaction): StacksPayload {
  return { type: TRANSACTION_TYPE, hex: `0x${transaction.hex}`, transaction: legible(transaction) };
}

/** The transaction in a payload's bytes, whatever its other fields say; `undefined` when it holds none. */
export function rebuild(payload: unknown): UnsignedTransaction | undefined {
  try {
    return isObject(payload) ? transactionIn(payload) : undefined;
  } catch {
    return undefined;
  }
}

/** @throws InvalidInputError for what is not one unsigned transaction. */
export function transactionIn({ type, hex }: Record<string, unknown>): UnsignedTransaction {
  if (type !== TRANSACTION_TYPE) {
    throw new InvalidInputError('type', `must be ${TRANSACTION_TYPE}`);
  }
  if (typeof hex !== 'string' || !/^0x[0-9a-f]+$/.test(hex)) {
    throw new InvalidInputError('hex', 'must be hexadecimal behind 0x');
  }
  const unsigned = parseTransaction(hex.slice(2), 'hex');
  if (`0x${unsigned.hex}` !== hex) throw new InvalidInputError('hex', 'must have no signature');
  return unsigned;
}

/** The readable form of a transaction. */
export function legible(unsigned: UnsignedTransaction): LegibleStacksTransaction {
  const { hex, network, chainId, sender, nonce, fee } = unsigned;
  const wire = decodeTransaction(hex);
  return {
    kind: 'transaction',
    network,
    chainId,
    sender,
    nonce: `${nonce}`,
    fee: `${fee}`,
    postConditionMode: wire.postConditionMode,
    postConditions: wire.postConditions.map((one) =>
      legiblePostCondition(decodePostCondition(one)),
    ),
    content: legibleContent(wire),
  };
}

function legibleContent(wire: WireTransaction): LegibleContent {
  const content = contentIn(wire);
  if (!content) return { kind: 'other' };
  if (content.kind === 'transfer') return { ...content, amount: `${content.amount}` };
  const { kind, contract, functionName, functionArgs } = content;
  const args = functionArgs.map((arg) => clarityText(decodeValue(arg)));
  return { kind, contract, functionName, functionArgs: args };
}
