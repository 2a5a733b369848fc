import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import { XrplGateway } from '../../src/xrpl/gateway.js';
import type { FakeGateway, FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';
import { stubStore } from '../support/stub-store.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

type LanesOption = NonNullable<FakeGatewayOptions['lanes']>;

/** Two gateways with signers and lanes of their own, as two processes have them, on one vault. */
function twoReplicas(lanes: LanesOption = {}) {
  const store = memoryStore();
  const replicas = [
    world.another({ lanes: { store, ...lanes } }),
    world.another({ lanes: { store, ...lanes } }),
  ] as const;
  const pay = (replica: number, key: string, options: PayOptions = {}) =>
    world.pay({ idempotencyKey: key, ...options }, '1', replicas[replica]);
  return { replicas, pay };
}

const sent = () => world.ledger.numbersOf(world.address);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const hashesOf = (paid: readonly Awaited<ReturnType<FakeWorld['pay']>>[]) =>
  new Set(paid.map(({ receipt }) => receipt.hash));

describe('two replicas with one store, on one vault', () => {
  test.each<[string, LanesOption]>([
    ['serial', {}],
    ['pipeline', { mode: 'pipeline', depth: 6 }],
    ['tickets', { mode: 'tickets', count: 10 }],
  ])(
    'confirm 50 concurrent transfers in %s mode, each once and without a gap',
    async (_, lanes) => {
      const { pay } = twoReplicas(lanes);
      const calls = Array.from({ length: 50 }, (__, index) => pay(index % 2, `key-${index}`));
      expect(hashesOf(await world.run(Promise.all(calls))).size).toBe(50);
      const done = world.custody.requests.filter(({ status }) => status === 'COMPLETED');
      // No approval was wasted on a number, or a Ticket, that another had too.
      const creations = done.length - 50;
      expect(creations).toBeGreaterThanOrEqual(0);
      expect(creations).toBeLessThanOrEqual(lanes.mode === 'tickets' ? 10 : 0);
      if (lanes.mode === 'tickets')
        expect(world.ledger.sentBy(world.address)).toHaveLength(done.length);
      else expect(sent()).toEqual(upTo(50));
    },
  );

  test('that are given the same key at the same moment pay once, and both say so', async () => {
    const { pay } = twoReplicas({ mode: 'pipeline' });
    const keys = upTo(10).map((index) => `key-${index}`);
    const paid = await world.run(
      Promise.all(keys.map((key) => Promise.all([pay(0, key), pay(1, key)]))),
    );
    for (const both of paid) expect(hashesOf(both).size).toBe(1);
    expect(sent()).toEqual(upTo(10));
    expect(world.custody.requests).toHaveLength(10);
  });

  test.each<readonly [string, object]>([
    ['an approval without an end', { expiresAt: Number.POSITIVE_INFINITY }],
    ['an approval that ends at no time', { expiresAt: Number.NaN }],
    ['null for a time', { expiresAt: null }],
    ['a number for an id', { providerId: 4_711 }],
  ])('keep nothing that they can’t read of a request with %s', async (_, odd) => {
    world.custody.told = (record) => ({ ...record, ...odd });
    world.custody.decide = () => 'wait';
    const { pay } = twoReplicas();
    await rejectionOf(world.run(pay(0, 'left', { signatureTimeoutMs: 50 })));
    // One that shares nothing learns of it from the signer's list.
    const apart = world.another({ lanes: { store: memoryStore() } });
    for (const call of [
      () => pay(1, 'next', { laneTimeoutMs: 1_000 }),
      () => world.pay({ idempotencyKey: 'apart', laneTimeoutMs: 1_000 }, '1', apart),
    ]) {
      expect(await rejectionOf(world.run(call()))).toBeInstanceOf(AccountBusyError);
    }
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(pay(1, 'next'));
    await world.run(world.pay({ idempotencyKey: 'apart' }, '1', apart));
    expect(sent()).toEqual([1, 2, 3]);
  });

  test.each(['one transfer', 'a batch of two'] as const)(
    'that are given one key for %s and for something else send what was asked for first',
    async (first) => {
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      const inner = world.newSigner();
      let isAsked = false;
      const signer = stubSigner(inner, {
        sign: async (...request) => {
          isAsked = true;
          await held;
          return inner.sign(...request);
        },
      });
      const store = memoryStore();
      const asking = world.another({ lanes: { store }, signer });
      const other = world.another({ lanes: { store } });
      const to = world.custody.addressOf('1');
      const payment = { type: 'pay', to, amount: '1' } as const;
      const options = { idempotencyKey: 'k', laneTimeoutMs: 1_000 };
      const one = (gateway: FakeGateway) => gateway.execute('0', payment, options);
      const two = (gateway: FakeGateway) => gateway.batch('0', [payment, payment], options);
      const [asked, another] = first === 'one transfer' ? [one, two] : [two, one];
      const call = asked(asking);
      await world.until(() => isAsked);
      // Nobody can tell whether the signer has the first one's request.
      const error = await rejectionOf(world.run(another(other)));
      expect(error).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        details: { status: 'unknown' },
      });
      expect(String(error)).toContain('another call has used the key');
      release();
      await world.run(call);
      expect(sent()).toEqual(upTo(first === 'one transfer' ? 1 : 2));
      expect(await rejectionOf(world.run(another(other)))).toMatchObject({
        code: 'IDEMPOTENCY_CONFLICT',
      });
      await world.run(world.pay({ idempotencyKey: 'next' }, '1', other));
    },
  );

  test('whose signers forget pay once under one key, at the same moment and later', async () => {
    const lanes = { store: memoryStore() };
    const replica = () =>
      world.another({ signer: new LocalRawSigner({ seed: 'shared', quiet: true }), lanes });
    const [one, other] = [replica(), replica()];
    const local = await one.address('0');
    world.ledger.fund(local, 100_000n);
    const options = { idempotencyKey: 'forgotten' };
    const calls = [world.pay(options, '1', one), world.pay(options, '1', other)];
    const first = await world.run(Promise.all(calls));
    const later = await world.run(world.pay(options, '1', other));
    expect(hashesOf([...first, later]).size).toBe(1);
    expect(later.receipt.durable).toBe(true);
    expect(world.ledger.numbersOf(local)).toHaveLength(1);
  });

  test('sign nothing for a key that was sent, though a signer’s journal has forgotten it', async () => {
    const lanes = { store: memoryStore() };
    const replica = () => {
      const signer = new LocalRawSigner({ seed: 'forgotten', quiet: true });
      return world.another({ signer, lanes, journal: memoryStore() });
    };
    const [one, other] = [replica(), replica()];
    const local = await one.address('0');
    world.ledger.fund(local, 100_000n);
    const options = { idempotencyKey: 'sent' };
    await world.run(world.pay(options, '1', one));
    const error = await rejectionOf(world.run(world.pay(options, '1', other)));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    expect(String(error)).toContain('another call has used the key');
    expect(world.ledger.numbersOf(local)).toHaveLength(1);
    // A payment under another key goes on.
    await world.run(world.pay({ idempotencyKey: 'next' }, '1', other));
    expect(world.ledger.numbersOf(local)).toHaveLength(2);
  });

  test('that make the same payment at the same moment, under two keys, make it twice', async () => {
    const { pay } = twoReplicas({ mode: 'pipeline' });
    const paid = await world.run(Promise.all([pay(0, 'a'), pay(1, 'b')]));
    expect(hashesOf(paid).size).toBe(2);
    expect(sent()).toHaveLength(2);
  });

  test('choose Tickets that the other has not chosen', async () => {
    const { replicas, pay } = twoReplicas();
    await world.run(replicas[0].execute('0', { type: 'create-tickets', count: 20 }));
    const calls = upTo(20).map((index) => pay(index % 2, `key-${index}`, { useTickets: true }));
    expect(hashesOf(await world.run(Promise.all(calls))).size).toBe(20);
    expect(world.custody.requests).toHaveLength(21);
  });

  test('wait for what the other asked a person for, and say whom they wait for', async () => {
    world.custody.decide = () => 'wait';
    const { pay } = twoReplicas();
    const asked = pay(0, 'asked');
    await world.until(() => world.custody.waiting.length === 1);
    // Long enough for the other to be told of it.
    await world.time.pass(1_000);
    const error = await rejectionOf(world.run(pay(1, 'next', { laneTimeoutMs: 300 })));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      details: { holder: { idempotencyKey: 'asked', custodyId: world.custody.latest.id } },
    });
    world.custody.decide = () => 'approve';
    const next = pay(1, 'next');
    world.custody.approve();
    expect(hashesOf(await world.run(Promise.all([asked, next]))).size).toBe(2);
    expect(sent()).toEqual([1, 2]);
  });

  test('finish what the other has left behind', async () => {
    world.custody.decide = () => 'wait';
    const { pay } = twoReplicas();
    await rejectionOf(world.run(pay(0, 'left', { signatureTimeoutMs: 50 })));
    const left = world.custody.latest;
    world.custody.decide = () => 'approve';
    const next = pay(1, 'next');
    world.custody.approve(left);
    await world.run(next);
    expect(sent()).toEqual([1, 2]);
    expect(world.custody.requests).toHaveLength(2);
  });
});

