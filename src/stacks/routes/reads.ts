import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseInput } from '../../core/schema.js';
import { flag, wholeNumber } from '../../server/query.js';
import type { Answer, GatewayRoute } from '../../server/route.js';
import * as answers from './answers.js';
import { succeeded } from './checked.js';
import { SIGNER_MANAGER } from './examples.js';
import type { Gateway } from './operation.js';
import * as stackingAnswers from './stacking-answers.js';

/** A vault account's balances, and the state of its transactions and its stacking. */
export function readRoutes(): readonly GatewayRoute<Gateway>[] {
  return [...accountRoutes(), eligibility(), history(), ...statusRoutes(), ...chainRoutes()];
}

/** Wraps the text that some methods resolve with in the form of every answer. */
function found<T extends object>(answer: T): T & { readonly success: true } {
  return { success: true, ...answer };
}

interface Question {
  /** The gateway's method. */
  readonly name: string;
  readonly path: string;
  readonly summary: string;
  readonly aliases?: readonly string[];
  readonly answer: Answer;
  ask(gateway: Gateway, vaultId: string, options: CallOptions): Promise<unknown>;
}

/** One read of a vault account's account. */
function question({
  name,
  path,
  summary,
  answer,
  aliases = [],
  ask,
}: Question): GatewayRoute<Gateway> {
  return {
    kind: 'read',
    operation: name,
    path: `/api/:vaultId/${path}`,
    aliases: aliases.map((alias) => `/api/:vaultId/${alias}`),
    tag: 'Account',
    summary,
    answer,
    run: (gateway, { vaultAccountId, options }) => succeeded(ask(gateway, vaultAccountId, options)),
  };
}

function accountRoutes(): readonly GatewayRoute<Gateway>[] {
  return [
    question({
      name: 'getAddress',
      answer: answers.address(),
      path: 'address',
      summary: 'The vault account’s address.',
      ask: async (gateway, ...call) => found({ address: await gateway.getAddress(...call) }),
    }),
    question({
      name: 'getPublicKey',
      answer: answers.publicKey(),
      path: 'publicKey',
      summary: 'Its public key.',
      ask: async (gateway, ...call) => found({ publicKey: await gateway.getPublicKey(...call) }),
    }),
    question({
      name: 'getBtcRewardsAddress',
      answer: answers.address(),
      path: 'btc-rewards-address',
      summary: 'Its Bitcoin address, for stacking rewards.',
      ask: async (gateway, ...call) =>
        found({ address: await gateway.getBtcRewardsAddress(...call) }),
    }),
    question({
      name: 'getBalance',
      answer: answers.balance(),
      path: 'balance',
      summary: 'Its balance of STX.',
      ask: (gateway, ...call) => gateway.getBalance(...call),
    }),
    question({
      name: 'getFtBalances',
      answer: answers.tokenBalances(),
      path: 'ft-balances',
      summary: 'Its balances of tokens.',
      ask: (gateway, ...call) => gateway.getFtBalances(...call),
    }),
    question({
      name: 'getAccountNonce',
      answer: answers.nonces(),
      path: 'nonce',
      summary: 'Its nonces: spent, waiting, free.',
      ask: (gateway, ...call) => gateway.getAccountNonce(...call),
    }),
    question({
      name: 'checkStatus',
      answer: stackingAnswers.stackingStatus(),
      path: 'check-status',
      aliases: ['status'],
      summary: 'What it has stacked, staked or delegated.',
      ask: (gateway, ...call) => gateway.checkStatus(...call),
    }),
    question({
      name: 'getStakingPosition',
      answer: stackingAnswers.stakingPosition(),
      path: 'stacking/position',
      summary: 'Its stake on pox-5; null for none.',
      ask: (gateway, ...call) => gateway.getStakingPosition(...call),
    }),
  ];
}

