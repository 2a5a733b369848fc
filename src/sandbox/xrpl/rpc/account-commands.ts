import { ACCOUNT_FLAGS, has } from '../ledger/entries.js';
import { accountKey, signerListKey } from '../ledger/keys.js';
import type { LedgerNode } from '../node.js';
import { levelOf } from '../submission/queue.js';
import type { Command } from './command.js';
import { RpcError } from './errors.js';
import { chooseLedger, type LedgerChoice } from './ledger-choice.js';

export const accountInfo: Command = ({ node, params }) => {
  const address = params.account();
  const choice = chooseLedger(node, params);
  const account = choice.view.account(address);
  const withQueue = params.flag('queue');
  if (withQueue && choice.ledger !== undefined) throw new RpcError('invalidParams');
  if (account === undefined) throw accountNotFound(address, choice);
  return {
    account_data: { ...account, index: accountKey(address) },
    account_flags: Object.fromEntries(
      Object.entries(ACCOUNT_FLAGS).map(([name, flag]) => [name, has(account.Flags, flag)]),
    ),
    ...choice.head,
    ...(withQueue ? { queue_data: queueData(node, address) } : {}),
    ...(params.flag('signer_lists') ? { signer_lists: signerLists(choice, address) } : {}),
  };
};

/** What the node says when an account is not in the ledger that was asked. */
export function accountNotFound(address: string, choice: LedgerChoice): RpcError {
  return new RpcError('actNotFound', undefined, { account: address, ...choice.head });
}

function signerLists(choice: LedgerChoice, address: string): readonly unknown[] {
  const list = choice.view.signerList(address);
  return list === undefined ? [] : [{ ...list, index: signerListKey(address) }];
}

function queueData(node: LedgerNode, address: string): Record<string, unknown> {
  const waiting = node.submission.queue.of(address);
  if (waiting.length === 0) return { txn_count: 0 };
  const sequences = waiting.flatMap(({ tx }) => (tx.ticket === undefined ? [tx.sequence] : []));
  const transactions = waiting.map(({ tx }) => ({
    auth_change: changesKeys(tx.type),
    fee: `${tx.fee}`,
    fee_level: `${levelOf(tx, node.ledgers.openView)}`,
    max_spend_drops: `${maxSpend(tx)}`,
    ...(tx.ticket === undefined ? { seq: tx.sequence } : { ticket: tx.ticket }),
  }));
  return {
    auth_change_queued: transactions.some(({ auth_change }) => auth_change),
    ...(sequences.length === 0
      ? {}
      : { lowest_sequence: Math.min(...sequences), highest_sequence: Math.max(...sequences) }),
    max_spend_drops_total: `${waiting.reduce((sum, { tx }) => sum + maxSpend(tx), 0n)}`,
    transactions,
    txn_count: waiting.length,
  };
}

function changesKeys(type: string): boolean {
  return type === 'SetRegularKey' || type === 'SignerListSet';
}

/** The most XRP that a transaction can take from its sender, fee included. */
function maxSpend(tx: { fee: bigint; type: string; amount(field: string): unknown }): bigint {
  const field = tx.type === 'Payment' ? 'Amount' : tx.type === 'OfferCreate' ? 'TakerGets' : '';
  return tx.fee + dropsOf(tx.amount(field));
}

function dropsOf(amount: unknown): bigint {
  const isXrp = typeof amount === 'object' && amount !== null && 'drops' in amount;
  return isXrp && typeof amount.drops === 'bigint' ? amount.drops : 0n;
}
