import { type GatewayRoute, writeRoute } from '../../server/route.js';
import type { AptosGateway } from '../gateway.js';
import { batchBody, givenBody, moveBody, tokenBody } from './bodies.js';
import { optionsOf, QUERY } from './options.js';

type Gateway = AptosGateway;

const OTHER = `0x${'ab'.repeat(32)}`;

const TRANSFERS = 'Transfers';

/** What moves something, or runs anything. */
export const transfers = (): readonly GatewayRoute<Gateway>[] => [
  writeRoute<Gateway, typeof moveBody>({
    operation: 'transferMove',
    path: '/api/:vaultId/transfer/move',
    tag: TRANSFERS,
    summary: 'Transfers the native coin, or calls any entry function.',
    description:
      'An amount is in octas, the hundred-millionth part of a coin, unless `unit` is `coins`.',
    query: QUERY,
    body: moveBody,
    example: { recipientAddress: OTHER, amount: '1.5', unit: 'coins' },
    run: (gateway, body, { vaultAccountId, query, options }) => {
      const { maxGasAmount, gasUnitPrice, expireTimestamp, accountSequenceNumber, ...params } =
        body;
      const own = { maxGasAmount, gasUnitPrice, expireTimestamp, accountSequenceNumber };
      return gateway.transferMove(vaultAccountId, params, {
        ...options,
        ...optionsOf(query),
        ...own,
      });
    },
  }),
  writeRoute<Gateway, typeof tokenBody>({
    operation: 'transferToken',
    path: '/api/:vaultId/transfer/token',
    tag: TRANSFERS,
    summary: 'Transfers a token: a fungible asset or a coin.',
    description: 'An amount is in the token’s base units.',
    query: QUERY,
    body: tokenBody,
    example: { recipientAddress: OTHER, amount: '1000', tokenType: '0x1::aptos_coin::AptosCoin' },
    run: (gateway, body, { vaultAccountId, query, options }) => {
      const { maxGasAmount, gasUnitPrice, expireTimestamp, accountSequenceNumber, ...params } =
        body;
      const own = { maxGasAmount, gasUnitPrice, expireTimestamp, accountSequenceNumber };
      return gateway.transferToken(vaultAccountId, params, {
        ...options,
        ...optionsOf(query),
        ...own,
      });
    },
  }),
  writeRoute<Gateway, typeof givenBody>({
    operation: 'submit',
    path: '/api/:vaultId/transaction/submit',
    tag: TRANSFERS,
    summary: 'Signs and submits a transaction that was built elsewhere, from its BCS.',
    query: {},
    body: givenBody,
    example: { transaction: '0x' },
    run: (gateway, { transaction }, { vaultAccountId, options }) =>
      gateway.submit(vaultAccountId, transaction, options),
  }),
  writeRoute<Gateway, typeof batchBody>({
    operation: 'submitBatch',
    path: '/api/:vaultId/transaction/submitBatch',
    tag: TRANSFERS,
    summary: 'Has several transactions signed with one approval, and submits them in order.',
    query: {},
    body: batchBody,
    example: {
      transactions: [
        { transactionType: 'transferMove', params: { recipientAddress: OTHER, amount: '1' } },
        { transactionType: 'transferMove', params: { recipientAddress: OTHER, amount: '2' } },
      ],
    },
    run: (gateway, { transactions }, { vaultAccountId, options }) =>
      gateway.submitBatch(vaultAccountId, transactions, options),
  }),
];
