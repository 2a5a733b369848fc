import { Cl, Pc } from '@stacks/transactions';
import { describe, expect, test } from 'vitest';
import { RoundTrips, sequential } from '../support/round-trips.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

const isSubmission = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && path === '/v2/transactions';

const trips = new RoundTrips();
const { fetch } = trips;

/** What the node was asked before the custody was, and from the signature to the submission. */
async function parts({ sandbox }: StacksTestWorld, call: () => Promise<unknown>) {
  trips.clear();
  expect(await call()).toMatchObject({ success: true });
  return trips.around(sandbox.custody.url, sandbox.stacks.url, isSubmission);
}

const DEFAULTS: {
  readonly custom?: boolean;
  readonly amount?: string;
  readonly estimates?: 'none' | 'unsupported';
} = {};

describe('round trips', () => {
  test('of a transfer of STX: one before the custody is asked, and one after the signature', async () => {
    const world = await newStacksWorld({ fetch });
    try {
      const transfer = () => world.gateway.createNativeTransaction('0', world.addresses[2], 1);
      const cold = await parts(world, transfer);
      expect(sequential(cold.before)).toBeLessThanOrEqual(2);
      expect(cold.during).toHaveLength(1);
      for (let turn = 0; turn < 2; turn++) {
        const warm = await parts(world, transfer);
        expect(sequential(warm.before)).toBe(1);
        expect(warm.before.map(({ path }) => path.split('?')[0]?.split('/')[2]).sort()).toEqual([
          'accounts',
          'fees',
          'v3',
        ]);
        expect(warm.during).toHaveLength(1);
      }
    } finally {
      await world.stop();
    }
  });

  test.each([
    ['a token that is known here', {}],
    ['any other, by whole ones', { custom: true, amount: '0.00001' }],
    ['any other, in base units', { custom: true }],
    ['a token where the node has no estimates', { estimates: 'none' }],
    ['a token where the node makes no estimates', { estimates: 'unsupported' }],
  ] as const)('of a transfer of %s: at most three cold, one warm', async (_, wish) => {
    const world = await newStacksWorld({ fetch });
    try {
      const { sandbox, gateway, addresses } = world;
      const { stacks } = sandbox;
      const { custom = false, amount = '1 units', estimates } = { ...DEFAULTS, ...wish };
      if (estimates) stacks.setFees({ estimates });
      const asset = custom ? `${addresses[1]}.gold::gold-token` : stacks.contracts.sbtc;
      if (custom) stacks.addToken(asset, 6);
      stacks.mintToken(asset, addresses[0], 100n);
      const [tokenContractAddress = '', tokenContractName = '', tokenAssetName = ''] =
        asset.split(/::|\./);
      const token = custom
        ? { tokenContractAddress, tokenContractName, tokenAssetName }
        : ('sBTC' as const);
      const transfer = () => gateway.createFTTransaction('0', addresses[2], amount, token);
      const cold = await parts(world, transfer);
      expect(sequential(cold.before)).toBeLessThanOrEqual(3);
      for (let turn = 0; turn < 2; turn++) {
        const warm = await parts(world, transfer);
        expect(sequential(warm.before)).toBe(1);
        expect(warm.during).toHaveLength(1);
      }
    } finally {
      await world.stop();
    }
  });

  test('of a call of a contract, which is tried first: at most three cold, one warm', async () => {
    const world = await newStacksWorld({ fetch });
    try {
      const { sandbox, gateway, addresses } = world;
      const [own, , friend] = addresses;
      const { sbtc } = sandbox.stacks.contracts;
      sandbox.stacks.mintToken(sbtc, own, 100n);
      const [id = '', asset = ''] = sbtc.split('::');
      const contract = id as `${string}.${string}`;
      const functionArgs = [Cl.uint(1), Cl.principal(own), Cl.principal(friend), Cl.none()];
      const postConditions = [Pc.principal(own).willSendEq(1).ft(contract, asset)];
      const params = { contract, functionName: 'transfer', functionArgs, postConditions };
      const call = () => gateway.callContract('0', params);
      const cold = await parts(world, call);
      expect(sequential(cold.before)).toBeLessThanOrEqual(3);
      const warm = await parts(world, call);
      expect(sequential(warm.before)).toBe(1);
      expect(warm.during).toHaveLength(1);
    } finally {
      await world.stop();
    }
  });

  test('of a process that has signed nothing yet: at most three, wherever bytes are to be had', async () => {
    const world = await newStacksWorld({ fetch });
    try {
      const { sandbox, gateway, addresses } = world;
      const transfer = () => gateway.createNativeTransaction('0', addresses[2], 1);
      await transfer();
      for (const api of [
        { deprecated: 'served', nodeV3: 'hidden' },
        { deprecated: 'gone', nodeV3: 'served' },
      ] as const) {
        sandbox.stacks.setApi(api);
        const other = world.another();
        const cold = await parts(world, () => other.createNativeTransaction('0', addresses[2], 1));
        expect(sequential(cold.before)).toBeLessThanOrEqual(3);
      }
    } finally {
      await world.stop();
    }
  });

  test('of a history of 200 transactions: at most six requests', async () => {
    const world = await newStacksWorld({ stacks: { blockMs: 0 } });
    try {
      const { sandbox, gateway, addresses } = world;
      const { stacks } = sandbox;
      for (let mined = 0; mined < 101; mined++) await stacks.mineAs(addresses[2]);
      for (const order of ['desc', 'asc'] as const) {
        stacks.clearMessages();
        const answer = await gateway.getTransactionHistory('2', false, 200, 0, { order });
        expect(answer).toMatchObject({ success: true, data: { length: 200 } });
        expect(stacks.messages.length).toBeLessThanOrEqual(6);
      }
    } finally {
      await world.stop();
    }
  });
});
