import { afterEach, beforeEach, expect, test } from 'vitest';
import { UnreachableError } from '../../src/core/errors.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { gate } from '../support/gate.js';
import { stubSigner } from '../support/stub-signer.js';
import { newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;
let gateway: XrplGateway;
let journal: Store;
/** Which reads of an entry fail, counted from the first. */
let failing: readonly number[];
let outage: () => Promise<never>;
/** How many signatures get lost on their way back. */
let lost: number;

beforeEach(async () => {
  world = await newWorld();
  const store = memoryStore();
  failing = [];
  lost = 0;
  outage = async () => {
    throw new Error('down');
  };
  let reads = 0;
  journal = {
    ...store,
    get: async (name) => {
      if (name.startsWith('journal:') && failing.includes(++reads)) await outage();
      return store.get(name);
    },
  };
  const local = new LocalRawSigner({ seed: 'an outage', quiet: true, allowMainnet: true });
  const signer = stubSigner(local, {
    sign: async (request, options) => {
      const signatures = await local.sign(request, options);
      if (lost-- > 0) throw new UnreachableError('signer', 'its answer got lost');
      return signatures;
    },
  });
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

test('keeps the number of a payment that another call with its key has asked for meanwhile', async () => {
  const [reading, end] = [gate(), gate()];
  failing = [2];
  outage = async () => {
    reading.open();
    await end.opened;
    throw new Error('down');
  };
  const slow = rejectionOf(pay('one'));
  await reading.opened;
  lost = 1;
  expect(await rejectionOf(pay('one'))).toMatchObject({ code: 'UNREACHABLE' });
  end.open();
  expect(await slow).toMatchObject({ code: 'STORE' });
  const two = await pay('two');
  const one = await pay('one');
  expect(one.hash).not.toBe(two.hash);
});
