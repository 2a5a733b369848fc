import { afterEach, beforeEach, expect, test } from 'vitest';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;
let gateway: XrplGateway;
let journal: Store;
/** Which reads of an entry fail, counted from the first. */
let failing: readonly number[];

beforeEach(async () => {
  world = await newWorld();
  const store = memoryStore();
  failing = [];
  let reads = 0;
  journal = {
    ...store,
    get: async (name) => {
      if (name.startsWith('journal:') && failing.includes(++reads)) throw new Error('down');
      return store.get(name);
    },
  };
  const signer = new LocalRawSigner({ seed: 'an outage', quiet: true, allowMainnet: true });
  gateway = world.another({ signer, journal });
  await world.sandbox.xrpl.fund(await gateway.getAddress('7'), 1_000_000_000n);
});
afterEach(() => world.stop());

const pay = (idempotencyKey: string) => {
  const to = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  return gateway.transfer(
    '7',
    { to, amount: 1_000_000n },
    { idempotencyKey, laneTimeoutMs: 2_000 },
  );
};

test('of a journal holds up no other payment, where it failed before it noted anything', async () => {
  // The first read is the search for the request, the second the signing's own.
  failing = [2];
  const error = await rejectionOf(pay('one'));
  expect(error).toMatchObject({ code: 'STORE', retryable: true, details: { asked: 'nobody' } });
  const { hash } = await pay('two');
  const late = await pay('one');
  expect(late.hash).not.toBe(hash);
  expect((await pay('one')).hash).toBe(late.hash);
});
