import * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import { isObject } from '../core/json.js';
import { parseInput } from '../core/schema.js';
import { flag, wholeNumber } from '../server/query.js';
import {
  type GatewayApi,
  type GatewayRoute,
  type QueryField,
  writeRoute,
} from '../server/route.js';
import type { XrplBatchEntry } from './execution.js';
import type { XrplGateway } from './gateway.js';
import { operations } from './operations/index.js';
import { xrpTransferSchema } from './operations/xrp-transfer.js';
import type { XrpTransferOptions } from './options.js';

type Gateway = XrplGateway;

/** Vault accounts 1 and 2 of a sandbox, where 1 issues USD, and 0 issues EUR that 2 holds. */
const ISSUER = 'r41CUUP2f6zs1XPTX1eiChXVUvTiktb6xc';
const OTHER = 'rnPAAUyTDxVNwQUVAGXyusB5EQN9hPSdxf';
const USD = { currency: 'USD', issuer: ISSUER, value: '0.5' };

const optionsQuery = z.object({
  maxFeeDrops: z.optional(
    z.pipe(
      wholeNumber,
      z.transform((drops) => BigInt(drops)),
    ),
  ),
  useTickets: z.optional(flag),
  native: z.optional(flag),
});

const QUERY: Readonly<Record<string, QueryField>> = {
  maxFeeDrops: {
    description: 'The most that the transaction may cost, in drops.',
    schema: { type: 'integer', minimum: 10 },
  },
  useTickets: {
    description: 'Spends a Ticket, so that it waits for no other transaction.',
    schema: { type: 'boolean' },
  },
};

const NATIVE: Readonly<Record<string, QueryField>> = {
  ...QUERY,
  native: {
    description: '`false`: a raw-signed Payment even where the custody could transfer by itself.',
    schema: { type: 'boolean' },
  },
};

const ownOptions = (query: Readonly<Record<string, string>>) =>
  parseInput(optionsQuery, query, 'query');

type Write<S extends z.ZodMiniType> = Parameters<typeof writeRoute<Gateway, S>>[0];

/** An operation on the path of its name. */
function operation<S extends z.ZodMiniType>(
  section: 'dex' | 'token' | 'transaction',
  route: Omit<Write<S>, 'path' | 'tag' | 'query' | 'run'> & {
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
    query: route.query ?? QUERY,
    path: `/api/${section}/${route.operation}/:vaultAccountId`,
    tag: TAGS[section],
    run: (gateway, params, { vaultAccountId, query, options }) =>
      route.run(gateway, vaultAccountId, params, { ...options, ...ownOptions(query) }),
  });
}

const TAGS = { dex: 'Exchange', token: 'Tokens', transaction: 'Transactions' } as const;

