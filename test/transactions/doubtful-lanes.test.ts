import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { systemRandom } from '../../src/core/random.js';
import { memoryStore, type Store, StoreError } from '../../src/store/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import type { LaneRequest } from '../../src/transactions/lanes/lanes.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import { stubStore } from '../support/stub-store.js';

const ACCOUNT = 'xrpl:1/r';
const LANE = `lanes/1/sequence/${ACCOUNT}`;

const requestOf = (requestId: string): LaneRequest => ({
  account: ACCOUNT,
  holder: { requestId },
  timeoutMs: 0,
  finish: async () => {},
});

function lanesOver(store: Store) {
  const settings = { store, clock: systemClock, random: systemRandom, leaseMs: 30_000 };
  return sharedLanes(settings)('sequence', { width: 1 });
}

test('a place in a lane that the store has lost is none any more', async () => {
  const store = memoryStore();
  const lanes = lanesOver(store);
  const lost = await lanes.tryEnter(requestOf('one'));
  await store.delete(LANE);
  const anew = await lanes.tryEnter(requestOf('one'));
  await expect(lost?.commit()).rejects.toBeInstanceOf(AccountBusyError);
  await anew?.commit();
  await lost?.leave('given-back');
  await anew?.leave('given-back');
});

test('a change that its call was told had failed does not come to pass later', async () => {
  const store = memoryStore();
  const late: (() => Promise<unknown>)[] = [];
  let isSlow = false;
  let writes = 0;
  const lanes = lanesOver(
    stubStore(store, async ({ method, key }, make) => {
      if (key !== LANE || method === 'get') return make();
      writes += 1;
      if (!isSlow) return make();
      isSlow = false;
      late.push(make);
      throw new Error('no answer');
    }),
  );
  await (await lanes.tryEnter(requestOf('before')))?.leave('given-back');
  isSlow = true;
  const known = writes;
  await expect(lanes.tryEnter(requestOf('one'))).rejects.toThrow();
  // What was begun is taken back, although nothing of it is in the lane.
  await expect.poll(() => writes).toBe(known + 2);
  expect(await Promise.all(late.map((make) => make()))).toEqual([false]);
  const other = await lanesOver(store).tryEnter(requestOf('two'));
  expect(other).toBeDefined();
  await other?.leave('given-back');
});

/** Lanes whose store makes a change and then fails, once that is switched on. */
function lanesThatLose(store: Store) {
  const state = { loses: false };
  const lanes = lanesOver(
    stubStore(store, async ({ method, key }, make) => {
      const made = await make();
      if (key !== LANE || method === 'get' || !state.loses) return made;
      state.loses = false;
      throw new Error('no answer');
    }),
  );
  return { lanes, state };
}

test('a commit whose answer the store has lost holds nothing: its call asks the signer for nothing', async () => {
  const store = memoryStore();
  const { lanes, state } = lanesThatLose(store);
  const pass = await lanes.tryEnter(requestOf('one'));
  state.loses = true;
  await expect(pass?.commit()).rejects.toBeInstanceOf(StoreError);
  await pass?.detach();
  const other = await lanesOver(store).tryEnter(requestOf('two'));
  expect(other).toBeDefined();
  await other?.leave('given-back');
});

test('a commit whose answer was lost takes back no commit of another call', async () => {
  const store = memoryStore();
  const { lanes, state } = lanesThatLose(store);
  const asking = await lanesOver(store).tryEnter(requestOf('one'));
  await asking?.commit();
  await asking?.detach();
  const pass = await lanes.tryEnter(requestOf('one'));
  state.loses = true;
  await expect(pass?.commit()).rejects.toBeInstanceOf(StoreError);
  await pass?.detach();
  expect(await lanesOver(store).tryEnter(requestOf('two'))).toBeUndefined();
});
