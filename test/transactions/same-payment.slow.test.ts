import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignaturePendingError, SignatureRejectedError } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { AlreadyRequestedError, TransactionReplacedError } from '../../src/transactions/index.js';
import { requestIdOf } from '../../src/transactions/records/request-id.js';
import { Salt } from '../../src/transactions/salt.js';
import type { FakeGateway, FakeGatewayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

/** Longer than the custody lists what it was asked for. */
const A_DAY_LATER_MS = 90_000_000;

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** Two processes without a store, each of which has met the account. */
async function twoProcesses(options: Partial<FakeGatewayOptions> = {}) {
  const processes = [world.another(options), world.another(options)] as const;
  for (const [index, gateway] of processes.entries()) {
    await world.run(world.pay({ idempotencyKey: `before-${index}` }, '9', gateway));
  }
  return processes;
}

const pay = (key: string, gateway: FakeGateway) => world.pay({ idempotencyKey: key }, '5', gateway);

function payMany(key: string, gateway: FakeGateway) {
  const to = world.custody.addressOf('1');
  const inputs = ['5', '6'].map((amount) => ({ type: 'pay', to, amount }) as const);
  return gateway.batch('0', inputs, { idempotencyKey: key });
}

/** What the custody was asked to sign under the keys of these tests. */
const asked = () =>
  world.custody.requests.flatMap(({ asked, note }) =>
    asked.kind === 'raw' && !note?.includes('before-') ? [asked] : [],
  );

function hashesOf(ended: Awaited<ReturnType<typeof pay> | ReturnType<typeof payMany>>) {
  if (ended.kind === 'batch') return ended.members.map((member) => 'hash' in member && member.hash);
  return [ended.receipt.hash, ended.kind === 'chain' && ended.result.hash];
}

describe('two processes that make the same payment at the same moment, under two keys', () => {
  test('ask for two transactions, of which one lands and the other is replaced, for good', async () => {
    const [one, other] = await twoProcesses();
    const ends = await world.run(Promise.allSettled([pay('a', one), pay('b', other)]));
    expect(asked()).toHaveLength(2);
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(reasons).toEqual([expect.any(TransactionReplacedError)]);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
    await world.time.pass(A_DAY_LATER_MS);
    const again = [pay('a', world.another()), pay('b', world.another())];
    const later = await world.run(Promise.allSettled(again));
    expect(later.map(({ status }) => status)).toEqual(ends.map(({ status }) => status));
  });

  test('do so with batches, whichever is approved first', async () => {
    const [one, other] = await twoProcesses();
    let approvals = 2;
    world.custody.decide = () => ({ decision: 'approve', afterMs: approvals-- * 5_000 });
    const ends = await world.run(Promise.allSettled([payMany('a', one), payMany('b', other)]));
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3, 4]);
    const [confirmed] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(confirmed?.receipt).not.toHaveProperty('exclusive');
  });

  test.each([
    ['of one payment', pay],
    ['of a batch', payMany],
  ])('name the same hash, and both say so, if callers left nothing open: %s', async (_, make) => {
    const [one, other] = await twoProcesses({ fixed: true });
    const ends = await world.run(Promise.all([make('a', one), make('b', other)]));
    const [sent, same] = asked();
    expect(sent?.messages).toEqual(same?.messages);
    for (const { receipt } of ends) expect(receipt).toMatchObject({ exclusive: false });
    const [hashes, others] = ends.map(hashesOf);
    expect(hashes).toEqual(others);
    const resumed = ['a', 'b'].map((key) => world.another().resume('0', key));
    const later = await world.run(Promise.all(resumed));
    for (const { receipt } of later) expect(receipt).toMatchObject({ exclusive: false });
  });
});

