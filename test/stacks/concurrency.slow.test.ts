import { describe, expect, test } from 'vitest';
import { SignatureRejectedError } from '../../src/index.js';
import { BatchIncompleteError } from '../../src/stacks/index.js';
import { many } from '../support/runs.js';
import { creationsAt, newStacksWorld } from './support/world.js';

const CALLS = many(50, 20);

/** Every tenth call is rejected. */
const decide = ({ note }: { readonly note?: string | undefined }) => {
  const number = Number(/ \| #(\d+) /.exec(note ?? '')?.[1]);
  return {
    decision: number % 10 === 3 ? 'reject' : 'approve',
    afterMs: (number * 7919) % 30,
  } as const;
};

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe(`${CALLS} concurrent transfers of one vault`, () => {
  test.each([
    ['serial', { mode: 'serial' }],
    ['pipeline', { mode: 'pipeline', depth: 8 }],
  ] as const)('in %s mode confirm with distinct nonces', async (_, lanes) => {
    const world = await newStacksWorld({ gateway: { lanes } });
    try {
      const { strict, sandbox, addresses } = world;
      const calls = upTo(CALLS).map((index) =>
        strict.createNativeTransaction('0', addresses[2], `${index + 1} microSTX`),
      );
      const confirmed = await Promise.all(calls);
      const nonces = confirmed.map(({ data }) => data.nonce).sort((one, other) => one - other);
      expect(nonces).toEqual(upTo(CALLS));
      const sent = BigInt((CALLS * (CALLS + 1)) / 2);
      expect(sandbox.stacks.balanceOf(addresses[2]).unlocked).toBe(sent);
      expect(creationsAt(sandbox)).toBe(CALLS);
    } finally {
      await world.stop();
    }
  });

  test('of which some are rejected leave no gap', async () => {
    const world = await newStacksWorld({ approvals: decide });
    try {
      const { strict, addresses } = world;
      const calls = upTo(CALLS).map((index) =>
        strict.createNativeTransaction('0', addresses[2], '1 microSTX', { note: `#${index}` }),
      );
      const ends = await Promise.allSettled(calls);
      const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
      expect(failures).toHaveLength(CALLS / 10);
      for (const failure of failures) expect(failure).toBeInstanceOf(SignatureRejectedError);
      const nonces = ends.flatMap((end) =>
        end.status === 'fulfilled' ? [end.value.data.nonce] : [],
      );
      expect(nonces.sort((one, other) => one - other)).toEqual(upTo(CALLS - CALLS / 10));
    } finally {
      await world.stop();
    }
  });

  test('from two processes pay each once', async () => {
    const world = await newStacksWorld();
    try {
      const { another, sandbox, addresses } = world;
      const gateways = [another(), another()];
      const calls = upTo(20).map((index) =>
        gateways[index % 2]?.createNativeTransaction('0', addresses[2], `${index + 1} microSTX`, {
          idempotencyKey: `payment-${Math.floor(index / 2)}-${index % 2}`,
        }),
      );
      await Promise.allSettled(calls);
      for (const [index] of upTo(20).entries()) {
        const key = `payment-${Math.floor(index / 2)}-${index % 2}`;
        await gateways[0]
          ?.createNativeTransaction('0', addresses[2], `${index + 1} microSTX`, {
            idempotencyKey: key,
            newAttempt: 2,
          })
          .catch(() => undefined);
      }
      const history = await another().getTransactionHistory('2', false, 200, 0);
      const amounts = history.data
        .filter(({ tx_status }) => tx_status === 'success')
        .map(({ amount }) => amount);
      expect(new Set(amounts).size).toBe(amounts.length);
      expect(amounts.length).toBeLessThanOrEqual(20);
      const total = sandbox.stacks.balanceOf(addresses[2]).unlocked;
      expect(total).toBeLessThanOrEqual(210n);
    } finally {
      await world.stop();
    }
  });
});

describe('a batch', () => {
  test('of 60 takes one approval, in spite of the node’s 25 at a time', async () => {
    const world = await newStacksWorld({ stacks: { blockMs: 300 } });
    try {
      const { strict, sandbox, addresses } = world;
      const entries = upTo(60).map(
        (index) =>
          ({
            transactionType: 'transfer',
            params: { recipientAddress: addresses[2], amount: `${index + 1} microSTX` },
          }) as const,
      );
      const { members } = await strict.submitBatch('0', entries, { idempotencyKey: 'wages' });
      expect(members).toHaveLength(60);
      expect(sandbox.stacks.balanceOf(addresses[2]).unlocked).toBe(1830n);
      expect(creationsAt(sandbox)).toBe(1);
      const resumed = await strict.resume('0', 'wages');
      expect(resumed).toMatchObject({ success: true, members: { length: 60 } });
    } finally {
      await world.stop();
    }
  });

  test('goes on past a member that fails, unless it is to stop', async () => {
    const world = await newStacksWorld();
    try {
      const { strict, sandbox, addresses } = world;
      const transfer = (amount: bigint) =>
        ({
          transactionType: 'transfer',
          params: { recipientAddress: addresses[2], amount: `${amount} microSTX` },
        }) as const;
      const failing = {
        transactionType: 'callContract',
        params: {
          contract: sandbox.stacks.contracts.sbtc.split('::')[0] ?? '',
          functionName: 'transfer',
          functionArgs: [],
        },
      } as const;
      const bad = { ...transfer(1n), params: { recipientAddress: addresses[2], amount: 'x' } };
      const refused = await strict.submitBatch('0', [bad]).catch((error: unknown) => error);
      expect(refused).toMatchObject({ details: { field: 'transactions[0].params.amount' } });
      const entries = [transfer(1n), failing, transfer(2n)];
      const tried = await strict.submitBatch('0', entries).catch((cause: unknown) => cause);
      expect(tried).toMatchObject({ details: { field: 'functionArgs' } });
      const untried = strict.submitBatch('0', entries, { trial: 'off' });
      const error = await untried.catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(BatchIncompleteError);
      expect(sandbox.stacks.balanceOf(addresses[2]).unlocked).toBe(1n);
    } finally {
      await world.stop();
    }
  });

  test('is checked for funds as a whole', async () => {
    const world = await newStacksWorld();
    try {
      const { strict, sandbox, addresses } = world;
      const half = { recipientAddress: addresses[2], amount: 600 };
      const entries = [half, half].map(
        (params) => ({ transactionType: 'transfer', params }) as const,
      );
      await expect(strict.submitBatch('0', entries)).rejects.toMatchObject({
        code: 'INSUFFICIENT_FUNDS',
      });
      expect(creationsAt(sandbox)).toBe(0);
    } finally {
      await world.stop();
    }
  });
});
