import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StacksGateway } from '../../src/stacks/index.js';
import {
  expectExactFields,
  fieldOf,
  UNFIT,
  WRONG_OPTION_OBJECTS,
  WRONG_OPTIONS,
  WRONG_VAULT_IDS,
} from '../support/hostile-calls.js';
import { HOSTILE } from '../xrpl/support/wrong-values.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

const RECIPIENT = 'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ';
const CONTRACT = 'ST000000000000000000002AMW42H.pox-5';

/** Each operation's parameters, and the names of all of them. */
const OPERATIONS = {
  transfer: {
    valid: { recipientAddress: RECIPIENT, amount: 1 },
    fields: ['recipientAddress', 'amount', 'assetType', 'memo', 'grossTransaction'],
    required: ['recipientAddress', 'amount'],
  },
  callContract: {
    valid: { contract: CONTRACT, functionName: 'f' },
    fields: ['contract', 'functionName', 'functionArgs', 'postConditions', 'postConditionMode'],
    required: ['contract', 'functionName'],
  },
} as const;

type Name = keyof typeof OPERATIONS;
const NAMES = Object.keys(OPERATIONS) as Name[];

let world: StacksTestWorld;
beforeAll(async () => {
  world = await newStacksWorld();
  world.sandbox.stacks.clearMessages();
  world.sandbox.custody.clearMessages();
});
afterAll(() => world.stop());
beforeEach(() => {
  const { custody, stacks } = world.sandbox;
  custody.clearMessages();
  stacks.clearMessages();
  world.events.length = 0;
});

/** Neither the custody nor the chain hears of any of this. */
afterEach(() => {
  const { custody, stacks } = world.sandbox;
  expect([...custody.messages, ...stacks.messages]).toEqual([]);
  expect(world.events).toEqual([]);
});

const call = (name: Name, params: unknown, options?: unknown) =>
  world.strict[name]('0', params as never, options as never);

describe('a vault account that can’t be one', () => {
  type Call = readonly [string, (gateway: StacksGateway<true>, id: never) => Promise<unknown>];
  const { valid } = OPERATIONS.transfer;
  const calls: readonly Call[] = [
    ...NAMES.map(
      (name): Call => [name, (gateway, id) => gateway[name](id, OPERATIONS[name].valid as never)],
    ),
    ['createNativeTransaction', (gateway, id) => gateway.createNativeTransaction(id, RECIPIENT, 1)],
    ['createFTTransaction', (gateway, id) => gateway.createFTTransaction(id, RECIPIENT, 1, 'sBTC')],
    [
      'submitBatch',
      (gateway, id) => gateway.submitBatch(id, [{ transactionType: 'transfer', params: valid }]),
    ],
    ['replaceTransaction', (gateway, id) => gateway.replaceTransaction(id, '00'.repeat(32))],
    ['resume', (gateway, id) => gateway.resume(id, 'a-key')],
    ['cancel', (gateway, id) => gateway.cancel(id, 'a-key')],
    ['pending', (gateway, id) => gateway.pending(id)],
    ['getAddress', (gateway, id) => gateway.getAddress(id)],
    ['getPublicKey', (gateway, id) => gateway.getPublicKey(id)],
    ['getBtcRewardsAddress', (gateway, id) => gateway.getBtcRewardsAddress(id)],
    ['getBalance', (gateway, id) => gateway.getBalance(id)],
    ['getFtBalances', (gateway, id) => gateway.getFtBalances(id)],
    ['getAccountNonce', (gateway, id) => gateway.getAccountNonce(id)],
    [
      'transferToken',
      (gateway, id) =>
        gateway.transferToken(id, { token: 'sBTC', to: RECIPIENT, amount: '15 units' }),
    ],
    ['allowContractCaller', (gateway, id) => gateway.allowContractCaller(id, 'FAST_POOL', '')],
    ['checkEligibility', (gateway, id) => gateway.checkEligibility(id, { amount: 50 })],
    ['getBalances', (gateway, id) => gateway.getBalances(id)],
    ['getTransactions', (gateway, id) => gateway.getTransactions(id)],
    ['getTransactionHistory', (gateway, id) => gateway.getTransactionHistory(id)],
    ['forVault', (gateway, id) => gateway.forVault(id).getBalance()],
  ];

  it.each(calls)('is refused by %s', async (_, ask) => {
    for (const id of WRONG_VAULT_IDS) {
      expect([id, await fieldOf(ask(world.strict, id as never))]).toEqual([id, 'vaultAccountId']);
    }
  });
});

