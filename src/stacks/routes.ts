import * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import { GatewayError } from '../core/errors.js';
import { parseInput } from '../core/schema.js';
import { flag, wholeNumber } from '../server/query.js';
import {
  type GatewayApi,
  type GatewayRoute,
  type QueryField,
  writeRoute,
} from '../server/route.js';
import type { StacksFailure } from './answer.js';
import type { StacksGateway } from './gateway.js';
import type { StacksTransactionOptions } from './options.js';

type Gateway = StacksGateway<boolean>;
type Body<S extends z.ZodMiniType> = z.input<S>;

const OTHER = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
/** The pool that the reference gateway knows by name; of mainnet. */
const FAST_POOL = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.pox4-fast-pool-v3';

/** In STX or a token's own unit: the specification has numbers, and decimal strings are exact. */
const amount = z.union([z.string(), z.number()], 'must be a decimal string, or a number');
const integer = z.union([z.string(), z.int()], 'must be a whole number, or its digits as text');

/** Where the reference gateway has a transaction's options: in the body. */
const own = {
  nonce: z.optional(integer),
  fee: z.optional(amount),
  note: z.optional(z.string()),
};

const payment = { recipientAddress: z.string(), amount, memo: z.exactOptional(z.string()) };

const transferBody = z.union([
  z.strictObject({
    ...payment,
    ...own,
    assetType: z.exactOptional(z.literal('STX')),
    grossTransaction: z.exactOptional(z.boolean()),
  }),
  z.strictObject({
    ...payment,
    ...own,
    assetType: z.enum(['sBTC', 'USDCx']),
    grossTransaction: z.exactOptional(z.literal(false)),
  }),
  z.strictObject({
    ...payment,
    ...own,
    assetType: z.literal('Custom'),
    tokenContractAddress: z.string(),
    tokenContractName: z.string(),
    tokenAssetName: z.string(),
    grossTransaction: z.exactOptional(z.literal(false)),
  }),
]);

const payout = z.strictObject({
  address: z.exactOptional(z.string()),
  maxFee: integer,
  minClaim: z.exactOptional(integer),
});

const stakeTerms = {
  signerManager: z.exactOptional(z.string()),
  payout: z.exactOptional(payout),
};

/** The signer's permission, in the words of the reference gateway. */
const permit = {
  signerKey: z.optional(z.string()),
  signerSig65Hex: z.optional(z.string()),
  signerVaultId: z.optional(z.string()),
  maxAmount: z.exactOptional(integer),
  authId: z.exactOptional(integer),
};

const soloBody = z.strictObject({
  ...own,
  ...permit,
  ...stakeTerms,
  amount,
  lockPeriod: z.optional(z.int()),
  rewardsAddress: z.exactOptional(z.string()),
});
const increaseBody = z.strictObject({ ...own, ...permit, increaseBy: amount });
const extendBody = z.strictObject({
  ...own,
  ...permit,
  extendCycles: z.int(),
  rewardsAddress: z.exactOptional(z.string()),
});

const pool = {
  /** `FAST_POOL`, the default, or `address.name`. */
  pool: z.optional(z.string()),
  poolAddress: z.optional(z.string()),
  poolContractName: z.optional(z.string()),
};

const delegateBody = z.strictObject({
  ...own,
  ...pool,
  ...stakeTerms,
  amount,
  lockPeriod: z.optional(z.int()),
});
const allowBody = z.strictObject({ ...own, ...pool });
const revokeBody = z.strictObject({ ...own, signerManager: z.exactOptional(z.string()) });
const stakeBody = z.strictObject({
  ...own,
  signerManager: z.string(),
  amount,
  cycles: z.int(),
  payout: z.exactOptional(payout),
  calldata: z.exactOptional(z.string()),
});
const updateBody = z.strictObject({
  ...own,
  cycles: z.exactOptional(z.int()),
  increaseBy: z.exactOptional(amount),
  signerManager: z.exactOptional(z.string()),
  payout: z.exactOptional(z.nullable(payout)),
  calldata: z.exactOptional(z.string()),
});
const claimBody = z.strictObject({
  ...own,
  cycle: z.exactOptional(z.int()),
  signerManager: z.exactOptional(z.string()),
});

