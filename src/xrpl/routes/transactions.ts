import * as z from 'zod/mini';
import { isObject } from '../../core/json.js';
import type { GatewayRoute } from '../../server/route.js';
import type { XrplBatchEntry } from '../execution.js';
import type { XrplGateway } from '../gateway.js';
import { submit } from '../operations/submit.js';
import { BATCH, KNOWN_TRANSACTION } from './answers.js';
import { BATCH_QUERY, operation } from './operation.js';

const batchBody = z.strictObject({
  transactions: z.array(
    z.custom<XrplBatchEntry>(
      isEntry,
      'must be a transaction, or an operation with transactionType and params',
    ),
  ),
});

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof (value.TransactionType ?? value.transactionType) === 'string';
}

/** Any transaction, several at once, and one by its hash. */
export const transactions = (): readonly GatewayRoute<XrplGateway>[] => [
  operation('transaction', {
    operation: 'submit',
    summary: 'Signs and submits any transaction in the ledger’s JSON form.',
    body: submit.schema,
    example: { transaction: { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' } },
    run: (gateway, vaultAccountId, { transaction }, options) =>
      gateway.submit(vaultAccountId, transaction, options),
  }),
  operation('transaction', {
    operation: 'submitBatch',
    summary: 'Has several transactions signed with one approval, and submits them in order.',
    answer: BATCH,
    query: BATCH_QUERY,
    body: batchBody,
    example: {
      transactions: [
        { transactionType: 'accountSet', params: { configs: { tickSize: 5 } } },
        { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' },
      ],
    },
    run: (gateway, vaultAccountId, { transactions: entries }, options) =>
      gateway.submitBatch(vaultAccountId, entries, options),
  }),
  {
    kind: 'read',
    operation: 'getTransaction',
    path: '/api/transaction/:hash',
    tag: 'Transactions',
    summary: 'A validated transaction by its hash; null where the node has none.',
    answer: KNOWN_TRANSACTION,
    run: (gateway, { param, options }) => gateway.getTransaction(param('hash'), options),
  },
];