describe.each(NAMES)('parameters of %s', (name) => {
  const { valid, fields, required } = OPERATIONS[name];

  it.each([...fields])('have no %s that is wrong', async (field) => {
    for (const [label, value] of HOSTILE) {
      const isNone = value === undefined && !(required as readonly string[]).includes(field);
      const isFit =
        isNone ||
        (Array.isArray(value) && value.length === 0 && /Args|Conditions/.test(field)) ||
        (typeof value === 'string' && field === 'memo' && /^[\x20-\x7e]{0,34}$/.test(value)) ||
        (field === 'amount' && value === 1.5) ||
        (field === 'functionName' && value === 'constructor') ||
        (field === 'functionName' && value === 'NaN') ||
        (typeof value === 'boolean' && field === 'grossTransaction');
      if (isFit) continue;
      const where = await fieldOf(call(name, { ...valid, [field]: value }));
      expect([label, where.split('[')[0]]).toEqual([label, field]);
    }
  });

  it('are no less and no more', () =>
    expectExactFields((params) => call(name, params), valid, required, required[0]));
});

describe('an option that can’t be right', () => {
  const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
    ...WRONG_OPTIONS,
    maxFee: [null, Number.NaN, -1, 0, 1e21, '', '1e3', '0x1', [], {}, 1e-7, 2n ** 64n],
    fee: [null, Number.NaN, -1, 0, 1e21, '', '1e3', '0x1', [], {}, 1e-7, 2n ** 64n],
    nonce: [null, Number.NaN, -1, 1.5, '', '01', '1e2', true, [], {}, 2 ** 53, 2n ** 64n],
    stopOnFailure: [...UNFIT, true],
  };

  it.each(Object.entries(OPTIONS))('is refused: %s', async (name, values) => {
    for (const value of values) {
      const options = { [name]: value };
      const field = await fieldOf(call('transfer', OPERATIONS.transfer.valid, options));
      expect([value, field]).toEqual([value, name]);
    }
  });

  it('is refused as a whole', async () => {
    for (const options of WRONG_OPTION_OBJECTS) {
      await fieldOf(call('transfer', OPERATIONS.transfer.valid, options));
    }
  });
});

describe('parameters that need not be given', () => {
  it.each([
    ['a Map', new Map([['signerManager', CONTRACT]])],
    ['a Date', new Date()],
    ['a Promise', Promise.resolve({ signerManager: CONTRACT })],
    ['an object that inherits them', Object.create({ signerManager: CONTRACT })],
  ])('are refused as %s, in which nobody would read them', async (_, params) => {
    const { strict } = world;
    expect(await fieldOf(strict.unstake('0', params))).toBe('params');
    expect(await fieldOf(strict.claimRewards('0', params))).toBe('params');
    expect(await fieldOf(strict.replaceTransaction('0', '0'.repeat(64), params))).toBe('changes');
  });
});

describe('a transaction that can’t be one', () => {
  it('is refused by submit, replaceTransaction and submitBatch', async () => {
    const { strict } = world;
    for (const [label, value] of HOSTILE) {
      expect([label, await fieldOf(strict.submit('0', value as never))]).toEqual([
        label,
        'transaction',
      ]);
      expect([label, await fieldOf(strict.replaceTransaction('0', value as never))]).toEqual([
        label,
        'txId',
      ]);
      const where = await fieldOf(strict.submitBatch('0', value as never));
      expect([label, where.split('[')[0]]).toEqual([label, 'transactions']);
    }
  });
});
