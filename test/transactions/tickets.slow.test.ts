import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { SignaturePendingError, SignatureRejectedError } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import {
  AccountBusyError,
  TicketsUnavailableError,
  TransactionExpiredError,
  TransactionReplacedError,
} from '../../src/transactions/index.js';
import type { FakeRequest } from '../support/fake-chain/custody-request.js';
import type { FakeGateway, PayOptions } from '../support/fake-chain/gateway.js';
import { fullWhile } from '../support/fake-chain/node.js';
import {
  type Action,
  digestOf,
  type FakeTransaction,
  readTransaction,
  writeBlob,
} from '../support/fake-chain/transaction.js';
import { publicKeyOf, signDigest } from '../support/fake-chain/vault-keys.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';
import { stubStore } from '../support/stub-store.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const start = (amount: string, options: PayOptions = {}, gateway = world.gateway) =>
  world.pay({ useTickets: true, ...options }, amount, gateway);
const pay = (...args: Parameters<typeof start>) => world.run(start(...args));
const act = (action: Action) => world.run(world.gateway.execute('0', action));
const makeTickets = (count: number) => act({ type: 'create-tickets', count });
const resume = (key: string, gateway = world.another()) => world.run(gateway.resume('0', key));
const pending = () => world.run(world.another().pending('0'));

const sent = (type: Action['type']) =>
  world.ledger.sentBy(world.address).filter(({ action }) => action.type === type);

const ticketsSpent = () => sent('pay').map(({ number }) => number);

const ticketOf = (request: FakeRequest | undefined) => {
  const transaction = readTransaction(request?.asked.kind === 'raw' && request.asked.payload);
  if (transaction?.number.kind !== 'ticket') throw new Error('It spends no Ticket.');
  return transaction.number;
};

