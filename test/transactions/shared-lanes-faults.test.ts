import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GatewayError } from '../../src/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { bentStore } from '../support/bent-store.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

const LEASE_MS = 600;

let world: World;
beforeAll(async () => {
  const funded = Array.from({ length: 60 }, (_, index) => String(index));
  world = await newWorld({ ledgerCloseMs: 30, funded });
});
afterAll(() => world.stop());

type Fault = 'refuses' | 'forgets to answer' | 'answers late' | 'is gone from here on';

/** A store of which one call goes wrong, or all from that one on. */
function faulty(store: Store, at: number, fault: Fault, reached: () => void): Store {
  return bentStore(store, async ({ index }, make) => {
    if (index < at || (index > at && fault !== 'is gone from here on')) return make();
    reached();
    // Later than anybody waits, which is a third of the lease.
    const late = () => new Promise((resolve) => setTimeout(resolve, LEASE_MS / 2));
    if (fault === 'answers late') await late();
    if (fault === 'answers late' || fault === 'forgets to answer') await make();
    throw new Error('redis://:hunter2@host');
  });
}

/** A transfer whose gateway's store goes wrong at one call; resolves with whether it came to that. */
async function payAt(vault: string, at: number, fault: Fault): Promise<boolean> {
  const { sandbox } = world;
  const address = sandbox.custody.addressOf(vault, 'XRP_TEST');
  const destination = sandbox.custody.addressOf('199', 'XRP_TEST');
  const store = memoryStore();
  let isReached = false;
  const bent = faulty(store, at, fault, () => {
    isReached = true;
  });
  const lanes = { store: bent, leaseMs: LEASE_MS };
  const options = { native: false, idempotencyKey: `at-${at}` };
  const before = sequencesOf(sandbox, address).length;
  const params = { destination, amount: '20' };

  const first = await world
    .another({ lanes })
    .xrpTransfer(vault, params, options)
    .catch((error: unknown) => error);
  if (first instanceof Error) {
    expect(first).toBeInstanceOf(GatewayError);
    expect(`${first} ${JSON.stringify(first)}`).not.toContain('hunter2');
  }
  // Another process has a store that is well, and is given the same key, and one of its own.
  const other = world.another({ lanes: { store, leaseMs: LEASE_MS } });
  const paid = await Promise.all([
    other.xrpTransfer(vault, params, options),
    other.xrpTransfer(vault, params, { native: false }),
  ]);
  const hashes = paid.map((one) => ('result' in one ? one.result.hash : one.txHash));
  expect(new Set(hashes).size).toBe(2);
  if (!(first instanceof Error)) expect(first).toMatchObject({ result: { hash: hashes[0] } });
  const sequences = sequencesOf(sandbox, address).slice(before);
  expect(sequences).toHaveLength(2);
  expect(new Set(sequences).size).toBe(2);
  return isReached;
}

describe('a store that goes wrong at any one call', () => {
  test.each<[Fault, number]>([
    ['refuses', 0],
    ['forgets to answer', 15],
    ['answers late', 30],
    ['is gone from here on', 45],
  ])(
    'and %s: each key pays once, and nobody waits for ever',
    async (fault, firstVault) => {
      let reached = 0;
      for (let at = 0; at < 15; at += 3) {
        const calls = [at, at + 1, at + 2].map((call) =>
          payAt(String(firstVault + call), call, fault),
        );
        const ends = await Promise.all(calls);
        reached += ends.filter(Boolean).length;
        if (!ends.every(Boolean)) break;
      }
      // Fewer would mean that the store was hardly asked.
      expect(reached).toBeGreaterThanOrEqual(8);
    },
    120_000,
  );
});

test('a store that cannot be asked has nothing signed', async () => {
  const { sandbox } = world;
  const destination = sandbox.custody.addressOf('199', 'XRP_TEST');
  const before = sandbox.custody.transactions.length;
  const store = faulty(memoryStore(), 0, 'is gone from here on', () => undefined);
  const gateway = world.another({ lanes: { store, leaseMs: LEASE_MS } });
  const calls = [
    () => gateway.xrpTransfer('59', { destination, amount: '1' }, { native: false }),
    () => gateway.xrpTransfer('59', { destination, amount: '1' }, { native: true }),
    () => gateway.xrpTransfer('59', { destination, amount: '1' }, { useTickets: true }),
    () =>
      gateway.submitBatch('59', [
        { transactionType: 'xrpTransfer', params: { destination, amount: '1' } },
        { transactionType: 'xrpTransfer', params: { destination, amount: '2' } },
      ]),
  ];
  for (const call of calls) expect(await rejectionOf(call())).toMatchObject({ code: 'STORE' });
  expect(sandbox.custody.transactions).toHaveLength(before);
});