describe('two keys of which next to nothing goes into a transaction, and that the same', () => {
  /** How long a transaction may live, and by how much more keys can have it differ. */
  const [life, room] = [40n, 10n];
  const options = { longestLifeSeconds: Number(life) };

  /** Keys that make the same of it. */
  function alike(): readonly [string, string] {
    const idOf = (key: string) => requestIdOf('fake:1', world.address, key, 1);
    const expiryOf = (key: string) => new Salt(idOf(key)).vary(life, room);
    const others = Array.from({ length: 200 }, (_, index) => `b-${index}`);
    const other = others.find((key) => expiryOf(key) === expiryOf('a'));
    return ['a', other ?? 'b'];
  }

  test('name one hash, which neither calls its own', async () => {
    const [one, other] = await twoProcesses(options);
    const [key, same] = alike();
    const ends = await world.run(Promise.all([pay(key, one), pay(same, other)]));
    const [receipt, another] = ends.map((ended) => ended.receipt);
    expect(receipt?.hash).toBe(another?.hash);
    expect(receipt).toMatchObject({ exclusive: false });
    expect(another).toMatchObject({ exclusive: false });
  });

  test('are one after the other refused, where the first is known', async () => {
    const [one, other] = await twoProcesses(options);
    const [key, same] = alike();
    world.custody.decide = () => 'wait';
    const waiting = rejectionOf(pay(key, one));
    await world.until(() => world.custody.waiting.length === 1);
    expect(await rejectionOf(world.run(pay(same, other)))).toBeInstanceOf(AlreadyRequestedError);
    world.custody.reject();
    expect(await world.run(waiting)).toBeInstanceOf(SignatureRejectedError);
  });
});

describe('a payment that another key has asked for already, to the last byte', () => {
  /** What process `one` has asked for waits for its approval. */
  async function withOneWaiting(make: typeof pay | typeof payMany) {
    const [one, other] = await twoProcesses({ fixed: true });
    world.custody.decide = () => 'wait';
    const waiting = make('a', one);
    waiting.catch(() => undefined);
    await world.until(() => world.custody.waiting.length === 1);
    return { other, waiting };
  }

  test.each([
    ['one payment', pay],
    ['a batch', payMany],
  ])('is refused before anybody is asked, with the name of the other: %s', async (_, make) => {
    const { other, waiting } = await withOneWaiting(make);
    const { externalId: requestId, id: custodyId } = world.custody.latest;
    const error = await rejectionOf(world.run(make('b', other)));
    expect(error).toBeInstanceOf(AlreadyRequestedError);
    expect(error).toMatchObject({
      code: 'ALREADY_REQUESTED',
      retryable: true,
      request: { requestId, custodyId },
      details: { requestId, custodyId },
      transaction: { idempotencyKey: 'b' },
    });
    expect(asked()).toHaveLength(1);
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(waiting);
    // The number was given back: the same call goes on with the next.
    await world.run(make('b', other));
    expect(asked()).toHaveLength(2);
  });

  test('is asked for again under its own key, and after a refusal', async () => {
    const [one, other] = await twoProcesses({ fixed: true });
    world.custody.decide = () => 'reject';
    await rejectionOf(world.run(pay('a', one)));
    world.custody.decide = () => 'approve';
    await world.run(pay('b', other));
    expect(asked()).toHaveLength(2);
  });

  test.each([
    ['by another process', {}],
    ['by another call', { lanes: { mode: 'pipeline' as const } }],
    [
      'by a process that shares its lanes',
      { lanes: { mode: 'pipeline' as const, store: memoryStore() } },
    ],
  ])('is refused at the number that the caller chose, too: %s', async (where, options) => {
    const [one, another] = await twoProcesses({ fixed: true, ...options });
    const other = where === 'by another call' ? one : another;
    world.custody.decide = () => 'wait';
    const waiting = world.pay({ idempotencyKey: 'a', number: 3n }, '5', one);
    await world.until(() => world.custody.waiting.length === 1);
    const { externalId: requestId, id: custodyId } = world.custody.latest;
    const alike = world.pay({ idempotencyKey: 'b', number: 3n }, '5', other);
    const error = await rejectionOf(world.run(alike));
    expect(error).toBeInstanceOf(AlreadyRequestedError);
    expect(error).toMatchObject({ request: { requestId, custodyId } });
    expect(asked()).toHaveLength(1);
    world.custody.approve();
    await world.run(waiting);
  });

  test('is not asked for where the custody can not be asked who else has', async () => {
    const inner = world.newSigner();
    let isDown = false;
    const signer = stubSigner(inner, {
      list: async (key, options) => {
        if (isDown) throw new Error('down');
        return inner.list(key, options);
      },
    });
    const gateway = world.another({ signer, fixed: true });
    await world.run(pay('before-a', gateway));
    isDown = true;
    await rejectionOf(world.run(pay('a', gateway)));
    expect(asked()).toHaveLength(0);
  });
});

