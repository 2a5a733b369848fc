import * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import { parseInput } from '../core/schema.js';
import { flag, wholeNumber } from '../server/query.js';
import {
  type GatewayApi,
  type GatewayRoute,
  type QueryField,
  writeRoute,
} from '../server/route.js';
import type { AptosGateway } from './gateway.js';
import type { AptosTransactionOptions } from './options.js';

type Gateway = AptosGateway;

const OTHER = `0x${'ab'.repeat(32)}`;

/** JSON has no bigints; what is too large for its numbers is digits as text. */
const integer = z.union([z.string(), z.int()], 'must be a whole number, or its digits as text');

/** Where the reference gateway has a transaction's options: in the body. */
const gas = {
  maxGasAmount: z.optional(integer),
  gasUnitPrice: z.optional(integer),
  expireTimestamp: z.optional(integer),
  accountSequenceNumber: z.optional(integer),
};

const transfer = {
  recipientAddress: z.string(),
  amount: integer,
  unit: z.exactOptional(z.enum(['octas', 'coins'])),
};

type Argument = string | number | boolean | null | readonly Argument[];

const argument: z.ZodMiniType<Argument, Argument> = z.union([
  z.string(),
  z.int(),
  z.boolean(),
  z.null(),
  z.lazy(() => z.array(argument)),
]);

const functionCall = {
  function: z.string(),
  typeArguments: z.optional(z.array(z.string())),
  functionArguments: z.optional(z.array(argument)),
};

const tokenTransfer = { recipientAddress: z.string(), amount: integer, tokenType: z.string() };

const moveBody = z.union([
  z.strictObject({ ...transfer, ...gas }),
  z.strictObject({ ...functionCall, ...gas }),
]);

const tokenBody = z.strictObject({ ...tokenTransfer, ...gas });

/** The BCS of a RawTransaction, in hexadecimal. */
const givenBody = z.strictObject({ transaction: z.string() });

const batchBody = z.strictObject({
  transactions: z.array(
    z.discriminatedUnion('transactionType', [
      z.strictObject({
        transactionType: z.literal('transferMove'),
        params: z.union([z.strictObject(transfer), z.strictObject(functionCall)]),
      }),
      z.strictObject({
        transactionType: z.literal('transferToken'),
        params: z.strictObject(tokenTransfer),
      }),
    ]),
  ),
});

const optionsQuery = z.object({
  maxFeeOctas: z.optional(
    z.pipe(
      wholeNumber,
      z.transform((octas) => BigInt(octas)),
    ),
  ),
  simulate: z.optional(flag),
  orderless: z.optional(flag),
  feePayerVaultAccountId: z.optional(z.string()),
});

const QUERY: Readonly<Record<string, QueryField>> = {
  maxFeeOctas: {
    description: 'The most that its gas may cost, in octas. Default 20000000.',
    schema: { type: 'integer', minimum: 1 },
  },
  simulate: {
    description: '`false`: no node tries it before anybody is asked to approve it.',
    schema: { type: 'boolean' },
  },
  orderless: {
    description: 'Goes without a sequence number (AIP-123), for approvals that take seconds.',
    schema: { type: 'boolean' },
  },
  feePayerVaultAccountId: {
    description: 'Another vault account, which pays for the gas and signs too.',
    schema: { type: 'string' },
  },
};

type Query = Readonly<Record<string, string>>;

const optionsOf = (query: Query): AptosTransactionOptions =>
  parseInput(optionsQuery, query, 'query');

const TRANSFERS = 'Transfers';

const writes: readonly GatewayRoute<Gateway>[] = [
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

/** A question about a vault account's account. */
function question(
  operation: string,
  name: string,
  summary: string,
  run: (gateway: Gateway, vaultAccountId: string, options: CallOptions) => Promise<unknown>,
): GatewayRoute<Gateway> {
  return {
    kind: 'read',
    operation,
    path: `/api/:vaultId/${name}`,
    tag: 'Account',
    summary,
    run: (gateway, { vaultAccountId, options }) => run(gateway, vaultAccountId, options),
  };
}

const historyQuery = z.object({
  limit: z.exactOptional(wholeNumber),
  offset: z.exactOptional(wholeNumber),
  direction: z.optional(z.enum(['sent', 'all'])),
});

const reads: readonly GatewayRoute<Gateway>[] = [
  question('getAddress', 'address', 'The vault account’s address.', async (gateway, ...rest) => ({
    address: await gateway.getAddress(...rest),
  })),
  question('getPublicKey', 'publicKey', 'Its public key.', async (gateway, ...rest) => ({
    publicKey: await gateway.getPublicKey(...rest),
  })),
  question('getBalance', 'balance', 'What it holds of the native coin.', (gateway, ...rest) =>
    gateway.getBalance(...rest),
  ),
  question('getBalances', 'balances', 'What it holds of every token.', (gateway, ...rest) =>
    gateway.getBalances(...rest),
  ),
  question('getCoinsData', 'coins_data', 'What is known of those tokens.', (gateway, ...rest) =>
    gateway.getCoinsData(...rest),
  ),
  {
    kind: 'read',
    operation: 'getTransactions',
    path: '/api/:vaultId/transactions',
    tag: 'Account',
    summary: 'Its recent transactions, the latest first.',
    query: {
      limit: {
        description: 'How many. Default 50.',
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
      offset: {
        description: 'How many of the latest to leave out.',
        schema: { type: 'integer', minimum: 0 },
      },
      direction: {
        description: '`sent` (default), or `all` for those that others sent, too.',
        schema: { enum: ['sent', 'all'] },
      },
    },
    run: (gateway, { vaultAccountId, query, options }) => {
      const { direction, ...range } = parseInput(historyQuery, query, 'query');
      return direction === 'all'
        ? gateway.getTransactions(vaultAccountId, { ...range, direction }, options)
        : gateway.getTransactions(vaultAccountId, range, options);
    },
  },
  {
    kind: 'read',
    operation: 'getTransaction',
    path: '/api/transactions/:hash',
    tag: 'Account',
    summary: 'A transaction by its hash; `null` where the nodes know of none.',
    run: (gateway, { param, options }) => gateway.getTransaction(param('hash'), options),
  },
];

/** The gateway over HTTP: the paths of the specification, and those of what there is beyond it. */
export const aptosApi: GatewayApi<Gateway> = {
  title: 'Aptos and Movement gateway',
  vaultPart: 'vaultId',
  routes: [...writes, ...reads],
};
