import { describe, expect, test } from 'vitest';
import { SignatureRejectedError } from '../../src/index.js';
import { many } from '../support/runs.js';
import { creationsAt, newAptosWorld, sequencesOf } from './support/world.js';

const CALLS = many(50, 20);

/** Every tenth call is rejected. */
const decide = ({ note }: { readonly note?: string | undefined }) => {
  const number = Number(/ \| #(\d+) /.exec(note ?? '')?.[1]);
  return {
    decision: number % 10 === 3 ? 'reject' : 'approve',
    afterMs: (number * 7919) % 30,
  } as const;
};

describe(`${CALLS} concurrent transfers of one vault`, () => {
  test.each([
    ['serial', { mode: 'serial' }],
    ['pipeline', { mode: 'pipeline', depth: 8 }],
  ] as const)('in %s mode confirm with distinct sequence numbers', async (_, lanes) => {
    const world = await newAptosWorld({ gateway: { lanes } });
    try {
      const calls = Array.from({ length: CALLS }, (__, index) =>
        world.gateway.transferMove('0', {
          recipientAddress: world.addresses[2],
          amount: index + 1,
        }),
      );
      const confirmed = await Promise.all(calls);
      const numbers = confirmed.map(({ sequence_number: number }) => Number(number));
      expect(new Set(numbers).size).toBe(CALLS);
      expect(sequencesOf(world.sandbox, world.addresses[0])).toEqual(
        Array.from({ length: CALLS }, (__, index) => index),
      );
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(
        BigInt((CALLS * (CALLS + 1)) / 2),
      );
      expect(creationsAt(world.sandbox)).toBe(CALLS);
    } finally {
      await world.stop();
    }
  });

  test('of which some are rejected leave no gap', async () => {
    const world = await newAptosWorld({ approvals: decide });
    try {
      const calls = Array.from({ length: CALLS }, (_, index) => {
        const params = { recipientAddress: world.addresses[2], amount: 1 };
        return world.gateway.transferMove('0', params, { note: `#${index}` });
      });
      const outcomes = await Promise.allSettled(calls);
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      );
      expect(reasons).toHaveLength(CALLS / 10);
      for (const reason of reasons) expect(reason).toBeInstanceOf(SignatureRejectedError);
      expect(sequencesOf(world.sandbox, world.addresses[0])).toEqual(
        Array.from({ length: CALLS - CALLS / 10 }, (_, index) => index),
      );
    } finally {
      await world.stop();
    }
  });

  test('of which each goes without a number wait for nobody', async () => {
    const world = await newAptosWorld();
    try {
      const calls = Array.from({ length: 20 }, () => {
        const params = { recipientAddress: world.addresses[2], amount: 1 };
        return world.gateway.transferMove('0', params, { orderless: true });
      });
      const nonces = (await Promise.all(calls)).map((one) => one.replay_protection_nonce);
      expect(new Set(nonces).size).toBe(20);
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(20n);
    } finally {
      await world.stop();
    }
  });
});

describe('one key', () => {
  test('is one transaction, in however many calls and processes', async () => {
    const world = await newAptosWorld();
    try {
      const params = { recipientAddress: world.addresses[2], amount: 5 };
      const options = { idempotencyKey: 'one' };
      const gateways = [world.gateway, world.another(), world.another()];
      const calls = [...gateways, ...gateways].map((gateway) =>
        gateway.transferMove('0', params, options),
      );
      const hashes = (await Promise.all(calls)).map(({ hash }) => hash);
      expect(new Set(hashes).size).toBe(1);
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(5n);
      await expect(
        world.gateway.transferMove('0', { ...params, amount: 6 }, options),
      ).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    } finally {
      await world.stop();
    }
  });
});

describe('an attempt that takes the number of the one before it', () => {
  test('keeps others from it, and does not go without a number', async () => {
    const world = await newAptosWorld({
      approvals: ({ note }) =>
        note?.startsWith('slow') ? { decision: 'approve', afterMs: 500 } : { decision: 'approve' },
    });
    try {
      const { gateway, sandbox, addresses } = world;
      sandbox.inject({
        server: 'aptos',
        effect: { kind: 'lose-submission' },
        path: '/v1/transactions',
      });
      const params = { recipientAddress: addresses[2], amount: 1 };
      const lost = { idempotencyKey: 'lost', confirmTimeoutMs: 100 };
      await expect(gateway.transferMove('0', params, lost)).rejects.toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
      });
      const again = { idempotencyKey: 'lost', newAttempt: 2, note: 'slow' };
      const orderless = gateway.transferMove('0', params, { ...again, orderless: true });
      await expect(orderless).rejects.toMatchObject({ code: 'INVALID_INPUT', field: 'orderless' });
      expect(creationsAt(sandbox)).toBe(1);
      const second = gateway.transferMove('0', params, again);
      while (creationsAt(sandbox) < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      const third = gateway.transferMove('0', { ...params, amount: 2 });
      const landed = await Promise.all([second, third]);
      expect(landed.map(({ sequence_number: number }) => number)).toEqual(['0', '1']);
      expect(sandbox.aptos.balanceOf(addresses[2])).toBe(3n);
    } finally {
      await world.stop();
    }
  });
});
