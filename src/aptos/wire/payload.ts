import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { bytesOfHex, hexOf } from './bcs/codec.js';
import {
  decodeRawTransaction,
  decodeRawTransactionWithData,
  encodeUnsigned,
} from './bcs/transaction.js';
import { type LegibleTransaction, legibleTransaction } from './legible.js';
import { concernsSeveral, type UnsignedTransaction } from './transaction.js';

/** The payload that goes to the approvers together with a message. */
export interface AptosPayload {
  /** The type of the bytes; the two are signed with different prefixes. */
  readonly type: 'RawTransaction' | 'RawTransactionWithData';
  /** Hexadecimal behind `0x`. */
  readonly bcs: string;
  /** The signer of this request, if it is not the sender: a secondary signer, or the payer of the gas. */
  readonly signer?: string;
  /**
   * The vault account of that key at the custody platform. Only a process that resumes the request uses it;
   * nothing else trusts it.
   */
  readonly vaultAccountId?: string;
  /** The readable form of the bytes. */
  readonly transaction: LegibleTransaction;
}

/** The payload for the signing request of one of a transaction's signers. */
export function payloadOf(
  transaction: UnsignedTransaction,
  signer = transaction.sender,
  vaultAccountId?: string,
): AptosPayload {
  return {
    type: concernsSeveral(transaction) ? 'RawTransactionWithData' : 'RawTransaction',
    bcs: hexOf(encodeUnsigned(transaction)),
    ...(signer !== transaction.sender && { signer }),
    ...(vaultAccountId !== undefined && { vaultAccountId }),
    transaction: legibleTransaction(transaction),
  };
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
export function transactionIn({ type, bcs }: Record<string, unknown>): UnsignedTransaction {
  if (typeof bcs !== 'string') throw new InvalidInputError('bcs', 'must be hexadecimal behind 0x');
  const bytes = bytesOfHex(bcs, 'bcs');
  if (type === 'RawTransaction') return decodeRawTransaction(bytes, 'bcs');
  if (type === 'RawTransactionWithData') return decodeRawTransactionWithData(bytes, 'bcs');
  throw new InvalidInputError('type', 'must be RawTransaction or RawTransactionWithData');
}