describe('what the store costs', () => {
  /** What the store is asked. */
  function counted(store: Store) {
    const calls: string[] = [];
    const altered = stubStore(store, (call, make) => {
      calls.push(`${call.method} ${call.key.replace(/[^/]*$/, '')}`);
      return make();
    });
    return { calls, altered };
  }

  test('is a few small round trips', async () => {
    const { calls, altered } = counted(memoryStore());
    const gateway = world.another({ lanes: { store: altered, leaseMs: 3_600_000 } });
    await world.run(world.pay({}, '1', gateway));
    calls.length = 0;
    await world.run(world.pay({}, '1', gateway));
    // Enter, reserve, commit; what the custody says; before it is sent; leave, settle.
    const own = calls.filter((call) => call.includes('numbers'));
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect(own.length).toBeLessThanOrEqual(12);
    expect(calls).toEqual(own);
  });
});

describe('the option', () => {
  test.each([
    { store: {} },
    { store: 'redis://:secret@host' },
    { store: memoryStore(), leaseMs: 0 },
    { store: memoryStore(), leaseMs: Number.NaN },
    { mode: 'group', store: memoryStore() },
  ])('refuses %o', (lanes) => {
    const signer = world.newSigner();
    const build = () => new XrplGateway({ signer, network: 'testnet', lanes: lanes as never });
    expect(build).toThrow(ConfigurationError);
    expect(build).not.toThrow(/secret/);
  });
});
