import { describe, expect, test } from 'vitest';
import { isCreation, RoundTrips, sequential } from '../support/round-trips.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

const trips = new RoundTrips();
const { fetch } = trips;

async function transfer({ gateway, sandbox: { aptos, custody } }: AptosWorld, call: object) {
  trips.clear();
  await gateway.transferMove('0', call as never);
  return trips.around(custody.url, aptos.fullnodeUrl);
}

describe('a transfer', () => {
  test('takes one round trip before the custody is asked, and one after the signature', async () => {
    const world = await newAptosWorld({ fetch });
    try {
      const native = { recipientAddress: world.addresses[2], amount: 1 };
      const cold = await transfer(world, native);
      expect(sequential(cold.before)).toBeLessThanOrEqual(2);
      for (let turn = 0; turn < 3; turn++) {
        const warm = await transfer(world, native);
        expect(sequential(warm.before)).toBe(1);
        expect(warm.before.map(({ path }) => path.split('?')[0]?.split('/')[2]).sort()).toEqual([
          'accounts',
          'transactions',
        ]);
        expect(warm.during).toHaveLength(1);
      }
    } finally {
      await world.stop();
    }
  });

  test('that others sign too asks for all of their keys at once', async () => {
    const world = await newAptosWorld({ fetch });
    try {
      const { custody } = world.sandbox;
      const params = { recipientAddress: world.addresses[2], amount: 1 };
      trips.clear();
      await world.another().transferMove('0', params, { feePayerVaultAccountId: '1' });
      const asked = trips.at(custody.url);
      const before = asked.slice(0, asked.findIndex(isCreation));
      expect(before.length).toBeGreaterThanOrEqual(2);
      // What the custody has under way for the account is asked for beside the node.
      expect(sequential(before)).toBeLessThanOrEqual(2);
    } finally {
      await world.stop();
    }
  });

  test('of a function that was never called before takes one more, and only once', async () => {
    const world = await newAptosWorld({ fetch });
    try {
      const call = { function: `${world.sandbox.aptos.sampleModule}::record_nothing` };
      await transfer(world, { recipientAddress: world.addresses[2], amount: 1 });
      expect(sequential((await transfer(world, call)).before)).toBe(2);
      expect(sequential((await transfer(world, call)).before)).toBe(1);
    } finally {
      await world.stop();
    }
  });

  test('of whole tokens takes one, once their decimals were heard, and two at first', async () => {
    const world = await newAptosWorld({ fetch });
    try {
      const { aptos, custody } = world.sandbox;
      const tokenType = aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
      aptos.mint(tokenType, world.addresses[0], 10_000_000n);
      const whole = { recipientAddress: world.addresses[2], amount: '1', tokenType } as const;
      const send = async () => {
        trips.clear();
        await world.gateway.transferToken('0', { ...whole, unit: 'tokens' });
        return sequential(trips.around(custody.url, aptos.fullnodeUrl).before);
      };
      await transfer(world, { recipientAddress: world.addresses[2], amount: 1 });
      expect(await send()).toBe(2);
      expect(await send()).toBe(1);
    } finally {
      await world.stop();
    }
  });

  test('of a number that another process has spent meanwhile takes one more', async () => {
    const world = await newAptosWorld({ fetch });
    try {
      const native = { recipientAddress: world.addresses[2], amount: 1 };
      await transfer(world, native);
      await world.another().transferMove('0', native);
      const stale = await transfer(world, native);
      expect(sequential(stale.before)).toBe(2);
    } finally {
      await world.stop();
    }
  });
});
