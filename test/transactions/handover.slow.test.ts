import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { AccountBusyError, TransactionUnconfirmedError } from '../../src/transactions/index.js';
import type { FakeGateway, FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { dropped, fullWhile } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const payBy = (gateway: FakeGateway, options: PayOptions = {}) =>
  world.run(world.pay(options, '1', gateway));
const sent = () => world.ledger.numbersOf(world.address);
const numbersOf = (key: string) =>
  world.told('prepared').flatMap((event) => (event.idempotencyKey === key ? [event.number] : []));

describe('a new process', () => {
  test('that first repeats a finished key still heeds what is live', async () => {
    await payBy(world.gateway, { idempotencyKey: 'finished' });
    world.custody.decide = () => 'wait';
    await rejectionOf(payBy(world.gateway, { idempotencyKey: 'live', signatureTimeoutMs: 50 }));
    const live = world.custody.latest;
    const later = world.another();
    await payBy(later, { idempotencyKey: 'finished' });
    world.custody.decide = () => 'approve';
    const error = await rejectionOf(payBy(later, { idempotencyKey: 'next', laneTimeoutMs: 100 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ details: { holder: { idempotencyKey: 'live' } } });
    expect(numbersOf('next')).toEqual([]);
    world.custody.approve(live);
    await payBy(later, { idempotencyKey: 'next' });
    expect(sent()).toEqual([1, 2, 3]);
  });

  test('that waits for what it found gives the number of that to no other, whatever is listed', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(payBy(world.gateway, { idempotencyKey: 'found', signatureTimeoutMs: 50 }));
    const found = world.custody.latest;
    const { list: _, ...unlisted } = stubSigner(world.newSigner(), {});
    const later = world.another({ signer: unlisted, lanes: { mode: 'pipeline' } });
    const waiting = world.pay({ idempotencyKey: 'found' }, '1', later);
    await world.time.pass(1_000);
    world.custody.decide = () => 'approve';
    const next = world.pay({ idempotencyKey: 'next' }, '1', later);
    await world.time.pass(1_000);
    world.custody.approve(found);
    await world.run(Promise.all([waiting, next]));
    expect(numbersOf('next')).toEqual(['2']);
    expect(sent()).toEqual([1, 2]);
  });

  test.each([
    ['one process', () => Array(2).fill(world.another())],
    [
      'two processes',
      () => {
        const lanes = { store: memoryStore() };
        return [world.another({ lanes }), world.another({ lanes })];
      },
    ],
  ])(
    'of which the same call comes twice, in %s, takes no number behind what is refused',
    async (_, of) => {
      world.custody.decide = () => 'wait';
      await rejectionOf(payBy(world.gateway, { idempotencyKey: 'live', signatureTimeoutMs: 50 }));
      const live = world.custody.latest;
      world.custody.decide = () => 'approve';
      const calls = of().map((gateway) => world.pay({ idempotencyKey: 'next' }, '1', gateway));
      await world.time.pass(1_000);
      expect(numbersOf('next')).toEqual([]);
      world.custody.reject(live);
      await world.run(Promise.all(calls));
      expect(sent()).toEqual([1]);
    },
  );

  test('is not held up by old keys whose history is pruned', async () => {
    await payBy(world.gateway, { idempotencyKey: 'old' });
    world.ledger.prune();
    const later = world.another();
    const old = { idempotencyKey: 'old', confirmTimeoutMs: 100 };
    for (const repeat of [
      () => payBy(later, old),
      () => world.run(later.resume('0', 'old', { confirmTimeoutMs: 100 })),
      () => payBy(later, { ...old, newAttempt: 2 }),
    ]) {
      const error = await rejectionOf(repeat());
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ status: 'unknown' });
    }
    for (const key of ['new', 'newer']) {
      const outcome = await payBy(later, { idempotencyKey: key, laneTimeoutMs: 0 });
      expect(outcome).toMatchObject({ result: { result: 'DONE' } });
    }
    expect(sent()).toHaveLength(3);
    expect(world.custody.requests).toHaveLength(3);
  });
});