function eligibility(): GatewayRoute<Gateway> {
  const fields = z.object({
    amount: z.string(),
    cycles: z.exactOptional(wholeNumber),
    signerManager: z.exactOptional(z.string()),
  });
  return {
    kind: 'read',
    operation: 'checkEligibility',
    answer: stackingAnswers.eligibility(),
    path: '/api/:vaultId/stacking/eligibility',
    tag: 'Account',
    summary: 'Whether it could stack or stake an amount now, and if not, why.',
    query: {
      amount: {
        description: 'In STX.',
        schema: { type: 'string' },
        required: true,
        example: '1000',
      },
      cycles: {
        description: 'Default 1.',
        schema: { type: 'integer', minimum: 1, maximum: 96 },
      },
      signerManager: {
        description: 'Needed where pox-5 is the active contract.',
        schema: { type: 'string' },
        example: SIGNER_MANAGER,
      },
    },
    run: (gateway, { vaultAccountId, query, options }) => {
      const params = parseInput(fields, query, 'query');
      return succeeded(gateway.checkEligibility(vaultAccountId, params, options));
    },
  };
}

function history(): GatewayRoute<Gateway> {
  const fields = z.object({
    limit: z.optional(wholeNumber),
    offset: z.optional(wholeNumber),
    getCachedTransactions: z.optional(flag),
    cursor: z.exactOptional(z.string()),
    order: z.exactOptional(z.enum(['asc', 'desc'])),
  });
  return {
    kind: 'read',
    operation: 'getTransactionHistory',
    answer: answers.history(),
    path: '/api/:vaultId/transactions',
    tag: 'Transactions',
    summary: 'Its transactions, the latest first.',
    query: {
      limit: {
        description: 'How many. Default 50.',
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
      offset: {
        description: 'How many to leave out: 1,000 at most.',
        schema: { type: 'integer', minimum: 0 },
      },
      cursor: {
        description: 'The `nextCursor` of a part.',
        schema: { type: 'string' },
      },
      getCachedTransactions: {
        description: '`true` accepts a read of the last 30 seconds.',
        schema: { type: 'boolean' },
      },
      order: {
        description: '`desc` (default) or `asc`.',
        schema: { type: 'string', enum: ['asc', 'desc'] },
      },
    },
    run: (gateway, { vaultAccountId, query, options }) => {
      const asked = parseInput(fields, query, 'query');
      const { limit, offset, getCachedTransactions, ...part } = asked;
      const call = { ...options, ...part };
      return succeeded(
        gateway.getTransactionHistory(vaultAccountId, getCachedTransactions, limit, offset, call),
      );
    },
  };
}

/** Also by a transaction's id alone, which identifies it without a vault account. */
function statusRoutes(): readonly GatewayRoute<Gateway>[] {
  const status = (operation: string, path: string, aliases: readonly string[] = []) =>
    ({
      kind: 'read',
      operation,
      path,
      aliases,
      tag: 'Transactions',
      answer: answers.transactionStatus(),
      summary: 'A transaction’s status, with the name of its error.',
      run: (gateway, { param, options }) =>
        succeeded(gateway.getTxStatusById(param('txId'), options)),
    }) satisfies GatewayRoute<Gateway>;
  return [
    status('getTxStatusById', '/api/:vaultId/transactions/:txId', ['/api/:vaultId/tx/:txId']),
    status('getTransaction', '/api/transactions/:txId'),
  ];
}

function chainRoutes(): readonly GatewayRoute<Gateway>[] {
  return [
    {
      kind: 'read',
      operation: 'getPoxInfo',
      answer: stackingAnswers.poxInfo(),
      path: '/api/poxInfo',
      tag: 'Stacking',
      summary: 'The state of stacking.',
      run: (gateway, { options }) => succeeded(gateway.getPoxInfo(options)),
    },
    {
      kind: 'read',
      operation: 'listSignerManagers',
      answer: stackingAnswers.signerManagers(),
      path: '/api/signer-managers',
      tag: 'Stacking',
      summary: 'The signer managers that can be staked with (pox-5).',
      run: (gateway, { options }) => succeeded(gateway.listSignerManagers(options)),
    },
  ];
}
