import { parted } from '../../server/bodies.js';
import { type GatewayRoute, writeRoute } from '../../server/route.js';
import type { AptosGateway } from '../gateway.js';
import { BATCH, TRANSACTION } from './answers.js';
import { batchBody, GAS, givenBody, moveBody, tokenBody } from './bodies.js';
import { optionsOf, QUERY } from './options.js';

type Gateway = AptosGateway;

const OTHER = `0x${'ab'.repeat(32)}`;

/**
 * The first transaction of vault account 1 of a sandbox: 1,000 octas to {@link OTHER}, with 2,000 gas units
 * at 100 octas at most, until the year 2100.
 */
const BUILT_ELSEWHERE =
  '0x7bbeea91bcf59a54a7f4373ae06ad3c7fede72a69773b21bb538ae42b6a3094b000000000000000002000000' +
  '00000000000000000000000000000000000000000000000000000000010d6170746f735f6163636f756e740874' +
  '72616e73666572000220abababababababababababababababababababababababababababababababab08e803' +
  '000000000000d0070000000000006400000000000000005786f40000000004';

const TRANSFERS = 'Transfers';

/** Transfers, calls, and transactions that were built elsewhere. */
export const transfers = (): readonly GatewayRoute<Gateway>[] => [
  writeRoute<Gateway, typeof moveBody>({
    operation: 'transferMove',
    path: '/api/:vaultId/transfer/move',
    tag: TRANSFERS,
    summary: 'Transfers the native coin, or calls any entry function.',
    description: 'An amount is in octas (10^-8 coins), unless `unit` is `coins`.',
    query: QUERY,
    answer: TRANSACTION,
    body: moveBody,
    example: { recipientAddress: OTHER, amount: '1.5', unit: 'coins' },
    examples: {
      'In octas, with limits of its own.': {
        recipientAddress: OTHER,
        amount: 1000,
        maxGasAmount: 2000,
        gasUnitPrice: 100,
      },
      'Calls an entry function.': {
        function: '0x1::coin::transfer',
        typeArguments: ['0x1::aptos_coin::AptosCoin'],
        functionArguments: [OTHER, '1000'],
      },
    },
    run: (gateway, body, { vaultAccountId, query, options }) => {
      const [gas, params] = parted(body, GAS);
      const own = { ...options, ...optionsOf(query), ...gas };
      return gateway.transferMove(vaultAccountId, params, own);
    },
  }),
  writeRoute<Gateway, typeof tokenBody>({
    operation: 'transferToken',
    path: '/api/:vaultId/transfer/token',
    tag: TRANSFERS,
    summary: 'Transfers a token: a fungible asset or a coin.',
    description: 'An amount is in the token’s base units, unless `unit` is `tokens`.',
    query: QUERY,
    answer: TRANSACTION,
    body: tokenBody,
    example: { recipientAddress: OTHER, amount: '1000', tokenType: '0x1::aptos_coin::AptosCoin' },
    examples: {
      'A fungible asset, by the address of its metadata.': {
        recipientAddress: OTHER,
        amount: 1000,
        tokenType: '0xa',
      },
      'In whole tokens.': {
        recipientAddress: OTHER,
        amount: '1.5',
        unit: 'tokens',
        tokenType: '0xa',
      },
    },
    run: (gateway, body, { vaultAccountId, query, options }) => {
      const [gas, params] = parted(body, GAS);
      const own = { ...options, ...optionsOf(query), ...gas };
      return gateway.transferToken(vaultAccountId, params, own);
    },
  }),
  writeRoute<Gateway, typeof givenBody>({
    operation: 'submit',
    path: '/api/:vaultId/transaction/submit',
    tag: TRANSFERS,
    summary: 'Signs and submits a transaction that was built elsewhere.',
    description:
      'With its own sequence number; the example is the first transaction of a sandbox’s vault account 1.',
    answer: TRANSACTION,
    query: {},
    body: givenBody,
    example: { transaction: BUILT_ELSEWHERE },
    exampleVault: '1',
    run: (gateway, { transaction }, { vaultAccountId, options }) =>
      gateway.submit(vaultAccountId, transaction, options),
  }),
  writeRoute<Gateway, typeof batchBody>({
    operation: 'submitBatch',
    path: '/api/:vaultId/transaction/submitBatch',
    tag: TRANSFERS,
    summary: 'Has several transactions signed with one approval, and submits them in order.',
    query: {},
    answer: BATCH,
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
