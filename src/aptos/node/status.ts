import type { TransactionStatus } from '../../transactions/index.js';
import {
  type AptosTransactionResult,
  type NodeTransaction,
  outcomeOf,
  resultOf,
} from '../result.js';
import type { UnsignedTransaction } from '../wire/transaction.js';

/** What a node shows of an Aptos transaction. */
export type AptosStatus = TransactionStatus<AptosTransactionResult>;

/** What a node shows under the hash of our signed transaction. */
export function statusOf(found: NodeTransaction, unsigned: UnsignedTransaction): AptosStatus {
  const isAbout =
    'sender' in found &&
    isAddress(found.sender, unsigned.sender) &&
    found.sequence_number === unsigned.sequenceNumber.toString();
  if (!isAbout) {
    return { state: 'unknown', reason: 'the node shows another transaction under this hash' };
  }
  const result = resultOf(found);
  return result ? outcomeOf(result) : { state: 'open', seen: true };
}

/** Nodes leave leading zeros out of some addresses. */
function isAddress(text: unknown, address: string): boolean {
  return typeof text === 'string' && `0x${text.replace(/^0x/, '').padStart(64, '0')}` === address;
}
