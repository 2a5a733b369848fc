import { isObject } from '../../../core/json.js';
import { requiredFee } from '../apply/transactor.js';
import { currentFee } from '../ledger/fees.js';
import { memoTrouble } from '../memos.js';
import type { LedgerNode } from '../node.js';
import { resultMessage, resultNumber } from '../result-codes.js';
import { encode } from '../ripple.js';
import type { SubmitOutcome } from '../submission/submission.js';
import { Transaction } from '../transaction.js';
import type { Command } from './command.js';
import { InvalidTransaction, missingField, RpcError } from './errors.js';
import { transactionJson } from './transaction-json.js';

export const submit: Command = ({ node, params }) => {
  const blob = params.text('tx_blob');
  if (blob === undefined) {
    if (params.has('tx_json')) {
      throw new RpcError('notSupported', 'Signing is not supported by this server.');
    }
    throw missingField('tx_blob');
  }
  return answer(node, readTransaction(blob), params.flag('fail_hard'));
};

export const submitMultisigned: Command = ({ node, params }) => {
  const json = params.all.tx_json;
  if (!isObject(json)) throw missingField('tx_json');
  let blob: string;
  try {
    blob = encode(json);
  } catch (error) {
    throw new InvalidTransaction(error instanceof Error ? error.message : 'malformed');
  }
  const tx = readTransaction(blob);
  const { hash, ...shown } = answer(node, tx, params.flag('fail_hard'));
  return { hash: hash ?? tx.hash, ...shown };
};

/** @throws InvalidTransaction when the blob is none, or its signature or its memos are not good. */
export function readTransaction(blob: string): Transaction {
  if (!/^(?:[0-9A-Fa-f]{2})+$/.test(blob)) throw new RpcError('invalidParams');
  let tx: Transaction;
  try {
    tx = new Transaction(blob);
  } catch (error) {
    throw new InvalidTransaction(error instanceof Error ? error.message : 'malformed');
  }
  const refusal = tx.refusal ?? memoTrouble(tx);
  if (refusal !== undefined) throw new InvalidTransaction(`fails local checks: ${refusal}`);
  return tx;
}

function answer(node: LedgerNode, tx: Transaction, failHard: boolean): Record<string, unknown> {
  return describe(node, tx, node.submit(tx, failHard));
}

/** What `submit` answers for an outcome, whether it came about or was injected. */
export function describe(
  node: LedgerNode,
  tx: Transaction,
  { result, applied, queued, broadcast, kept }: SubmitOutcome,
): Record<string, unknown> {
  const { fees, validated, openView } = node.ledgers;
  const sequence = openView.account(tx.account)?.Sequence ?? 0;
  return {
    accepted: applied || queued || broadcast || kept,
    account_sequence_available: node.submission.queue.nextSequence(tx.account, sequence),
    account_sequence_next: sequence,
    applied,
    broadcast,
    engine_result: result,
    engine_result_code: resultNumber(result),
    engine_result_message:
      result === 'temUNKNOWN'
        ? `${resultMessage(result)} (The sandbox does not model ${tx.type}.)`
        : resultMessage(result),
    kept,
    open_ledger_cost: `${requiredFee(currentFee(fees), fees, tx)}`,
    queued,
    tx_blob: tx.blob,
    tx_json: { ...transactionJson(tx), hash: tx.hash },
    validated_ledger_index: validated.index,
  };
}