describe('a batch of which one member has landed, and nobody remembers that', () => {
  const BOTH = { idempotencyKey: 'both', confirmTimeoutMs: 200 };

  /** Its callers have gone before the second member was taken. */
  async function halfSent(options: Partial<FakeGatewayOptions> = {}) {
    let room = 1;
    const node = world.node.with(fullWhile(() => room-- <= 0));
    const gateway = world.another({ node, ...options });
    const to = world.custody.addressOf('1');
    const inputs = ['1', '2'].map((amount) => ({ type: 'pay', to, amount }) as const);
    const batch = () => world.run(gateway.batch('0', inputs, BOTH));
    await rejectionOf(batch());
    await world.time.pass(5_000);
    expect(sent()).toEqual([1]);
    world.ledger.prune();
    room = 100;
    return { gateway, batch };
  }

  test.each([
    ['this process', (gateway: FakeGateway) => gateway],
    ['another process', () => world.another()],
  ])('has the other sent by the next call of %s, which goes on', async (_, of) => {
    const { gateway, batch } = await halfSent();
    await payBy(of(gateway), { idempotencyKey: 'next' });
    expect(sent()).toEqual([1, 2, 3]);
    const members = [{ state: 'unknown' }, { state: 'confirmed' }];
    expect(await rejectionOf(batch())).toMatchObject({ members });
  });

  test('has the other sent by its own call', async () => {
    const { batch } = await halfSent();
    expect(await rejectionOf(batch())).toMatchObject({ retryable: true });
    await world.time.pass(5_000);
    expect(sent()).toEqual([1, 2]);
  });

  test('keeps the lane from nobody once the other has expired', async () => {
    const { gateway, batch } = await halfSent({ longestLifeSeconds: 60 });
    await world.time.pass(200_000);
    await payBy(gateway, { idempotencyKey: 'next' });
    expect(sent()).toEqual([1, 2]);
    const members = [{ state: 'unknown' }, { state: 'expired' }];
    expect(await rejectionOf(batch())).toMatchObject({ members });
  });
});

test('a TicketCreate of which nobody remembers how it ended keeps no number but the one that is spent', async () => {
  await world.run(world.pay({}, '999000'));
  let isPruned = true;
  const forgetful = <T>(ask: () => T) => (isPruned ? undefined : ask());
  const node = world.node.with({ transaction: forgetful, spender: forgetful });
  const gateway = world.another({ node });
  const options = { idempotencyKey: 'tickets', confirmTimeoutMs: 20_000 };
  // More than the account has a reserve for: it fails, and sets nothing aside.
  const creating = gateway.execute('0', { type: 'create-tickets', count: 200 }, options);
  expect(await rejectionOf(world.run(creating))).toMatchObject({ status: 'unknown' });
  world.ledger.prune();
  isPruned = false;
  for (const key of ['next', 'last']) await payBy(gateway, { idempotencyKey: key });
  expect(sent()).toEqual([1, 2, 3, 4]);
});

