import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignaturePendingError } from '../../src/signer/index.js';
import {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { PayOptions } from '../support/fake-chain/gateway.js';
import { answerLost, dropped, saying } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const pay = (amount: string, options: PayOptions = {}) => world.run(world.pay(options, amount));
const resume = (key: string) => world.run(world.another().resume('0', key));

const DONE = { kind: 'chain', result: { result: 'DONE' } };
const numbers = () => world.ledger.numbersOf(world.address);
const submits = () => world.node.asked.filter((question) => question === 'submit').length;
const isSubmitted = () => world.told('submitted').length > 0;

describe('what became of a transaction', () => {
  test('a failure on the ledger carries the ledger’s result, and stays one', async () => {
    // More than the account has, so the ledger takes the fee and nothing else.
    const error = await rejectionOf(pay('5000000', { idempotencyKey: 'too-much' }));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({
      resultCode: 'UNFUNDED',
      result: { hash: HASH, result: 'UNFUNDED', ledgerIndex: expect.any(Number) },
      transaction: { hash: HASH, idempotencyKey: 'too-much' },
    });
    const again = await rejectionOf(resume('too-much'));
    expect(again).toMatchObject({ resultCode: 'UNFUNDED' });
    expect(numbers()).toHaveLength(1);
  });

  test('an answer lost after submission is looked up, not taken for a failure', async () => {
    world.node.inject('submit', answerLost);
    await expect(pay('1')).resolves.toMatchObject(DONE);
    expect(numbers()).toHaveLength(1);
    expect(submits()).toBe(1);
  });

  test('a connection lost before submission is tried again with the same bytes', async () => {
    world.node.inject('submit', dropped, { times: 2 });
    await expect(pay('1')).resolves.toMatchObject(DONE);
    expect(world.custody.requests).toHaveLength(1);
  });

  test.each(['NO_ROOM', 'FEE_TOO_LOW'] as const)(
    '%s is tried again until there is room',
    async (verdict) => {
      world.node.inject('submit', saying(verdict), { times: 2 });
      await expect(pay('1')).resolves.toMatchObject(DONE);
      expect(submits()).toBe(3);
      expect(world.custody.requests).toHaveLength(1);
    },
  );

  test('a place in the queue counts as taken, and is waited for', async () => {
    world.ledger.setFees({ open: 5_000n });
    const call = world.pay();
    await world.until(isSubmitted);
    expect(world.told('submitted')).toMatchObject([{ code: 'QUEUED' }]);
    await world.time.pass(10_000);
    expect(numbers()).toEqual([]);
    world.ledger.setFees({ open: 10n });
    await expect(world.run(call)).resolves.toMatchObject(DONE);
    expect(submits()).toBe(1);
  });

  test.each(['MALFORMED', 'BAD_SIGNATURE', 'CANNOT_PAY_FEE'] as const)(
    '%s is a refusal with the hash, and the next transaction takes the number',
    async (verdict) => {
      world.node.inject('submit', saying(verdict));
      const error = await rejectionOf(pay('1', { idempotencyKey: 'refused' }));
      expect(error).toBeInstanceOf(TransactionRefusedError);
      // Another process that meets the account first would send it.
      expect(error).toMatchObject({
        resultCode: verdict,
        retryable: true,
        transaction: { hash: HASH },
      });
      const next = await pay('2');
      expect(new Set(world.told('prepared').map(({ number }) => number)).size).toBe(1);
      expect(next).toMatchObject(DONE);
      // Its number is spent by another: it is dead, and says so for good.
      await expect(resume('refused')).rejects.toBeInstanceOf(TransactionReplacedError);
    },
  );

  test('a refusal after a node that had no room is a refusal still', async () => {
    world.node.inject('submit', saying('NO_ROOM'));
    world.node.inject('submit', saying('MALFORMED'));
    expect(await rejectionOf(pay('1'))).toBeInstanceOf(TransactionRefusedError);
  });

  test.each([
    ['without an answer', dropped],
    ['whose number may be spent', saying('NUMBER_TAKEN')],
  ])('a refusal after a try %s is unknown: that one may have arrived', async (_, first) => {
    world.node.inject('submit', first);
    world.node.inject('submit', saying('MALFORMED'));
    const error = await rejectionOf(pay('1', { idempotencyKey: 'arrived' }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: HASH } });
    await expect(resume('arrived')).resolves.toMatchObject(DONE);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('a number that is spent is looked up by our own hash: what is in is a success', async () => {
    world.node.inject('submit', answerLost);
    world.node.inject('transaction', dropped);
    world.node.inject('submit', saying('NUMBER_SPENT'), { times: 5 });
    await expect(pay('1')).resolves.toMatchObject(DONE);
    expect(submits()).toBe(2);
  });

  test('a number that somebody else spent is a replacement, with the other’s hash', async () => {
    world.node.inject('submit', saying('NO_ROOM'), { times: 3 });
    const first = rejectionOf(world.pay({ idempotencyKey: 'loser' }));
    await world.until(() => submits() > 0);
    const winner = world.payByHand();
    const error = await world.run(first);
    expect(error).toBeInstanceOf(TransactionReplacedError);
    expect(error).toMatchObject({
      details: { by: winner },
      transaction: { idempotencyKey: 'loser', hash: HASH },
    });
  });

  test('a number that another spent beyond its time stays spent, though a node is behind', async () => {
    world.gateway = world.another({ longestLifeSeconds: 20 });
    world.custody.decide = () => 'wait';
    await rejectionOf(pay('1', { idempotencyKey: 'late', signatureTimeoutMs: 100 }));
    await world.time.pass(60_000);
    const before = world.ledger.account(world.address);
    world.custody.decide = () => 'approve';
    world.payByHand();
    await world.time.pass(8_000);
    const late = await world.run(rejectionOf(world.gateway.resume('0', 'late')));
    expect(late).toBeInstanceOf(TransactionExpiredError);
    world.node.inject('account', () => before);
    await expect(pay('2')).resolves.toMatchObject(DONE);
    const [first = 0n, second] = world.told('prepared').map(({ number }) => BigInt(number));
    expect(second).toBe(first + 1n);
  });

  test('a transaction that fell out of the ledger is sent again', async () => {
    world.ledger.pauseClosing();
    const call = world.pay();
    await world.until(isSubmitted);
    world.ledger.dropWaiting();
    world.ledger.resumeClosing();
    await expect(world.run(call)).resolves.toMatchObject(DONE);
    expect(world.told('resubmitted')).toHaveLength(1);
  });

  test('expired only when the number is unspent at a validated ledger beyond the expiry', async () => {
    world.gateway = world.another({ longestLifeSeconds: 20 });
    world.node.inject('submit', saying('NO_ROOM'), { times: 1_000 });
    const startedAt = world.time.clock.now();
    const error = await rejectionOf(pay('1', { idempotencyKey: 'late' }));
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error).toMatchObject({ transaction: { hash: HASH } });
    expect(world.time.clock.now() - startedAt).toBeGreaterThan(20_000);
    await expect(resume('late')).rejects.toBeInstanceOf(TransactionExpiredError);
  });

  test('not seen to be final in time is neither success nor failure', async () => {
    world.ledger.pauseClosing();
    const error = await rejectionOf(pay('1', { idempotencyKey: 'slow', confirmTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      status: 'pending',
      retryable: true,
      transaction: { hash: HASH, idempotencyKey: 'slow' },
    });
    world.ledger.resumeClosing();
    await expect(pay('1', { idempotencyKey: 'slow' })).resolves.toMatchObject(DONE);
    expect(numbers()).toHaveLength(1);
  });

  test('a node that can’t be asked leaves the outcome unknown', async () => {
    world.ledger.pauseClosing();
    const call = rejectionOf(world.pay({ idempotencyKey: 'dark', confirmTimeoutMs: 60_000 }));
    await world.until(isSubmitted);
    for (const question of ['transaction', 'account'] as const) {
      world.node.inject(question, dropped, { times: 1_000 });
    }
    const error = await world.run(call);
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: HASH } });
    // Of what nothing certain is known is not sent again.
    expect(submits()).toBe(1);
  });

  test('what has landed is confirmed with its hash, though the custody still calls it pending', async () => {
    const { receipt } = await pay('1', { idempotencyKey: 'behind' });
    world.custody.told = ({ signatures: _, ...record }) => ({
      ...record,
      state: 'pending',
      status: 'PENDING_SIGNATURE',
    });
    const resumed = await resume('behind');
    expect(resumed).toMatchObject(DONE);
    expect(resumed.receipt.hash).toBe(receipt.hash);
  });

  test('a look-up that breaks in an unexpected way leaves the outcome unknown, without its words', async () => {
    world.ledger.pauseClosing();
    const broken = () => {
      throw new TypeError('words of a library');
    };
    const gateway = world.another({ node: world.node.with({ transaction: broken }) });
    const hurried = { idempotencyKey: 'odd', confirmTimeoutMs: 5_000 };
    const error = await rejectionOf(world.run(world.pay(hurried, '1', gateway)));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: HASH } });
    expect(String(error)).not.toContain('words of a library');
    world.ledger.resumeClosing();
    await expect(resume('odd')).resolves.toMatchObject(DONE);
    expect(numbers()).toHaveLength(1);
  });

  test('a number of the caller’s choice that is spent already is not asked to be signed', async () => {
    await pay('1');
    const error = await rejectionOf(pay('2', { idempotencyKey: 'chosen', number: 1n }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'chosen' } });
    expect(world.custody.requests).toHaveLength(1);
    expect(numbers()).toEqual([1]);
  });

  test('what a node has dropped is unknown, and not pending', async () => {
    world.ledger.pauseClosing();
    const reason = 'there was no room for it any more';
    world.node.inject(
      'transaction',
      (ask) => {
        const known = ask();
        return known && { ...known, dropped: reason };
      },
      { times: 1_000 },
    );
    const error = await rejectionOf(pay('1', { confirmTimeoutMs: 10_000 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', message: expect.stringContaining(reason) });
  });

  test('a node that can’t be asked ends nothing that waits for its signature', async () => {
    world.custody.decide = () => 'wait';
    world.gateway = world.another({ longestLifeSeconds: 60 });
    const options = { signatureTimeoutMs: 100 };
    await rejectionOf(pay('1', { idempotencyKey: 'unsigned', ...options }));
    await world.time.pass(300_000);
    world.node.inject('account', dropped);
    const again = () => world.run(world.another().resume('0', 'unsigned', options));
    expect(await rejectionOf(again())).toBeInstanceOf(SignaturePendingError);
    // The next time it can be asked, and says that the time is over.
    expect(await rejectionOf(again())).toBeInstanceOf(TransactionExpiredError);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('pruned history says of a Ticket no more than that it is free for nobody', async () => {
    world.gateway = world.another({ ticketLimit: 1 });
    const old = { idempotencyKey: 'old', useTickets: true };
    await pay('1', old);
    await pay('2');
    world.ledger.prune();
    const gateway = world.another({ ticketLimit: 1 });
    const again = world.run(world.pay({ ...old, confirmTimeoutMs: 200 }, '1', gateway));
    expect(await rejectionOf(again)).toMatchObject({ status: 'unknown' });
    // The only Ticket that there may be is not kept for it.
    const next = { useTickets: true, laneTimeoutMs: 20_000 };
    await expect(world.run(world.pay(next, '3', gateway))).resolves.toMatchObject(DONE);
  });

  test('pruned history is unknown, and unknown never makes a second transaction', async () => {
    await pay('1', { idempotencyKey: 'old' });
    await pay('2');
    world.ledger.prune();
    const [asked, sent] = [world.custody.requests.length, submits()];
    const again = { idempotencyKey: 'old', confirmTimeoutMs: 200 };
    const error = await rejectionOf(world.run(world.pay(again, '1', world.another())));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
    expect(world.custody.requests).toHaveLength(asked);
    expect(submits()).toBe(sent);
  });
});