const callParams = {
  contract: z.string(),
  functionName: z.string(),
  functionArgs: z.exactOptional(z.array(z.string())),
  postConditions: z.exactOptional(z.array(z.string())),
  postConditionMode: z.exactOptional(z.enum(['allow', 'deny', 'originator'])),
};
const callBody = z.strictObject({ ...own, ...callParams });
const submitBody = z.strictObject({ note: z.optional(z.string()), transaction: z.string() });
const replaceBody = z.strictObject({
  note: z.optional(z.string()),
  originalTxId: z.string(),
  newFee: z.optional(amount),
  newRecipient: z.optional(z.string()),
  newAmount: z.optional(amount),
});

const optionsQuery = z.object({ maxFee: z.optional(z.string()) });

const QUERY: Readonly<Record<string, QueryField>> = {
  maxFee: {
    description: 'The most that the transaction may cost, in STX.',
    schema: { type: 'string' },
  },
};

/** What a gateway tells instead of throwing, thrown after all: a server says it by its status. */
function checked<T>(answer: T | StacksFailure): T {
  if (!isFailure(answer)) return answer;
  const { code, error, details, retryable, transaction } = answer;
  const failure = new GatewayError(code, error, { details, retryable });
  throw transaction ? failure.about(transaction) : failure;
}

async function succeeded<T>(answer: Promise<T | StacksFailure>): Promise<T> {
  return checked(await answer);
}

function isFailure(answer: unknown): answer is StacksFailure {
  return (
    typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false
  );
}

type Write<S extends z.ZodMiniType> = Parameters<typeof writeRoute<Gateway, S>>[0];

/** An operation on the path of its name, with the options that its body and its query have. */
function operation<S extends z.ZodMiniType>(
  tag: string,
  path: string,
  route: Omit<Write<S>, 'path' | 'tag' | 'query' | 'run'> & {
    run(
      gateway: Gateway,
      vaultId: string,
      body: z.input<S>,
      options: StacksTransactionOptions,
    ): Promise<unknown>;
  },
): GatewayRoute<Gateway> {
  return writeRoute<Gateway, S>({
    ...route,
    path: `/api/:vaultId/${path}`,
    tag,
    query: QUERY,
    run: (gateway, body, { vaultAccountId, query, options }) => {
      const { maxFee } = parseInput(optionsQuery, query, 'query');
      return succeeded(route.run(gateway, vaultAccountId, body, { ...options, maxFee }));
    },
  });
}

/** The options among a body's fields, over those of the request. */
function withOwn(
  options: StacksTransactionOptions,
  { nonce, fee, note = options.note }: Pick<Body<typeof stakeBody>, 'nonce' | 'fee' | 'note'>,
): StacksTransactionOptions {
  return { ...options, nonce, fee, note };
}

function signerOf({
  signerKey,
  signerSig65Hex,
  signerVaultId,
}: Pick<Body<typeof increaseBody>, 'signerKey' | 'signerSig65Hex' | 'signerVaultId'>) {
  if (signerVaultId !== undefined) return { signer: { vaultAccountId: signerVaultId } };
  if (signerKey === undefined && signerSig65Hex === undefined) return {};
  return { signer: { signerKey: signerKey ?? '', signature: signerSig65Hex ?? '' } };
}

/** A pool's contract as the gateway takes it: an address, and a name that may be in it already. */
function poolOf({
  pool: id = 'FAST_POOL',
  poolAddress,
  poolContractName = '',
}: Body<typeof allowBody>) {
  const named = id === 'FAST_POOL' ? FAST_POOL : id;
  return [poolAddress ?? named, poolAddress === undefined ? '' : poolContractName] as const;
}

const TRANSFERS = 'Transfers';
const STACKING = 'Stacking';
const SIGNER_MANAGER = 'ST000000000000000000002AMW42H.signer-manager';

