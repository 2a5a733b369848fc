import * as z from 'zod/mini';
import { parseInput } from '../../core/schema.js';
import { flag } from '../../server/query.js';
import { type Answer, type GatewayRoute, type QueryField, writeRoute } from '../../server/route.js';
import type { XrplGateway } from '../gateway.js';
import type { XrpTransferOptions } from '../options.js';
import { TRANSACTION } from './answers.js';

type Gateway = XrplGateway;

const optionsQuery = z.object({
  maxFee: z.optional(z.string()),
  useTickets: z.optional(flag),
  native: z.optional(flag),
  trial: z.optional(z.enum(['off', 'warn', 'refuse'])),
});

/** For a batch, whose members build on each other. */
export const BATCH_QUERY: Readonly<Record<string, QueryField>> = {
  maxFee: {
    description:
      'The most that the transaction may cost, with its unit: `0.1 XRP`, or `100 drops`.',
    schema: { type: 'string' },
  },
};

const QUERY: Readonly<Record<string, QueryField>> = {
  ...BATCH_QUERY,
  useTickets: {
    description: 'Spends a Ticket, so that it waits for no other transaction.',
    schema: { type: 'boolean' },
  },
  trial: {
    description:
      '`refuse`: what would fail for good is answered with 422, before an approval is requested.',
    schema: { enum: ['off', 'warn', 'refuse'] },
  },
};

/** For a transfer, which the custody platform may make itself. */
export const TRANSFER_QUERY: Readonly<Record<string, QueryField>> = {
  ...QUERY,
  native: {
    description: '`false`: a raw-signed Payment, though the custody platform could transfer.',
    schema: { type: 'boolean' },
  },
};

const ownOptions = (query: Readonly<Record<string, string>>) =>
  parseInput(optionsQuery, query, 'query');

type Write<S extends z.ZodMiniType> = Parameters<typeof writeRoute<Gateway, S>>[0];

const TAGS = { dex: 'Exchange', token: 'Tokens', transaction: 'Transactions' } as const;

/** An operation on the path of its name; it answers with a transaction unless `answer` says otherwise. */
export function operation<S extends z.ZodMiniType>(
  section: 'dex' | 'token' | 'transaction',
  route: Omit<Write<S>, 'path' | 'tag' | 'query' | 'answer' | 'run'> & {
    readonly answer?: Answer;
    readonly query?: Write<S>['query'];
    run(
      gateway: Gateway,
      vaultAccountId: string,
      params: z.input<S>,
      options: XrpTransferOptions,
    ): Promise<unknown>;
  },
): GatewayRoute<Gateway> {
  return writeRoute<Gateway, S>({
    ...route,
    answer: route.answer ?? TRANSACTION,
    query: route.query ?? QUERY,
    path: `/api/${section}/${route.operation}/:vaultAccountId`,
    tag: TAGS[section],
    run: (gateway, params, { vaultAccountId, query, options }) =>
      route.run(gateway, vaultAccountId, params, { ...options, ...ownOptions(query) }),
  });
}
