import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AptosGateway } from '../../src/aptos/index.js';
import {
  expectExactFields,
  fieldOf,
  UNFIT,
  WRONG_OPTION_OBJECTS,
  WRONG_OPTIONS,
  WRONG_VAULT_IDS,
} from '../support/hostile-calls.js';
import { HOSTILE } from '../xrpl/support/wrong-values.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

const RECIPIENT = `0x${'ab'.repeat(32)}`;
const TOKEN = `0x${'cd'.repeat(32)}`;

/** Each operation's parameters, and the names of all of them. */
const OPERATIONS = {
  transferMove: {
    valid: { recipientAddress: RECIPIENT, amount: 1 },
    fields: ['recipientAddress', 'amount', 'unit'],
  },
  transferToken: {
    valid: { recipientAddress: RECIPIENT, amount: 1, tokenType: TOKEN },
    fields: ['recipientAddress', 'amount', 'tokenType'],
  },
} as const;

type Name = keyof typeof OPERATIONS;
const NAMES = Object.keys(OPERATIONS) as Name[];

let world: AptosWorld;
beforeAll(async () => {
  world = await newAptosWorld();
  world.sandbox.aptos.clearMessages();
  world.sandbox.custody.clearMessages();
});
afterAll(() => world.stop());

/** Neither the custody nor the ledger hears of any of this. */
afterEach(() => {
  const { custody, aptos } = world.sandbox;
  expect([...custody.messages, ...aptos.messages, ...aptos.indexerMessages]).toEqual([]);
  expect(world.events).toEqual([]);
});

const call = (name: Name, params: unknown, options?: unknown) =>
  world.gateway[name]('0', params as never, options as never);

describe('a vault account that can’t be one', () => {
  type Call = readonly [string, (gateway: AptosGateway, id: never) => Promise<unknown>];
  const calls: readonly Call[] = [
    ...NAMES.map(
      (name): Call => [name, (gateway, id) => gateway[name](id, OPERATIONS[name].valid as never)],
    ),
    [
      'submitBatch',
      (gateway, id) =>
        gateway.submitBatch(id, [
          { transactionType: 'transferMove', params: OPERATIONS.transferMove.valid },
        ]),
    ],
    ['resume', (gateway, id) => gateway.resume(id, 'a-key')],
    ['cancel', (gateway, id) => gateway.cancel(id, 'a-key')],
    ['pending', (gateway, id) => gateway.pending(id)],
    ['getAddress', (gateway, id) => gateway.getAddress(id)],
    ['getPublicKey', (gateway, id) => gateway.getPublicKey(id)],
    ['getBalance', (gateway, id) => gateway.getBalance(id)],
    ['getBalances', (gateway, id) => gateway.getBalances(id)],
    ['getCoinsData', (gateway, id) => gateway.getCoinsData(id)],
    ['getTransactions', (gateway, id) => gateway.getTransactions(id)],
    ['forVault', (gateway, id) => gateway.forVault(id).getBalance()],
  ];

  it.each(calls)('is refused by %s', async (_, ask) => {
    for (const id of WRONG_VAULT_IDS) {
      expect([id, await fieldOf(ask(world.gateway, id as never))]).toEqual([id, 'vaultAccountId']);
    }
  });
});

describe.each(NAMES)('parameters of %s', (name) => {
  const { valid, fields } = OPERATIONS[name];

  it.each([...fields])('have no %s that is wrong', async (field) => {
    for (const [label, value] of HOSTILE) {
      const outcome = await fieldOf(call(name, { ...valid, [field]: value })).catch(() => 'taken');
      const where = outcome.startsWith(field) ? field : outcome;
      expect([label, where]).toEqual([label, field]);
    }
  });

  it('are no less and no more', () =>
    expectExactFields((params) => call(name, params), valid, Object.keys(valid), 'amount'));
});

describe('a call of a function', () => {
  const right = { function: '0x1::aptos_account::transfer', functionArguments: [RECIPIENT, 1] };

  it.each(['function', 'typeArguments', 'functionArguments'])(
    'has no %s that is wrong',
    async (field) => {
      for (const [label, value] of HOSTILE) {
        if (Array.isArray(value)) continue;
        const found = await fieldOf(call('transferMove', { ...right, [field]: value }));
        // Without a function it is no call, and lacks what a transfer has.
        const isNone = field === 'function' && value === undefined;
        expect([label, found.split('[')[0]]).toEqual([label, isNone ? 'recipientAddress' : field]);
      }
    },
  );
});

describe('an argument without an end', () => {
  const endless: unknown[] = [];
  endless.push(endless);
  const nested = (depth: number) => {
    let value: unknown = 1;
    for (let level = 0; level < depth; level++) value = [value];
    return value;
  };
  const doubled = () => {
    let value: unknown = 1;
    for (let level = 0; level < 30; level++) value = [value, value];
    return value;
  };
  const cases: readonly (readonly [string, unknown])[] = [
    ['a list that holds itself', endless],
    ['a list a hundred thousand deep', nested(100_000)],
    ['a list deeper than any type', nested(33)],
    ['a list that holds others a billion times', doubled()],
    ['a list of nothing, a billion long', new Array(1_000_000_000)],
    ['more bytes than a transaction', new Uint8Array(65_537)],
    ['a number of millions of digits', 2n ** 10_000_000n],
  ];

  it.each(cases)('is refused by its name: %s', async (_, value) => {
    const functionArguments = [RECIPIENT, value];
    const params = { function: '0x1::aptos_account::transfer', functionArguments };
    expect(await fieldOf(call('transferMove', params))).toBe('functionArguments[1]');
  });
});