describe('Tickets', () => {
  test('of 20 transfers approved in any order let all of them through', async () => {
    await makeTickets(20);
    world.custody.decide = () => 'wait';
    const calls = Array.from({ length: 20 }, (_, index) => start(`${index + 1}`));
    await world.until(() => world.custody.waiting.length === 20);
    const { waiting } = world.custody;
    for (let index = 0; index < 20; index++) world.custody.approve(waiting[(index * 7 + 3) % 20]);
    const executed = await world.run(Promise.all(calls));
    expect(executed).toMatchObject(Array(20).fill({ result: { result: 'DONE' } }));
    expect(new Set(ticketsSpent().map(({ value }) => value)).size).toBe(20);
    expect(new Set(ticketsSpent().map(({ kind }) => kind))).toEqual(new Set(['ticket']));
    expect(sent('create-tickets')).toHaveLength(1);
  });

  test('are not asked for behind a gap, which only a transaction without a Ticket fills', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 5 } });
    world.custody.decide = () => 'wait';
    const refused = rejectionOf(world.pay({}, '1', gateway));
    await world.until(() => world.custody.waiting.length === 1);
    const behind = rejectionOf(world.pay({ confirmTimeoutMs: 1_000 }, '2', gateway));
    await world.until(() => world.custody.waiting.length === 2);
    world.custody.reject(world.custody.waiting[0]);
    await world.run(refused);
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(behind);
    const key = { idempotencyKey: 'by-ticket' };
    for (let times = 0; times < 3; times++) {
      expect(await rejectionOf(pay('3', key, gateway))).toMatchObject({
        code: 'TICKETS_UNAVAILABLE',
        cause: { code: 'ACCOUNT_BUSY', message: expect.stringContaining('number before is free') },
      });
    }
    expect(world.custody.requests).toHaveLength(2);
    await world.run(world.pay({}, '4', gateway));
    await pay('3', key, gateway);
    expect(sent('pay').map(({ action }) => action)).toMatchObject(
      ['4', '2', '3'].map((amount) => ({ amount })),
    );
    expect(sent('create-tickets')).toHaveLength(1);
  });

  test.each([
    ['in memory', undefined],
    ['in a store', memoryStore()],
  ])('with lanes %s are used up though others, made later, are spent', async (_, store) => {
    await makeTickets(3);
    const gateway = world.another(store ? { lanes: { store } } : {});
    world.custody.decide = () => 'wait';
    const refused = rejectionOf(start('1', {}, gateway));
    await world.until(() => world.custody.waiting.length === 1);
    const lowest = ticketOf(world.custody.latest);
    world.custody.decide = () => 'approve';
    await pay('2', {}, gateway);
    world.custody.reject(world.custody.waiting[0]);
    expect(await world.run(refused)).toBeInstanceOf(SignatureRejectedError);
    await pay('3', {}, gateway);
    expect(ticketsSpent().at(-1)).toEqual(lowest);
    expect(sent('create-tickets')).toHaveLength(1);
  });

  test('are created in one transaction when there is none, and leftovers are used up', async () => {
    const ofMode = () => world.another({ lanes: { mode: 'tickets', count: 3 } });
    const gateway = ofMode();
    const transfer = (amount: string, by: FakeGateway) => world.pay({}, amount, by);
    await world.run(Promise.all([transfer('1', gateway), transfer('2', gateway)]));
    expect(sent('create-tickets')).toMatchObject([{ action: { count: 3 } }]);
    await world.run(transfer('3', ofMode()));
    expect(sent('create-tickets')).toHaveLength(1);
    await world.run(transfer('4', gateway));
    expect(sent('create-tickets')).toHaveLength(2);
    expect(sent('pay')).toHaveLength(4);
    expect(new Set(ticketsSpent().map(({ kind }) => kind))).toEqual(new Set(['ticket']));
  });

  describe('that a node does not show yet', () => {
    /** A process that creates four of them, whose node shows none while it is behind. */
    function slowOne() {
      const state = { isBehind: true };
      const node = world.node.with({
        account: (ask) => {
          const now = ask();
          return now && state.isBehind ? { ...now, tickets: [], ledgerIndex: 0 } : now;
        },
      });
      const lanes = { mode: 'tickets', count: 4 } as const;
      return { state, slow: world.another({ node, lanes }), other: world.another({ lanes }) };
    }
    const payAll = async (gateway: FakeGateway, ...amounts: string[]) => {
      for (const amount of amounts) await world.run(world.pay({}, amount, gateway));
    };

    test('are spent all the same by the process that created them', async () => {
      const { slow } = slowOne();
      await payAll(slow, '1', '2', '3', '4');
      expect(sent('create-tickets')).toHaveLength(1);
    });

    test('are not taken once it shows the ledger that had them: another process has spent them', async () => {
      const { slow, other, state } = slowOne();
      await payAll(slow, '1');
      await payAll(other, '2', '3', '4');
      state.isBehind = false;
      await payAll(slow, '5', '6', '7');
      expect(sent('pay')).toHaveLength(7);
      expect(sent('create-tickets')).toHaveLength(2);
    });

    test('are not taken after a minute, though it stays behind', async () => {
      const { slow, other } = slowOne();
      await payAll(slow, '1');
      await payAll(other, '2', '3', '4');
      await world.time.pass(61_000);
      await payAll(slow, '5', '6', '7');
      expect(sent('pay')).toHaveLength(7);
      expect(sent('create-tickets')).toHaveLength(2);
    });
  });

  test('keep their row in a pipeline that has them from the custody alone', async () => {
    const pipeline = () => world.another({ lanes: { mode: 'pipeline', depth: 5 } });
    world.custody.decide = () => 'wait';
    const creation = pipeline().execute('0', { type: 'create-tickets', count: 3 });
    await world.until(() => world.custody.waiting.length === 1);
    const next = pipeline();
    const payments = ['1', '2'].map((amount) => world.pay({}, amount, next));
    await world.until(() => world.custody.waiting.length === 3);
    const { waiting } = world.custody;
    for (const request of waiting) world.custody.approve(request);
    const executed = await world.run(Promise.all([creation, ...payments]));
    expect(executed).toMatchObject(Array(3).fill({ result: { result: 'DONE' } }));
    expect(ticketsSpent().map(({ value }) => value)).toEqual(['5', '6']);
  });

  test('keep no row whose first number is another’s, though the custody says nothing of them', async () => {
    const lanes = { mode: 'pipeline', depth: 5 } as const;
    world.custody.decide = () => 'wait';
    const creation = rejectionOf(
      world.another({ lanes }).execute('0', { type: 'create-tickets', count: 3 }),
    );
    await world.until(() => world.custody.waiting.length === 1);
    await spendElsewhere({ kind: 'sequence', value: '1' });
    world.custody.decide = () => 'approve';
    const own = world.newSigner();
    const signer = stubSigner(own, {
      async find(id, options) {
        if (id === world.custody.requests[0]?.externalId) throw new Error('not now');
        return own.find(id, options);
      },
    });
    await world.run(world.pay({}, '1', world.another({ lanes, signer })));
    expect(ticketsSpent().map(({ value }) => value)).toEqual(['2']);
    world.custody.approve(world.custody.requests[0]);
    expect(await world.run(creation)).toBeInstanceOf(TransactionReplacedError);
  });

  test('let nobody wait for a slow approval, in either direction', async () => {
    await makeTickets(2);
    world.custody.decide = () => 'wait';
    const slow = start('1');
    await world.until(() => world.custody.waiting.length === 1);
    world.custody.decide = () => 'approve';
    await pay('2');
    await act({ type: 'label', text: 'x' });
    world.custody.approve(world.custody.waiting[0]);
    await world.run(slow);
    expect(sent('pay')).toHaveLength(2);
  });

  test('of a live request are not another’s, also after a restart; of a refused one they are', async () => {
    await makeTickets(2);
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'slow', signatureTimeoutMs: 50 };
    expect(await rejectionOf(pay('1', options))).toBeInstanceOf(SignaturePendingError);
    const slow = world.custody.latest;
    world.custody.decide = () => 'approve';
    const restarted = world.another();
    await pay('2', {}, restarted);
    expect(ticketsSpent()).not.toContainEqual(ticketOf(slow));
    world.custody.reject(slow);
    await pay('3', {}, restarted);
    expect(ticketsSpent()).toContainEqual(ticketOf(slow));
    expect(sent('create-tickets')).toHaveLength(1);
    expect(await rejectionOf(resume('slow', restarted))).toBeInstanceOf(SignatureRejectedError);
  });

  test('make a key no less final: it is found again, pending and done', async () => {
    await makeTickets(1);
    world.custody.decide = () => 'wait';
    await rejectionOf(pay('1', { idempotencyKey: 'once', signatureTimeoutMs: 50 }));
    const number = ticketOf(world.custody.latest).value;
    expect(await pending()).toMatchObject([{ idempotencyKey: 'once', number }]);
    world.custody.approve();
    await resume('once');
    await pay('1', { idempotencyKey: 'once' }, world.another());
    expect(sent('pay')).toHaveLength(1);
    expect(await pending()).toEqual([]);
  });

  test('keep a key that another process waits for out of the way of numbers', async () => {
    await makeTickets(1);
    world.custody.decide = () => 'wait';
    await rejectionOf(pay('1', { idempotencyKey: 'left', signatureTimeoutMs: 50 }));
    const [left] = world.custody.waiting;
    const gateway = world.another();
    const resumed = gateway.resume('0', 'left');
    await world.time.pass(1_000);
    world.custody.decide = () => 'approve';
    await pay('2', { useTickets: false, laneTimeoutMs: 2_000 }, gateway);
    expect(world.custody.waiting).toEqual([left]);
    world.custody.approve(left);
    await expect(world.run(resumed)).resolves.toMatchObject({ result: { result: 'DONE' } });
    expect(ticketsSpent().map(({ kind }) => kind)).toEqual(['sequence', 'ticket']);
  });

  test('outlive what expires: its Ticket serves the next attempt', async () => {
    await makeTickets(1);
    const node = world.node.with(fullWhile(() => true));
    const crowded = world.another({ node, longestLifeSeconds: 10 });
    const late = { idempotencyKey: 'late' };
    expect(await rejectionOf(pay('1', late, crowded))).toBeInstanceOf(TransactionExpiredError);
    await pay('1', { ...late, newAttempt: 2 }, world.another());
    expect(sent('pay')).toHaveLength(1);
    expect(sent('create-tickets')).toHaveLength(1);
  });

  test('that another transaction spent make ours replaced, and nothing else does', async () => {
    await makeTickets(2);
    world.custody.decide = () => 'wait';
    const ours = rejectionOf(start('1', { idempotencyKey: 'ours' }));
    await world.until(() => world.custody.waiting.length === 1);
    const request = world.custody.latest;
    world.custody.decide = () => 'approve';
    await pay('5', {}, world.another());
    expect(await pending()).toHaveLength(1);
    // What this custody knows nothing of: the same vault, used by something else.
    await spendElsewhere(ticketOf(request));
    world.custody.approve(request);
    expect(await world.run(ours)).toBeInstanceOf(TransactionReplacedError);
  });

  test('that can’t be created say why, and nothing is signed under the key', async () => {
    world.custody.decide = () => 'wait';
    const call = rejectionOf(start('1', { idempotencyKey: 'none' }));
    await world.until(() => world.custody.waiting.length === 1);
    world.custody.reject();
    const error = await world.run(call);
    expect(error).toBeInstanceOf(TicketsUnavailableError);
    expect(error).toMatchObject({ cause: expect.any(SignatureRejectedError) });
    world.custody.decide = () => 'approve';
    await pay('1', { idempotencyKey: 'none' });
    expect(sent('pay')).toHaveLength(1);
  });

  test.each(Array.from({ length: 24 }, (_, index) => index))(
    'of a TicketCreate that is refused leave nothing unhandled, though a caller aborts at store call %d',
    async (at) => {
      const unhandled: unknown[] = [];
      const listen = (reason: unknown) => unhandled.push(reason);
      process.on('unhandledRejection', listen);
      try {
        world.custody.decide = () => 'block';
        const controller = new AbortController();
        const store = stubStore(memoryStore(), async ({ index }, make) => {
          if (index === at) controller.abort();
          await systemClock.sleep(5);
          return make();
        });
        const gateway = world.another({ lanes: { store } });
        const error = await rejectionOf(pay('1', { signal: controller.signal }, gateway));
        expect(['ABORTED', 'TICKETS_UNAVAILABLE']).toContain((error as { code: string }).code);
        await world.time.pass(60_000);
        expect(unhandled).toEqual([]);
      } finally {
        process.off('unhandledRejection', listen);
      }
    },
  );

  test('that are all in use are waited for by no one: the next call is told', async () => {
    world.gateway = world.another({ ticketLimit: 2 });
    await makeTickets(2);
    // A node has both transactions; in the ledger their Tickets are still there.
    world.ledger.pauseClosing();
    for (const amount of ['1', '2']) await rejectionOf(pay(amount, { confirmTimeoutMs: 50 }));
    const error = await rejectionOf(pay('3', { idempotencyKey: 'third' }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      message: expect.stringContaining('all of its 2 Tickets are in use'),
      transaction: { idempotencyKey: 'third' },
    });
    world.ledger.resumeClosing();
    await world.time.pass(10_000);
    await pay('3', { idempotencyKey: 'third' });
    expect(sent('pay')).toHaveLength(3);
    expect(sent('create-tickets')).toHaveLength(2);
  });

  test('are cancelled like numbers: a signature is replaced by its Ticket', async () => {
    await makeTickets(1);
    world.custody.decide = () => 'wait';
    await rejectionOf(pay('1', { idempotencyKey: 'stop', signatureTimeoutMs: 50 }));
    world.custody.approve();
    world.custody.decide = () => 'approve';
    await world.run(world.another().cancel('0', 'stop'));
    expect(sent('pay')).toHaveLength(0);
    expect(sent('nothing')).toMatchObject([{ number: { kind: 'ticket' } }]);
    expect(await rejectionOf(resume('stop'))).toBeInstanceOf(TransactionReplacedError);
  });
});

/** Spends a Ticket of vault 0 by a request that carries no record of ours. */
async function spendElsewhere(number: FakeTransaction['number']): Promise<void> {
  const transaction: FakeTransaction = {
    network: world.ledger.network,
    account: world.address,
    publicKey: Buffer.from(publicKeyOf('0')).toString('hex'),
    number,
    fee: '10',
    expiry: `${Math.floor(world.time.clock.now() / 1_000) + 60}`,
    action: { type: 'nothing' },
  };
  const [, ...signature] = signDigest(digestOf(transaction), '0');
  const blob = writeBlob(transaction, Uint8Array.from(signature));
  expect(world.ledger.submit(blob)).toMatchObject({ state: 'accepted' });
  await world.time.pass(5_000);
}
