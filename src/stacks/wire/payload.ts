import { Cl, deserializeCV, deserializeTransaction } from '@stacks/transactions';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import type { StacksNetworkKind } from '../network.js';
import { contentIn, modeOf } from './content.js';
import { TRANSACTION_TYPE } from './payload-kinds.js';
import { legiblePostCondition } from './post-conditions.js';
import { type ContractCall, parseTransaction, type UnsignedTransaction } from './transaction.js';

/** The effect of a transaction, for people and policies to read. */
export type LegibleContent =
  | {
      readonly kind: 'transfer';
      readonly recipient: string;
      /** In microSTX. */
      readonly amount: string;
      readonly memo: string;
    }
  | {
      readonly kind: 'contract-call';
      /** `address.name`. */
      readonly contract: string;
      readonly functionName: string;
      /** As Clarity: `u100`, `'SP...`, `(some 0x00)`. */
      readonly functionArgs: readonly string[];
    }
  /** Anything else, such as a contract to be deployed: its bytes say what. */
  | { readonly kind: 'other' };

/** A transaction as JSON: whole numbers are decimal strings. */
export interface LegibleStacksTransaction {
  readonly kind: 'transaction';
  readonly network: StacksNetworkKind;
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: string;
  /** In microSTX. */
  readonly fee: string;
  readonly postConditionMode: ContractCall['postConditionMode'];
  readonly postConditions: readonly Readonly<Record<string, unknown>>[];
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
  const wire = deserializeTransaction(hex);
  const conditions = wire.postConditions.values.filter((one) => 'conditionType' in one);
  return {
    kind: 'transaction',
    network,
    chainId,
    sender,
    nonce: `${nonce}`,
    fee: `${fee}`,
    postConditionMode: modeOf(wire.postConditionMode),
    postConditions: conditions.map(legiblePostCondition),
    content: legibleContent(wire),
  };
}

function legibleContent(wire: ReturnType<typeof deserializeTransaction>): LegibleContent {
  const content = contentIn(wire);
  if (!content) return { kind: 'other' };
  if (content.kind === 'transfer') return { ...content, amount: `${content.amount}` };
  const { kind, contract, functionName, functionArgs } = content;
  const args = functionArgs.map((arg) => Cl.stringify(deserializeCV(arg)));
  return { kind, contract, functionName, functionArgs: args };
}