test.each(['approve', 'reject'] as const)(
  'a key that waits for its approval while another’s has landed is pending until people %s',
  async (decision) => {
    const [one, other] = await twoProcesses({ fixed: true });
    world.custody.decide = ({ note }) => (note?.endsWith(' b]') ? 'wait' : 'approve');
    const waiting = pay('b', other);
    waiting.catch(() => undefined);
    const { receipt } = await world.run(pay('a', one));
    const { hash } = receipt;
    const ask = (signatureTimeoutMs: number) =>
      world.run(world.another().resume('0', 'b', { signatureTimeoutMs }));
    expect(await rejectionOf(ask(1_000))).toBeInstanceOf(SignaturePendingError);
    world.custody[decision](world.custody.waiting[0]);
    if (decision === 'reject') {
      for (let times = 0; times < 2; times++) {
        expect(await rejectionOf(ask(1_000))).toBeInstanceOf(SignatureRejectedError);
      }
      return;
    }
    expect((await ask(1_000)).receipt).toMatchObject({ hash, exclusive: false });
    expect((await world.run(waiting)).receipt).toMatchObject({ hash, exclusive: false });
  },
);

test('a key whose transaction has landed for another holds up nobody while people decide', async () => {
  const [one, other] = await twoProcesses({ fixed: true });
  world.custody.decide = ({ note }) => (note?.endsWith(' b]') ? 'wait' : 'approve');
  pay('b', other).catch(() => undefined);
  await world.run(pay('a', one));
  const signer = world.newSigner();
  const gateway = world.another({ signer });
  const waiting = rejectionOf(gateway.resume('0', 'b', { signatureTimeoutMs: 60_000 }));
  await world.until(() => signer.calls.includes('look'));
  await world.run(world.pay({ idempotencyKey: 'next', laneTimeoutMs: 1_000 }, '7', gateway));
  expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3, 4]);
  expect(await world.run(waiting)).toBeInstanceOf(SignaturePendingError);
});

test('a key of which nobody can be asked whether it is alone is not said to be', async () => {
  const inner = world.newSigner();
  const signer = stubSigner(inner, { list: () => Promise.reject(new Error('down')) });
  await world.run(pay('a', world.gateway));
  const resumed = await world.run(world.another({ signer }).resume('0', 'a'));
  expect(resumed.receipt).toMatchObject({ exclusive: false });
  const again = await world.run(world.another().resume('0', 'a'));
  expect(again.receipt).not.toHaveProperty('exclusive');
});

test('processes that share their lanes never take one number for two keys', async () => {
  const store = memoryStore();
  const [one, other] = [0, 1].map(() => world.another({ fixed: true, lanes: { store } }));
  await world.run(Promise.all([pay('a', one!), pay('b', other!)]));
  expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
});

test('what the last version asked for goes on as it is', async () => {
  const [before] = await twoProcesses({ fixed: true });
  world.custody.decide = () => 'wait';
  pay('a', before).catch(() => undefined);
  await world.until(() => world.custody.waiting.length === 1);
  world.custody.approve();
  const ended = await world.run(pay('a', world.another()));
  expect(asked()).toHaveLength(1);
  expect(ended).toMatchObject({ kind: 'chain', receipt: { attempt: 1 } });
});
