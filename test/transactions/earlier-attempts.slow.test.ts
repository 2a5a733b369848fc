import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignatureRejectedError } from '../../src/signer/index.js';
import {
  NotCancellableError,
  TransactionExpiredError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGateway, FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { type Faults, fullWhile } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
let isFull: boolean;

beforeEach(() => {
  isFull = true;
  world = new FakeWorld();
});
afterEach(() => world.end());

const SOON = { idempotencyKey: 'K', confirmTimeoutMs: 100 };

/** A process whose node takes nothing as long as it is full. */
const crowded = (options: Partial<FakeGatewayOptions> = {}) =>
  world.another({ node: world.node.with(fullWhile(() => isFull)), ...options });

const payBy = (gateway: FakeGateway, options: PayOptions = {}) =>
  world.run(world.pay({ ...SOON, ...options }, '7', gateway));
const resume = (gateway = world.another()) => world.run(gateway.resume('0', 'K', SOON));
const cancel = (gateway: FakeGateway) => world.run(gateway.cancel('0', 'K'));

const hashOfFirst = () => world.told('signed')[0]?.hash;
const requests = () => world.custody.requests.length;
const sent = () => world.ledger.numbersOf(world.address);

/** Attempt 1 is signed, but no node takes it; attempt 2 is refused. */
async function signedThenRefused(options: Partial<FakeGatewayOptions> = {}) {
  const gateway = crowded(options);
  const pay = (more: PayOptions = {}) => payBy(gateway, more);
  await rejectionOf(pay());
  await world.time.pass(10_000);
  world.custody.decide = () => 'reject';
  return { gateway, pay, second: await rejectionOf(pay({ newAttempt: 2 })) };
}

describe('attempts that are signed, and none that may follow', () => {
  test('are not told as nothing: the signed one may land', async () => {
    const gateway = crowded();
    await rejectionOf(payBy(gateway));
    const resumed = gateway.resume('0', 'K', { ...SOON, newAttempt: 2 });
    const error = await rejectionOf(world.run(resumed));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', hash: hashOfFirst() } });
    expect(requests()).toBe(1);
  });

  test('are not told as expired for the first of them', async () => {
    const short = crowded({ longestLifeSeconds: 30 });
    await rejectionOf(payBy(short));
    await world.time.pass(60_000);
    const gateway = crowded();
    await rejectionOf(payBy(gateway, { newAttempt: 2 }));
    expect(requests()).toBe(2);
    const resumed = gateway.resume('0', 'K', { ...SOON, newAttempt: 3 });
    const error = await rejectionOf(world.run(resumed));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    const hash = world.told('signed')[1]?.hash;
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', hash } });
  });

  test('are told by what became of them, once that is final', async () => {
    const gateway = crowded({ longestLifeSeconds: 30 });
    await rejectionOf(payBy(gateway));
    const blob = world.told('signed')[0]?.hash;
    expect(blob).toBeDefined();
    await world.time.pass(60_000);
    const resumed = gateway.resume('0', 'K', { ...SOON, newAttempt: 2 });
    expect(await rejectionOf(world.run(resumed))).toBeInstanceOf(TransactionExpiredError);
  });
});

describe('a refused attempt after one that is signed', () => {
  test('is no final answer as long as the signed one may land', async () => {
    const { pay, second } = await signedThenRefused();
    for (const error of [second, await rejectionOf(pay()), await rejectionOf(pay())]) {
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', hash: hashOfFirst() } });
    }
    expect(requests()).toBe(2);
    expect(await rejectionOf(resume())).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
  });

  test('is no final answer either where the refusal is waited for', async () => {
    const gateway = crowded();
    await rejectionOf(payBy(gateway));
    world.custody.decide = () => 'wait';
    await rejectionOf(payBy(gateway, { newAttempt: 2, signatureTimeoutMs: 50 }));
    const waiting = rejectionOf(world.another().resume('0', 'K', SOON));
    await world.time.pass(5_000);
    world.custody.reject();
    const error = await world.run(waiting);
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', hash: hashOfFirst() } });
  });

  test('is the final answer once the signed one is dead', async () => {
    const { pay } = await signedThenRefused({ longestLifeSeconds: 30 });
    expect(await rejectionOf(pay())).toBeInstanceOf(TransactionUnconfirmedError);
    await world.time.pass(40_000);
    expect(await rejectionOf(pay())).toBeInstanceOf(SignatureRejectedError);
    expect(sent()).toEqual([]);
  });

  test('allows another, and whichever lands is the only one', async () => {
    const { pay } = await signedThenRefused();
    isFull = false;
    world.custody.decide = () => 'approve';
    // A third attempt takes the same number, so whichever lands, it is one.
    const outcome = await pay({ newAttempt: 3, confirmTimeoutMs: 20_000 });
    expect(outcome).toMatchObject({ kind: 'chain', result: { result: 'DONE' } });
    expect(sent()).toHaveLength(1);
    expect(await pay()).toMatchObject({ result: { hash: outcome.receipt.hash } });
  });

  test('is paid once, whichever of several signed ones lands while another is begun', async () => {
    const blobs: string[] = [];
    let hasLanded = false;
    const faults: Faults = {
      submit: (ask, blob) => {
        if (!isFull) return ask();
        blobs.push(blob);
        return submissionOf('NO_ROOM');
      },
      // The first one lands just before the third one's number is chosen.
      account: async (ask) => {
        const isChosen = world.told('lane-entered').some(({ attempt }) => attempt === 3);
        if (isChosen && !hasLanded) {
          hasLanded = true;
          world.ledger.submit(blobs[0] ?? '');
          await world.time.clock.sleep(5_000);
          expect(sent()).toHaveLength(1);
        }
        return ask();
      },
    };
    // Each call in a process of its own, so that nobody sends what another left behind.
    const pay = (more: PayOptions = {}) =>
      payBy(world.another({ node: world.node.with(faults) }), { maxAttempts: 9, ...more });
    await rejectionOf(pay());
    await world.time.pass(10_000);
    await rejectionOf(pay({ newAttempt: 2 }));
    expect(new Set(blobs).size).toBe(2);
    isFull = false;
    const outcome = await pay({ newAttempt: 3, confirmTimeoutMs: 20_000 });
    expect(hasLanded).toBe(true);
    expect(outcome).toMatchObject({ result: { hash: hashOfFirst() } });
    expect(sent()).toHaveLength(1);
  });

  test('is not undone by another’s call in a new process: the signed one is not sent', async () => {
    await signedThenRefused();
    isFull = false;
    world.custody.decide = () => 'approve';
    await world.run(crowded().execute('0', { type: 'label', text: 'another' }));
    expect(world.ledger.sentBy(world.address)).toMatchObject([{ action: { type: 'label' } }]);
    // Its number went to the other call, and with it its last chance.
    expect(await rejectionOf(resume(crowded()))).toBeInstanceOf(SignatureRejectedError);
  });
});

describe('an attempt that the signer calls refused, and signs all the same', () => {
  /** Attempt 1 awaits its signature, and is shown as refused; attempt 2 is asked for. */
  async function shownAsRefused(gateway: FakeGateway) {
    world.custody.decide = () => 'wait';
    await rejectionOf(payBy(crowded(), { signatureTimeoutMs: 50 }));
    const first = world.custody.latest;
    world.custody.told = (record) =>
      record.providerId === first.id
        ? { ...record, state: 'rejected', status: 'CANCELLED' }
        : record;
    const second = world.pay({ ...SOON, newAttempt: 2, confirmTimeoutMs: 20_000 }, '7', gateway);
    return { first, second };
  }

  const numbers = () => new Set(world.told('prepared').map(({ number }) => number));

  test('has its number taken by the next one', async () => {
    isFull = false;
    const { first, second } = await shownAsRefused(world.another());
    await world.until(() => requests() === 2);
    world.custody.approve(first);
    world.custody.told = (record) => record;
    world.custody.approve();
    await expect(world.run(second)).resolves.toMatchObject({ result: { result: 'DONE' } });
    // Whoever has the signature of the first sends it; it comes too late.
    await resume();
    expect(numbers().size).toBe(1);
    expect(sent()).toHaveLength(1);
  });

  test('is paid once where it lands before the next one has a number', async () => {
    isFull = false;
    let hasLanded = false;
    const node = world.node.with({
      account: async (ask) => {
        const isBegun = world.told('lane-entered').some(({ attempt }) => attempt === 2);
        if (isBegun && !hasLanded) {
          hasLanded = true;
          world.custody.told = (record) => record;
          world.custody.decide = () => 'approve';
          world.custody.approve();
          await world.another().resume('0', 'K');
        }
        return ask();
      },
    });
    const { second } = await shownAsRefused(world.another({ node }));
    const { receipt } = await world.run(second);
    expect(sent()).toHaveLength(1);
    expect(receipt).toMatchObject({ attempt: 1 });
    expect(await resume()).toMatchObject({ receipt: { hash: receipt.hash } });
  });
});

describe('an attempt that lands while the next one is asked for', () => {
  test.each([
    ['done', '7', { result: { result: 'DONE' } }],
    ['failed', '5000000', { code: 'TRANSACTION_FAILED', resultCode: 'UNFUNDED' }],
  ])('is what every call tells of the key from then on: %s', async (_, amount, told) => {
    const blobs: string[] = [];
    // It says that it refuses, and passes on what it is sent.
    const refusing = world.node.with({
      submit: (_ask, blob) => {
        blobs.push(blob);
        return submissionOf('MALFORMED');
      },
    });
    const first = world.another({ node: refusing });
    const pay = (gateway: FakeGateway, more: PayOptions = {}) =>
      world.pay({ ...SOON, confirmTimeoutMs: 20_000, ...more }, amount, gateway);
    await rejectionOf(world.run(pay(first)));
    world.custody.decide = () => 'wait';
    const second = pay(world.another(), { newAttempt: 2 }).catch((error: unknown) => error);
    await world.until(() => requests() === 2);
    world.ledger.submit(blobs[0] ?? '');
    await world.time.pass(5_000);
    world.custody.approve();
    const [landed] = world.custody.requests;
    const reference = { attempt: 1, custodyId: landed?.id, hash: hashOfFirst() };
    const anew = () => pay(world.another(), { newAttempt: 2 });
    const again = () => pay(world.another());
    const resumed = () => world.another().resume('0', 'K');
    for (const call of [() => second, anew, again, resumed, anew]) {
      const ended = await world.run(call().catch((error: unknown) => error));
      expect(ended).toMatchObject(told);
      const { receipt, transaction } = ended as { receipt?: object; transaction?: object };
      expect(receipt ?? transaction).toMatchObject(reference);
    }
    expect(sent()).toHaveLength(1);
  });
});

test('what a list calls cancelled is looked for by its id before that is told', async () => {
  isFull = false;
  world.custody.decide = () => 'wait';
  await rejectionOf(payBy(crowded(), { signatureTimeoutMs: 50 }));
  const inner = world.newSigner();
  let isShown = false;
  const signer = stubSigner(inner, {
    find: async (id, options) => (isShown ? inner.find(id, options) : undefined),
    list: async (key, options) => {
      isShown = true;
      const records = await inner.list(key, options);
      world.custody.approve();
      return records.map((one) => ({ ...one, state: 'rejected', status: 'CANCELLED' }));
    },
  });
  const paid = payBy(world.another({ signer }), { confirmTimeoutMs: 20_000 });
  await expect(paid).resolves.toMatchObject({ result: { result: 'DONE' } });
  expect(requests()).toBe(1);
});

describe('cancelling a key of several attempts', () => {
  test('sends none of them, where one waits for its turn yet', async () => {
    const gateway = crowded();
    await rejectionOf(payBy(gateway));
    await rejectionOf(payBy(gateway, { newAttempt: 2 }));
    expect(requests()).toBe(2);
    isFull = false;
    await cancel(gateway);
    expect(sent()).toHaveLength(1);
    expect(await rejectionOf(resume())).toBeInstanceOf(TransactionReplacedError);
  });

  test('spends the number of the signed one on nothing', async () => {
    const { gateway, pay } = await signedThenRefused();
    isFull = false;
    world.custody.decide = () => 'approve';
    await cancel(gateway);
    const error = await rejectionOf(pay({ confirmTimeoutMs: 5_000 }));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(sent()).toEqual([1]);
    await expect(cancel(crowded())).resolves.toMatchObject({ idempotencyKey: 'K' });
    expect(sent()).toEqual([1]);
  });

  test('says what stands in the way when nobody approves that', async () => {
    const { gateway, pay } = await signedThenRefused();
    isFull = false;
    const error = await rejectionOf(cancel(gateway));
    // It is the other transaction that was rejected: of this one that says nothing.
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      transaction: { idempotencyKey: 'K' },
      cause: expect.any(SignatureRejectedError),
    });
    // Not cancelled, and nothing says that it is.
    expect(await rejectionOf(pay())).toBeInstanceOf(TransactionUnconfirmedError);
  });

  test('is refused when an earlier one has landed', async () => {
    const blobs: string[] = [];
    const node = world.node.with({
      submit: (ask, blob) => {
        blobs.push(blob);
        return isFull ? submissionOf('NO_ROOM') : ask();
      },
    });
    const gateway = world.another({ node });
    await rejectionOf(payBy(gateway));
    world.custody.decide = () => 'reject';
    await rejectionOf(payBy(gateway, { newAttempt: 2 }));
    // Somebody who saw the first one sends it.
    world.ledger.submit(blobs[0] ?? '');
    await world.time.pass(5_000);
    expect(sent()).toHaveLength(1);
    expect(await rejectionOf(cancel(gateway))).toBeInstanceOf(NotCancellableError);
    expect(await payBy(gateway)).toMatchObject({ result: { hash: hashOfFirst() } });
  });
});

describe('an attempt that is dead', () => {
  test.each([
    ['replaced', TransactionReplacedError],
    ['out of time', TransactionExpiredError],
  ] as const)('(%s) is said to be so by every later call', async (how, kind) => {
    const gateway = crowded({ longestLifeSeconds: 20 });
    await rejectionOf(payBy(gateway));
    isFull = how !== 'replaced';
    // With the longest salt.
    if (isFull) await world.time.pass(30_000);
    else await cancel(gateway);
    expect(await rejectionOf(payBy(gateway))).toBeInstanceOf(kind);
    expect(await rejectionOf(resume())).toBeInstanceOf(kind);
  });
});
