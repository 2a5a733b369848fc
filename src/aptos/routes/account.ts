import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseInput } from '../../core/schema.js';
import { address, publicKey } from '../../server/answers.js';
import { flag, wholeNumber } from '../../server/query.js';
import type { Answer, GatewayRoute } from '../../server/route.js';
import type { AptosGateway } from '../gateway.js';
import { BALANCE, BALANCES, COINS_DATA, KNOWN_TRANSACTION, TRANSACTIONS } from './answers.js';

type Gateway = AptosGateway;

const historyQuery = z.object({
  limit: z.exactOptional(wholeNumber),
  offset: z.exactOptional(wholeNumber),
  direction: z.optional(z.enum(['sent', 'all'])),
  getCachedTransactions: z.optional(flag),
});

/** Reads of a vault account’s account, and of transactions. */
export const account = (): readonly GatewayRoute<Gateway>[] => [
  question(
    'getAddress',
    address(),
    'address',
    'The vault account’s address.',
    async (gateway, ...rest) => ({
      address: await gateway.getAddress(...rest),
    }),
  ),
  question(
    'getPublicKey',
    publicKey(),
    'publicKey',
    'Its public key.',
    async (gateway, ...rest) => ({
      publicKey: await gateway.getPublicKey(...rest),
    }),
  ),
  question(
    'getBalance',
    BALANCE,
    'balance',
    'What it holds of the native coin.',
    (gateway, ...rest) => gateway.getBalance(...rest),
  ),
  question(
    'getBalances',
    BALANCES,
    'balances',
    'What it holds of every token.',
    (gateway, ...rest) => gateway.getBalances(...rest),
  ),
  question(
    'getCoinsData',
    COINS_DATA,
    'coins_data',
    'Data about those tokens.',
    (gateway, ...rest) => gateway.getCoinsData(...rest),
  ),
  {
    kind: 'read',
    operation: 'getTransactions',
    path: '/api/:vaultId/transactions',
    tag: 'Account',
    summary: 'Its recent transactions, the latest first.',
    answer: TRANSACTIONS,
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
        description: '`sent` (default), or `all`: from others too.',
        schema: { type: 'string', enum: ['sent', 'all'] },
      },
      getCachedTransactions: {
        description: 'Nothing is kept between requests, so this makes no difference.',
        schema: { type: 'boolean' },
      },
    },
    run: (gateway, { vaultAccountId, query, options }) => {
      const {
        direction,
        getCachedTransactions: _,
        ...range
      } = parseInput(historyQuery, query, 'query');
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
    summary: 'A transaction by its hash; null where the nodes have none.',
    answer: KNOWN_TRANSACTION,
    run: (gateway, { param, options }) => gateway.getTransaction(param('hash'), options),
  },
];

/** One read of a vault account's account. */
function question(
  operation: string,
  answer: Answer,
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
    answer,
    run: (gateway, { vaultAccountId, options }) => run(gateway, vaultAccountId, options),
  };
}
