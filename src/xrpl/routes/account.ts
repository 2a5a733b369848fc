import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseInput } from '../../core/schema.js';
import { address, publicKey } from '../../server/answers.js';
import { wholeNumber } from '../../server/query.js';
import type { Answer, GatewayRoute, QueryField } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import { ACCOUNT, BALANCES, HISTORY, OFFERS, PATHS, TRUST_LINES } from './answers.js';
import { ISSUER, OTHER } from './examples.js';

const historyQuery = z.object({ limit: z.optional(wholeNumber), cursor: z.optional(z.string()) });

/** Reads of a vault account’s account. */
export const account = (): readonly GatewayRoute<XrplGateway>[] => [
  question(
    'address',
    address(),
    'The vault account’s classic address.',
    async (gateway, ...call) => ({
      address: await gateway.getAddress(...call),
    }),
  ),
  question(
    'publicKey',
    publicKey(),
    'Its public key, in hexadecimal.',
    async (gateway, ...call) => ({
      publicKey: await gateway.getPublicKey(...call),
    }),
  ),
  question('info', ACCOUNT, 'Its settings and its next sequence number.', (gateway, ...call) =>
    gateway.getAccount(...call),
  ),
  question('balances', BALANCES, 'What it holds: XRP and tokens.', (gateway, ...call) =>
    gateway.getBalances(...call),
  ),
  question('trustLines', TRUST_LINES, 'Its trust lines.', (gateway, ...call) =>
    gateway.getTrustLines(...call),
  ),
  question('offers', OFFERS, 'Its open offers.', (gateway, ...call) => gateway.getOffers(...call)),
  {
    kind: 'read',
    operation: 'getTransactions',
    path: '/api/account/transactions/:vaultAccountId',
    tag: 'Account',
    summary: 'The transactions that touched it, newest first, a page at a time.',
    answer: HISTORY,
    query: {
      limit: {
        description: 'About how many. Default 50.',
        schema: { type: 'integer', minimum: 10, maximum: 400 },
      },
      cursor: text('Where to continue: the `cursor` of the page before.'),
    },
    run: (gateway, { vaultAccountId, query, options }) =>
      gateway.getTransactions(vaultAccountId, parseInput(historyQuery, query, 'query'), options),
  },
  {
    kind: 'read',
    operation: 'findPaths',
    path: '/api/account/paths/:vaultAccountId',
    tag: 'Account',
    summary: 'The cheapest paths of a payment.',
    answer: PATHS,
    query: {
      destination: { ...text('An address.'), required: true, example: OTHER },
      amount: {
        ...text('In drops, or of the token.'),
        required: true,
        example: '0.5',
      },
      currency: { ...text('Of the token.'), example: 'USD' },
      issuer: { ...text('Of the token.'), example: ISSUER },
      source: text('What to send, as in `XRP,USD:r...`. Default: all it has.'),
      domainId: text('Only offers of this permissioned domain.'),
    },
    run: async (gateway, { vaultAccountId, query, options }) => {
      const { pathQueryIn } = await import('../node/paths.js');
      return gateway.findPaths(vaultAccountId, pathQueryIn(query), options);
    },
  },
];

const text = (description: string): QueryField => ({ description, schema: { type: 'string' } });

/** One read of a vault account's account. */
function question(
  name: string,
  answer: Answer,
  summary: string,
  run: (gateway: XrplGateway, vaultAccountId: string, options: CallOptions) => Promise<unknown>,
): GatewayRoute<XrplGateway> {
  return {
    kind: 'read',
    operation: name,
    path: `/api/account/${name}/:vaultAccountId`,
    tag: 'Account',
    summary,
    answer,
    run: (gateway, { vaultAccountId, options }) => run(gateway, vaultAccountId, options),
  };
}