const exchange: readonly GatewayRoute<Gateway>[] = [
  operation('dex', {
    operation: 'offerCreate',
    summary: 'Places an offer on the ledger’s decentralised exchange.',
    body: operations.offerCreate.schema,
    example: { sellAmount: '1000000', buyAmount: USD, flags: { tfSellOffer: true } },
    run: (gateway, ...call) => gateway.offerCreate(...call),
  }),
  operation('dex', {
    operation: 'offerCancel',
    summary: 'Takes an offer back.',
    body: operations.offerCancel.schema,
    example: { offerSequence: 1 },
    run: (gateway, ...call) => gateway.offerCancel(...call),
  }),
  operation('dex', {
    operation: 'crossCurrencyPayment',
    summary: 'Pays in one currency what arrives in another.',
    body: operations.crossCurrencyPayment.schema,
    example: { destination: OTHER, amount: USD, sendMax: '5000000' },
    run: (gateway, ...call) => gateway.crossCurrencyPayment(...call),
  }),
  operation('dex', {
    operation: 'credentialCreate',
    summary: 'Issues a credential (XLS-70).',
    body: operations.credentialCreate.schema,
    example: { subject: OTHER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialCreate(...call),
  }),
  operation('dex', {
    operation: 'credentialAccept',
    summary: 'Accepts a credential that was issued to the vault account (XLS-70).',
    body: operations.credentialAccept.schema,
    example: { issuer: ISSUER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialAccept(...call),
  }),
  operation('dex', {
    operation: 'credentialDelete',
    summary: 'Deletes a credential that the vault account issued or holds (XLS-70).',
    body: operations.credentialDelete.schema,
    example: { subject: OTHER, credentialType: '4B5943' },
    run: (gateway, ...call) => gateway.credentialDelete(...call),
  }),
];

const tokens: readonly GatewayRoute<Gateway>[] = [
  operation('token', {
    operation: 'tokenTransfer',
    summary: 'Sends an issued token.',
    body: operations.tokenTransfer.schema,
    example: { destination: OTHER, amount: USD },
    run: (gateway, ...call) => gateway.tokenTransfer(...call),
  }),
  operation('token', {
    operation: 'accountSet',
    summary: 'Changes the account’s settings.',
    body: operations.accountSet.schema,
    example: { configs: { domain: 'example.com' } },
    run: (gateway, ...call) => gateway.accountSet(...call),
  }),
  operation('token', {
    operation: 'burnToken',
    summary: 'Burns a token that the vault account holds, by paying it to its issuer.',
    body: operations.burnToken.schema,
    example: { amount: USD },
    run: (gateway, ...call) => gateway.burnToken(...call),
  }),
  operation('token', {
    operation: 'clawback',
    summary: 'Takes back tokens that the vault account has issued (XLS-39).',
    body: operations.clawback.schema,
    example: { holder: OTHER, currency: 'EUR', value: '1' },
    run: (gateway, ...call) => gateway.clawback(...call),
  }),
  operation('token', {
    operation: 'freezeToken',
    summary: 'Freezes or thaws one holder’s line of a token that the vault account has issued.',
    body: operations.freezeToken.schema,
    example: { holder: OTHER, currency: 'EUR', freeze: true },
    run: (gateway, ...call) => gateway.freezeToken(...call),
  }),
  operation('token', {
    operation: 'trustSet',
    summary: 'Creates, changes or removes a trust line.',
    body: operations.trustSet.schema,
    example: { limitAmount: { ...USD, value: '1000' } },
    run: (gateway, ...call) => gateway.trustSet(...call),
  }),
  operation('token', {
    operation: 'xrpTransfer',
    summary: 'Sends XRP: the amount is in XRP, not drops.',
    query: NATIVE,
    body: xrpTransferSchema,
    example: { destination: OTHER, amount: '15.5' },
    run: (gateway, ...call) => gateway.xrpTransfer(...call),
  }),
];

const batchBody = z.strictObject({
  transactions: z.array(
    z.custom<XrplBatchEntry>(
      isEntry,
      'must be a transaction of the ledger, or an operation with its transactionType and params',
    ),
  ),
});

function isEntry(value: unknown): boolean {
  if (!isObject(value)) return false;
  return typeof (value.TransactionType ?? value.transactionType) === 'string';
}

const transactions: readonly GatewayRoute<Gateway>[] = [
  operation('transaction', {
    operation: 'submit',
    summary: 'Signs and submits any transaction in the ledger’s JSON form.',
    body: operations.submit.schema,
    example: { transaction: { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' } },
    run: (gateway, vaultAccountId, { transaction }, options) =>
      gateway.submit(vaultAccountId, transaction, options),
  }),
  operation('transaction', {
    operation: 'submitBatch',
    summary: 'Has several transactions signed with one approval, and submits them in order.',
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
    tag: TAGS.transaction,
    summary: 'A validated transaction by its hash; `null` where the node knows of none.',
    run: (gateway, { param, options }) => gateway.getTransaction(param('hash'), options),
  },
];

/** A question about a vault account's account. */
function question(
  name: string,
  summary: string,
  run: (gateway: Gateway, vaultAccountId: string, options: CallOptions) => Promise<unknown>,
): GatewayRoute<Gateway> {
  return {
    kind: 'read',
    operation: name,
    path: `/api/account/${name}/:vaultAccountId`,
    tag: 'Account',
    summary,
    run: (gateway, { vaultAccountId, options }) => run(gateway, vaultAccountId, options),
  };
}

const account: readonly GatewayRoute<Gateway>[] = [
  question('address', 'The vault account’s classic address.', async (gateway, ...call) => ({
    address: await gateway.getAddress(...call),
  })),
  question('publicKey', 'Its public key, in hexadecimal.', async (gateway, ...call) => ({
    publicKey: await gateway.getPublicKey(...call),
  })),
  question('info', 'Its settings and its next sequence number.', (gateway, ...call) =>
    gateway.getAccount(...call),
  ),
  question('balances', 'What it holds: XRP and tokens.', (gateway, ...call) =>
    gateway.getBalances(...call),
  ),
  question('trustLines', 'Its trust lines.', (gateway, ...call) => gateway.getTrustLines(...call)),
  question('offers', 'Its open offers.', (gateway, ...call) => gateway.getOffers(...call)),
];

/** The gateway over HTTP: the paths of the specification, and those of what there is beyond it. */
export const xrplApi: GatewayApi<Gateway> = {
  title: 'XRP Ledger gateway',
  vaultPart: 'vaultAccountId',
  routes: [...exchange, ...tokens, ...transactions, ...account],
};