describe('an option that can’t be right', () => {
  const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
    ...WRONG_OPTIONS,
    maxFee: [...UNFIT, 0n, -1n, 100, '100'],
    maxGasAmount: [null, Number.NaN, -1, 0, 1.5, '', '1.5', 2n ** 64n, [], {}, 2 ** 53],
    gasUnitPrice: [null, Number.NaN, -1, 0, 1.5, '', '0x1', 2n ** 64n, [], {}],
    expireTimestamp: [null, Number.NaN, -1, 0, 1.5, '', 'soon', new Date(0)],
    accountSequenceNumber: [null, Number.NaN, -1, 1.5, '', '01', 2n ** 64n],
    simulate: [...UNFIT, 'true', 1],
    orderless: [...UNFIT, 'true', 1],
    feePayerVaultAccountId: [null, 5, '', [], '05', '../1'],
    secondarySignerVaultAccountIds: [null, 5, '1', {}],
    stopOnFailure: [true],
  };

  it.each(Object.keys(OPTIONS))('%s', async (name) => {
    for (const value of OPTIONS[name] ?? []) {
      for (const operation of NAMES) {
        const found = fieldOf(call(operation, OPERATIONS[operation].valid, { [name]: value }));
        expect([value, await found]).toEqual([value, name]);
      }
    }
  });

  it('all of them at once', async () => {
    for (const options of WRONG_OPTION_OBJECTS) {
      expect(await fieldOf(call('transferMove', OPERATIONS.transferMove.valid, options))).toBe(
        'options',
      );
    }
  });

  it.each(['resume', 'cancel'] as const)('the key that %s needs', async (method) => {
    for (const key of WRONG_OPTIONS.idempotencyKey ?? []) {
      expect(await fieldOf(world.gateway[method]('0', key as never))).toBe('idempotencyKey');
    }
  });

  it('what contradicts an orderless transaction', async () => {
    const { valid } = OPERATIONS.transferMove;
    for (const [name, value] of [
      ['approvalWindowSeconds', 46],
      ['accountSequenceNumber', 1],
      ['expireTimestamp', 9_999_999_999],
    ] as const) {
      const options = { orderless: true, [name]: value };
      expect(await fieldOf(call('transferMove', valid, options))).toBe(name);
    }
  });

  it('a sequence number that no transaction can have', async () => {
    const { valid } = OPERATIONS.transferMove;
    const options = { accountSequenceNumber: 2n ** 63n };
    expect(await fieldOf(call('transferMove', valid, options))).toBe('accountSequenceNumber');
  });
});

describe('a batch', () => {
  const { valid: params } = OPERATIONS.transferMove;
  it.each([
    ['nothing', undefined, 'transactions'],
    ['none', [], 'transactions'],
    ['text', 'all', 'transactions'],
    [
      'an entry of another kind',
      [{ transactionType: 'submit', params }],
      'transactions[0].transactionType',
    ],
    [
      'an inherited kind',
      [{ transactionType: 'constructor', params }],
      'transactions[0].transactionType',
    ],
    [
      'an entry with a wrong field',
      [
        { transactionType: 'transferMove', params },
        { transactionType: 'transferMove', params: { ...params, amount: 0 } },
      ],
      'transactions[1].params.amount',
    ],
  ])('is not %s', async (_, entries, field) => {
    expect(await fieldOf(world.gateway.submitBatch('0', entries as never))).toBe(field);
  });

  it('has no options that are for one transaction', async () => {
    const entries = [{ transactionType: 'transferMove' as const, params }];
    for (const options of [
      { orderless: true },
      { accountSequenceNumber: 1 },
      { feePayerVaultAccountId: '1' },
    ]) {
      const found = await fieldOf(world.gateway.submitBatch('0', entries, options as never));
      expect(found).toBe(Object.keys(options)[0]);
    }
  });
});

it('what is no transaction is not submitted', async () => {
  for (const [label, value] of HOSTILE) {
    const found = await fieldOf(world.gateway.submit('0', value as never));
    expect([label, found.startsWith('transaction')]).toEqual([label, true]);
  }
  for (const bytes of [new Uint8Array(), new Uint8Array(200), 'ff'.repeat(300), '0x00']) {
    expect(await fieldOf(world.gateway.submit('0', bytes))).toMatch(/^transaction/);
  }
});

it('what is no hash is no transaction', async () => {
  const hash = `0x${'AB'.repeat(32)}`;
  for (const wrong of [undefined, null, 5, '', hash.slice(2), hash.slice(1), `${hash}A`, [hash]]) {
    expect(await fieldOf(world.gateway.getTransaction(wrong as never))).toBe('hash');
  }
});
