import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { XrplGateway } from '../../src/xrpl/index.js';
import {
  fieldOf,
  UNFIT,
  WRONG_OPTION_OBJECTS,
  WRONG_OPTIONS,
  WRONG_VAULT_IDS,
} from '../support/hostile-calls.js';
import { newWorld, type World } from '../support/world.js';
import { BAD_INPUTS, type BadInputName } from './support/bad-inputs.js';

type Call = readonly [string, (gateway: XrplGateway, id: never) => Promise<unknown>];

const OPERATIONS = Object.keys(BAD_INPUTS) as BadInputName[];
const MEGABYTE = 'x'.repeat(1_048_576);
const fail = () => {
  throw new Error('a getter of the caller’s own');
};

let world: World;

beforeAll(async () => {
  world = await newWorld({ gateway: { defaults: { confirmTimeoutMs: 0 } } });
  world.sandbox.xrpl.clearMessages();
});
afterAll(() => world.stop());

/** Neither the custody nor the ledger hears of any of this. */
afterEach(() => {
  const { custody, xrpl } = world.sandbox;
  expect([...custody.messages, ...xrpl.messages].length).toBe(0);
  expect(world.events).toEqual([]);
});

describe('a vault account that can’t be one', () => {
  const calls: readonly Call[] = [
    ...OPERATIONS.flatMap((name): Call[] => {
      const params = BAD_INPUTS[name].valid as never;
      return [
        [name, (gateway, id) => gateway[name](id, params)],
        [
          `executeTransaction ${name}`,
          (gateway, vaultAccountId) =>
            gateway.executeTransaction({ vaultAccountId, transactionType: name, params }),
        ],
      ];
    }),
    ['resume', (gateway, id) => gateway.resume(id, 'a-key')],
    ['cancel', (gateway, id) => gateway.cancel(id, 'a-key')],
    ['pending', (gateway, id) => gateway.pending(id)],
    ['getAddress', (gateway, id) => gateway.getAddress(id)],
    ['getPublicKey', (gateway, id) => gateway.getPublicKey(id)],
    ['getAccount', (gateway, id) => gateway.getAccount(id)],
    ['getBalances', (gateway, id) => gateway.getBalances(id)],
    ['getTrustLines', (gateway, id) => gateway.getTrustLines(id)],
    ['getOffers', (gateway, id) => gateway.getOffers(id)],
    ['forVault', (gateway, id) => gateway.forVault(id).getAddress()],
  ];

  it.each(calls)('is refused by %s', async (_, call) => {
    for (const id of WRONG_VAULT_IDS) {
      expect([id, await fieldOf(call(world.gateway, id as never))]).toEqual([id, 'vaultAccountId']);
    }
  });
});

describe('executeTransaction', () => {
  const execute = (request: unknown) => world.gateway.executeTransaction(request as never);
  const { valid: params } = BAD_INPUTS.offerCancel;
  const request = { vaultAccountId: '0', transactionType: 'offerCancel', params };

  it.each<readonly [string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['no text', ''],
    ['the ledger’s name for it', 'OfferCancel'],
    ['other letters', 'offercancel'],
    ['a blank behind it', 'offerCancel '],
    ['a list of one', ['offerCancel']],
    ['what claims to be text', { toString: () => 'offerCancel' }],
    ['a number', 0],
    ['an inherited name', 'constructor'],
    ['another one', 'toString'],
    ['__proto__', '__proto__'],
    ['a method that is no operation', 'getAddress'],
    ['itself', 'executeTransaction'],
    ['a megabyte', MEGABYTE],
  ])('has no transactionType that is %s', async (_, transactionType) => {
    const request = { vaultAccountId: '0', transactionType, params };
    expect(await fieldOf(execute(request))).toBe('transactionType');
  });

  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, 'transactionType'],
    ['null', null, 'transactionType'],
    ['text', 'offerCancel', 'transactionType'],
    ['a list', ['0', 'offerCancel', params], 'transactionType'],
    [
      'a getter that throws',
      Object.defineProperty({}, 'params', { get: fail, enumerable: true }),
      'request',
    ],
    ['a proxy that throws', new Proxy({}, { ownKeys: fail }), 'request'],
    ['no params', { vaultAccountId: '0', transactionType: 'offerCancel' }, 'params'],
    [
      'options that are null',
      { vaultAccountId: '0', transactionType: 'offerCancel', params, options: null },
      'options',
    ],
    [
      'with a key that belongs into its options',
      { ...request, idempotencyKey: 'k' },
      'idempotencyKey',
    ],
    ['with a field that has no name', { ...request, '': 1 }, ''],
    ['with misspelt options', { ...request, option: { idempotencyKey: 'k' } }, 'option'],
    [
      'with options that it inherits',
      Object.assign(Object.create({ options: { idempotencyKey: 'k' } }), request),
      'request',
    ],
  ])('takes no request that is %s', async (_, request, field) => {
    expect(await fieldOf(execute(request))).toBe(field);
  });
});

describe('an option that can’t be right', () => {
  const OPTIONS: Readonly<Record<string, readonly unknown[]>> = {
    ...WRONG_OPTIONS,
    maxFee: [...UNFIT, 9n, 0n, -1n, 100, '100'],
  };

  it.each(Object.keys(OPTIONS))('%s', async (name) => {
    for (const value of OPTIONS[name] ?? []) {
      for (const operation of ['offerCancel', 'xrpTransfer', 'submit'] as const) {
        const { valid } = BAD_INPUTS[operation];
        const options = { [name]: value } as never;
        const call = world.gateway[operation]('0', valid as never, options) as Promise<unknown>;
        expect([value, await fieldOf(call)]).toEqual([value, name]);
      }
    }
  });

  it('native', async () => {
    for (const native of [...UNFIT, 'false', 0]) {
      const options = { native } as never;
      const call = world.gateway.xrpTransfer('0', BAD_INPUTS.xrpTransfer.valid, options);
      expect(await fieldOf(call)).toBe('native');
    }
  });

  it('all of them at once', async () => {
    for (const options of WRONG_OPTION_OBJECTS) {
      const call = world.gateway.offerCancel('0', { offerSequence: 5 }, options as never);
      expect(await fieldOf(call)).toBe('options');
    }
  });

  it.each(['resume', 'cancel'] as const)('the key that %s needs', async (method) => {
    for (const key of OPTIONS.idempotencyKey ?? []) {
      expect(await fieldOf(world.gateway[method]('0', key as never))).toBe('idempotencyKey');
    }
  });
});

it('what is no hash is no transaction', async () => {
  const hash = 'AB'.repeat(32);
  for (const wrong of [undefined, null, 5, '', hash.slice(1), `${hash}A`, `0x${hash}`, [hash]]) {
    expect(await fieldOf(world.gateway.getTransaction(wrong as never))).toBe('hash');
  }
});