describe('a number', () => {
  test('stays with a request that the custody has, though it does not show it yet', async () => {
    world.custody.decide = () => 'wait';
    // Reads by external id lag; what it was told at creation stays known.
    const late = stubSigner(world.newSigner(), { find: async () => undefined });
    const gateway = world.another({ signer: late });
    await rejectionOf(payBy(gateway, { idempotencyKey: 'made', signatureTimeoutMs: 100 }));
    const { id } = world.custody.latest;
    world.custody.decide = () => 'approve';
    // Longer than a request may take to appear that was never heard of.
    await world.time.pass(60_000);
    const error = await rejectionOf(payBy(gateway, { idempotencyKey: 'next', laneTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ details: { holder: { custodyId: id } } });
    expect(numbersOf('next')).toEqual([]);
  });

  test('stays with what is signed while no node says whether it is spent', async () => {
    let isDown = false;
    const down = <T>(ask: () => T) => (isDown ? dropped() : ask());
    const node = world.node.with({ transaction: down, account: down, spender: down, submit: down });
    const gateway = world.another({ node });
    const left = new AbortController();
    const options = { idempotencyKey: 'first', signal: left.signal };
    const first = rejectionOf(world.pay(options, '1', gateway));
    await world.until(() => world.told('signed').length > 0);
    isDown = true;
    left.abort();
    await world.run(first);
    const next = { idempotencyKey: 'next', laneTimeoutMs: 1_000 };
    const error = await rejectionOf(payBy(gateway, next));
    expect(error).toBeInstanceOf(AccountBusyError);
    isDown = false;
    await payBy(gateway, { idempotencyKey: 'next' });
    expect(sent()).toEqual([1, 2]);
  });

  test('of a request that no signer ever signs is free once its time is over', async () => {
    const inner = new LocalRawSigner({ seed: 'denied', quiet: true });
    let denied: string | undefined;
    const signer = stubSigner(inner, {
      sign: async (request, options) => {
        denied ??= request.idempotencyKey;
        if (denied === request.idempotencyKey) throw new Error('AccessDenied');
        return inner.sign(request, options);
      },
    });
    const options = { signer, journal: memoryStore(), longestLifeSeconds: 10 };
    const gateway = world.another(options);
    const own = await gateway.address('0');
    world.ledger.fund(own, 1_000_000n);
    const act = (by: FakeGateway, more: PayOptions = {}) =>
      world.run(by.execute('0', { type: 'label', text: 'x' }, more));
    await rejectionOf(act(gateway, { idempotencyKey: 'denied' }));
    for (const process of [gateway, world.another(options)]) {
      const outcome = await act(process, { laneTimeoutMs: 20_000 });
      expect(outcome).toMatchObject({ result: { result: 'DONE' } });
    }
    expect(world.ledger.numbersOf(own)).toEqual([1, 2]);
    // The key itself says that its time is over, and never pays late.
    await expect(act(gateway, { idempotencyKey: 'denied' })).rejects.toMatchObject({
      code: expect.stringMatching(/^TRANSACTION_(?:EXPIRED|REPLACED)$/),
    });
  });
});

describe('in a pipeline', () => {
  test('a second attempt keeps its number to itself while another call reads', async () => {
    let isFull = true;
    const node = world.node.with(fullWhile(() => isFull));
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 5 }, node });
    await rejectionOf(payBy(gateway, { idempotencyKey: 'K', confirmTimeoutMs: 50 }));
    isFull = false;
    for (const order of [
      ['K', 'other'],
      ['another', 'K'],
    ] as const) {
      const calls = order.map((idempotencyKey) => {
        const again = idempotencyKey === 'K' ? { newAttempt: 2 } : {};
        return world.pay({ idempotencyKey, ...again }, '1', gateway);
      });
      for (const outcome of await world.run(Promise.all(calls))) {
        expect(outcome).toMatchObject({ result: { result: 'DONE' } });
      }
    }
    expect(numbersOf('K')).toHaveLength(2);
    expect(new Set(numbersOf('K')).size).toBe(1);
    for (const key of ['other', 'another']) expect(numbersOf('K')).not.toContain(numbersOf(key)[0]);
    expect(new Set(sent()).size).toBe(3);
  });

  test('a number that people refused leaves no gap, though its caller is gone', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 5 } });
    world.custody.decide = () => 'wait';
    await rejectionOf(payBy(gateway, { idempotencyKey: 'refused', signatureTimeoutMs: 50 }));
    world.custody.reject(world.custody.latest);
    world.custody.decide = () => 'approve';
    await payBy(gateway, { idempotencyKey: 'next' });
    expect(numbersOf('next')).toEqual(numbersOf('refused'));
    expect(sent()).toEqual([1]);
  });
});