const transfers: readonly GatewayRoute<Gateway>[] = [
  operation<typeof transferBody>(TRANSFERS, 'transfer', {
    operation: 'transfer',
    aliases: ['/api/:vaultId/transfer/stx'],
    summary: 'Transfers STX or a fungible token.',
    description: 'An amount is in STX, or in the token’s own unit.',
    body: transferBody,
    example: { recipientAddress: OTHER, amount: '1.5', note: 'rent' },
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.transfer(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
  operation<typeof callBody>(TRANSFERS, 'contract/call', {
    operation: 'callContract',
    summary: 'Calls a function of any contract.',
    description: 'Arguments and post-conditions are serialized, in hexadecimal.',
    body: callBody,
    example: { contract: `${OTHER}.counter`, functionName: 'increment', functionArgs: [] },
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.callContract(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
  operation<typeof submitBody>(TRANSFERS, 'transaction/submit', {
    operation: 'submit',
    summary: 'Signs and submits a transaction that was built elsewhere, from its bytes.',
    body: submitBody,
    example: { transaction: '0x' },
    run: (gateway, vaultId, { transaction, note = undefined }, { note: own, ...options }) =>
      gateway.submit(vaultId, transaction, { ...options, note: note ?? own }),
  }),
  operation<typeof replaceBody>(TRANSFERS, 'replace-transaction', {
    operation: 'replaceTransaction',
    summary: 'Replaces a transaction that waits for its block, with a higher fee.',
    body: replaceBody,
    example: { originalTxId: `0x${'00'.repeat(32)}`, newFee: '0.01' },
    run: (
      gateway,
      vaultId,
      { originalTxId, newFee: fee, newRecipient, newAmount, note },
      options,
    ) =>
      gateway.replaceTransaction(
        vaultId,
        originalTxId,
        {
          ...(newRecipient === undefined ? {} : { recipientAddress: newRecipient }),
          ...(newAmount === undefined ? {} : { amount: newAmount }),
        },
        { ...options, fee, note: note ?? options.note },
      ),
  }),
];

const stacking: readonly GatewayRoute<Gateway>[] = [
  operation<typeof soloBody>(STACKING, 'stacking/solo', {
    operation: 'stackSolo',
    aliases: ['/api/:vaultId/stack/solo'],
    summary: 'Stacks alone; the signer’s signature is made by the vault’s own key by default.',
    description:
      '`maxAmount` is in microSTX. Where pox-5 is the active contract, it stakes with `signerManager`.',
    body: soloBody,
    example: { amount: '100000', lockPeriod: 2 },
    run: (gateway, vaultId, body, options) => {
      const { signerKey, signerSig65Hex, signerVaultId, nonce, fee, note, ...rest } = body;
      const { lockPeriod = 1, ...params } = rest;
      const signer = signerOf({ signerKey, signerSig65Hex, signerVaultId });
      const all = withOwn(options, { nonce, fee, note });
      return gateway.stackSolo(vaultId, { ...params, ...signer, lockPeriod }, all);
    },
  }),
  operation<typeof increaseBody>(STACKING, 'stacking/solo/increase', {
    operation: 'increaseStackedAmount',
    summary: 'Stacks more beside what is stacked (pox-4).',
    body: increaseBody,
    example: { increaseBy: '1000' },
    run: (gateway, vaultId, body, options) => {
      const { signerKey, signerSig65Hex, signerVaultId, nonce, fee, note, ...params } = body;
      const signer = signerOf({ signerKey, signerSig65Hex, signerVaultId });
      const all = withOwn(options, { nonce, fee, note });
      return gateway.increaseStackedAmount(vaultId, { ...params, ...signer }, all);
    },
  }),
  operation<typeof extendBody>(STACKING, 'stacking/solo/extend', {
    operation: 'extendStackingPeriod',
    summary: 'Keeps what is stacked for longer (pox-4).',
    body: extendBody,
    example: { extendCycles: 1 },
    run: (gateway, vaultId, body, options) => {
      const { signerKey, signerSig65Hex, signerVaultId, nonce, fee, note, ...params } = body;
      const signer = signerOf({ signerKey, signerSig65Hex, signerVaultId });
      const all = withOwn(options, { nonce, fee, note });
      return gateway.extendStackingPeriod(vaultId, { ...params, ...signer }, all);
    },
  }),
  operation<typeof delegateBody>(STACKING, 'stacking/pool/delegate', {
    operation: 'delegateToPool',
    summary: 'Delegates an amount to a pool, or stakes with its signer manager on pox-5.',
    body: delegateBody,
    example: { amount: '1000', lockPeriod: 1, pool: 'FAST_POOL' },
    run: (gateway, vaultId, body, options) => {
      const { amount: sum, lockPeriod = 1, signerManager, payout: pays } = body;
      const terms = {
        ...(signerManager === undefined ? {} : { signerManager }),
        ...(pays === undefined ? {} : { payout: pays }),
      };
      const all = { ...withOwn(options, body), ...terms };
      return gateway.delegateToPool(vaultId, ...poolOf(body), sum, lockPeriod, all);
    },
  }),
  operation<typeof allowBody>(STACKING, 'stacking/pool/allow-contract-caller', {
    operation: 'allowContractCaller',
    summary: 'Allows a pool’s contract to lock the STX; pox-5 needs no such thing.',
    body: allowBody,
    bodyOptional: true,
    example: { pool: 'FAST_POOL' },
    run: (gateway, vaultId, body, options) =>
      gateway.allowContractCaller(vaultId, ...poolOf(body), withOwn(options, body)),
  }),
  operation<typeof revokeBody>(STACKING, 'revoke-delegation', {
    operation: 'revokeDelegation',
    summary: 'Takes back a delegation, or unstakes on pox-5.',
    body: revokeBody,
    bodyOptional: true,
    example: {},
    run: (gateway, vaultId, { signerManager, ...rest }, options) =>
      gateway.revokeDelegation(vaultId, {
        ...withOwn(options, rest),
        ...(signerManager === undefined ? {} : { signerManager }),
      }),
  }),
  operation<typeof stakeBody>(STACKING, 'stacking/stake', {
    operation: 'stake',
    summary: 'Stakes with a signer manager (pox-5).',
    body: stakeBody,
    example: { signerManager: SIGNER_MANAGER, amount: '1000', cycles: 2 },
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.stake(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
  operation<typeof updateBody>(STACKING, 'stacking/stake/update', {
    operation: 'updateStake',
    summary: 'Stakes more, for longer or with another signer manager (pox-5).',
    body: updateBody,
    example: { cycles: 1 },
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.updateStake(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
  operation<typeof revokeBody>(STACKING, 'stacking/unstake', {
    operation: 'unstake',
    summary: 'Ends a stake with the next cycle (pox-5).',
    body: revokeBody,
    bodyOptional: true,
    example: {},
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.unstake(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
  operation<typeof claimBody>(STACKING, 'stacking/claim', {
    operation: 'claimRewards',
    summary: 'Claims the rewards of a cycle (pox-5).',
    body: claimBody,
    bodyOptional: true,
    example: {},
    run: (gateway, vaultId, { nonce, fee, note, ...params }, options) =>
      gateway.claimRewards(vaultId, params, withOwn(options, { nonce, fee, note })),
  }),
];

/** A question about a vault account's account. */
function question(
  name: string,
  path: string,
  summary: string,
  run: (gateway: Gateway, vaultId: string, options: CallOptions) => Promise<unknown>,
  aliases: readonly string[] = [],
): GatewayRoute<Gateway> {
  return {
    kind: 'read',
    operation: name,
    path: `/api/:vaultId/${path}`,
    aliases: aliases.map((alias) => `/api/:vaultId/${alias}`),
    tag: 'Account',
    summary,
    run: (gateway, { vaultAccountId, options }) => succeeded(run(gateway, vaultAccountId, options)),
  };
}

const historyQuery = z.object({
  limit: z.optional(wholeNumber),
  offset: z.optional(wholeNumber),
  getCachedTransactions: z.optional(flag),
  order: z.exactOptional(z.enum(['asc', 'desc'])),
});

const status = (path: string, aliases: readonly string[] = []): GatewayRoute<Gateway> => ({
  kind: 'read',
  operation: path.includes(':vaultId') ? 'getTxStatusById' : 'getTransaction',
  path,
  aliases,
  tag: 'Transactions',
  summary: 'Where a transaction stands, with the name of its error.',
  run: (gateway, { param, options }) => succeeded(gateway.getTxStatusById(param('txId'), options)),
});

const reads: readonly GatewayRoute<Gateway>[] = [
  question('getAddress', 'address', 'The vault account’s address.', async (gateway, ...rest) => ({
    address: await gateway.getAddress(...rest),
  })),
  question('getPublicKey', 'publicKey', 'Its public key.', async (gateway, ...rest) => ({
    publicKey: await gateway.getPublicKey(...rest),
  })),
  question(
    'getBtcRewardsAddress',
    'btc-rewards-address',
    'Its Bitcoin address, for rewards of stacking.',
    async (gateway, ...rest) => ({ address: await gateway.getBtcRewardsAddress(...rest) }),
  ),
  question('getBalance', 'balance', 'What it holds of STX.', (gateway, ...rest) =>
    gateway.getBalance(...rest),
  ),
  question('getFtBalances', 'ft-balances', 'What it holds of tokens.', (gateway, ...rest) =>
    gateway.getFtBalances(...rest),
  ),
  question('getAccountNonce', 'nonce', 'Its nonces: spent, waiting, free.', (gateway, ...rest) =>
    gateway.getAccountNonce(...rest),
  ),
  question(
    'checkStatus',
    'check-status',
    'What it has stacked, staked or delegated.',
    (gateway, ...rest) => gateway.checkStatus(...rest),
    ['status'],
  ),
  question(
    'getStakingPosition',
    'stacking/position',
    'Its stake on pox-5; `null` for none.',
    (gateway, ...rest) => gateway.getStakingPosition(...rest),
  ),
  {
    kind: 'read',
    operation: 'getTransactionHistory',
    path: '/api/:vaultId/transactions',
    tag: 'Transactions',
    summary: 'Its transactions, the latest first.',
    query: {
      limit: {
        description: 'How many. Default 50.',
        schema: { type: 'integer', minimum: 1, maximum: 200 },
      },
      offset: {
        description: 'How many to leave out.',
        schema: { type: 'integer', minimum: 0 },
      },
      getCachedTransactions: {
        description: '`true` takes what was read a short while ago.',
        schema: { type: 'boolean' },
      },
      order: { description: '`desc` (default) or `asc`.', schema: { enum: ['asc', 'desc'] } },
    },
    run: (gateway, { vaultAccountId, query, options }) => {
      const fields = parseInput(historyQuery, query, 'query');
      const { limit, offset, getCachedTransactions, ...order } = fields;
      const call = { ...options, ...order };
      return succeeded(
        gateway.getTransactionHistory(vaultAccountId, getCachedTransactions, limit, offset, call),
      );
    },
  },
  status('/api/:vaultId/transactions/:txId', ['/api/:vaultId/tx/:txId']),
  status('/api/transactions/:txId'),
  {
    kind: 'read',
    operation: 'getPoxInfo',
    path: '/api/poxInfo',
    tag: 'Stacking',
    summary: 'What the node says of stacking.',
    run: (gateway, { options }) => succeeded(gateway.getPoxInfo(options)),
  },
  {
    kind: 'read',
    operation: 'listSignerManagers',
    path: '/api/signer-managers',
    tag: 'Stacking',
    summary: 'The signer managers that can be staked with (pox-5).',
    run: (gateway, { options }) => succeeded(gateway.listSignerManagers(options)),
  },
];

/** The gateway over HTTP: the paths of the specification, and those of what there is beyond it. */
export const stacksApi: GatewayApi<Gateway> = {
  title: 'Stacks gateway',
  vaultPart: 'vaultId',
  routes: [...transfers, ...stacking, ...reads],
  checked,
  errorFields: { success: false },
};
