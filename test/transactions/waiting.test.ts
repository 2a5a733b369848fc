import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError } from '../../src/core/errors.js';
import { SignaturePendingError, SignatureRejectedError } from '../../src/signer/index.js';
import { AccountBusyError, TransactionNotFoundError } from '../../src/transactions/index.js';
import type { PayOptions } from '../support/fake-chain/gateway.js';
import { readBlob } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld({ decide: () => 'wait' });
});
afterEach(() => world.end());

const DONE = { result: { result: 'DONE' } };

const pay = (options: PayOptions = {}, amount = '1') => world.run(world.pay(options, amount));
const sent = () => world.ledger.numbersOf(world.address);
/** Until the custody was asked for so many. */
const asked = (count: number) => world.until(() => world.custody.requests.length === count);

describe('waiting for a signature', () => {
  test('ends in a pending error that carries key, ids and expiry; the same call goes on', async () => {
    const call = (signatureTimeoutMs: number) =>
      pay({ idempotencyKey: 'slow', signatureTimeoutMs });
    const error = await rejectionOf(call(100));
    expect(error).toBeInstanceOf(SignaturePendingError);
    const { id: custodyId, externalId: requestId, expiresAt } = world.custody.latest;
    expect(error).toMatchObject({
      retryable: true,
      request: { requestId, custodyId, expiresAt },
      transaction: { idempotencyKey: 'slow', custodyId },
    });
    world.custody.approve();
    await expect(call(10_000)).resolves.toMatchObject(DONE);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('can be resumed by another process with the key alone', async () => {
    await rejectionOf(pay({ idempotencyKey: 'left', signatureTimeoutMs: 50 }, '2'));
    const other = world.another();
    const resumed = other.resume('0', 'left');
    world.custody.approve();
    await expect(world.run(resumed)).resolves.toMatchObject({
      result: { transaction: { action: { type: 'pay', amount: '2' } } },
      receipt: { idempotencyKey: 'left' },
    });
    const resume = (key: string) => world.run(other.resume('0', key));
    await expect(resume('never used')).rejects.toThrow(/idempotencyKey/);
    await expect(resume('never-used')).rejects.toBeInstanceOf(TransactionNotFoundError);
  });

  test('is listed as pending until it is final', async () => {
    await rejectionOf(pay({ idempotencyKey: 'listed', signatureTimeoutMs: 50 }, '2'));
    const other = world.another();
    expect(await world.run(other.pending('0'))).toMatchObject([
      { idempotencyKey: 'listed', state: 'pending', number: '1' },
    ]);
    world.custody.approve();
    await world.run(other.resume('0', 'listed'));
    expect(await world.run(other.pending('0'))).toEqual([]);
  });

  /** A call that is aborted as soon as the custody has its request. */
  const aborted = (options: PayOptions) => {
    const controller = new AbortController();
    return pay({
      signal: controller.signal,
      onEvent: ({ type }) => type === 'custody-status' && controller.abort(),
      ...options,
    });
  };

  test('stops when aborted, and cancels nothing', async () => {
    const error = await rejectionOf(aborted({ idempotencyKey: 'aborted' }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'aborted' } });
    await world.time.pass(10_000);
    expect(world.custody.latest.status).toBe('PENDING_AUTHORIZATION');
    world.custody.approve();
    await expect(world.run(world.gateway.resume('0', 'aborted'))).resolves.toMatchObject(DONE);
  });

  test('cancels on abort when asked to', async () => {
    const call = aborted({ idempotencyKey: 'withdrawn', cancelOnAbort: true });
    await expect(call).rejects.toBeInstanceOf(AbortedError);
    const error = await rejectionOf(world.run(world.gateway.resume('0', 'withdrawn')));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { status: 'CANCELLED' } });
  });

  test('a rejection is the key’s final answer, and asks nobody again', async () => {
    const first = rejectionOf(world.pay({ idempotencyKey: 'no' }));
    await asked(1);
    world.custody.reject();
    expect(await world.run(first)).toMatchObject({
      code: 'SIGNATURE_REJECTED',
      request: { status: 'REJECTED', subStatus: 'REJECTED_BY_USER' },
    });
    await expect(pay({ idempotencyKey: 'no' })).rejects.toBeInstanceOf(SignatureRejectedError);
    const resumed = world.run(world.another().resume('0', 'no'));
    await expect(resumed).rejects.toBeInstanceOf(SignatureRejectedError);
    expect(world.custody.requests).toHaveLength(1);
    expect(sent()).toEqual([]);
  });
});

describe('the lane of an account', () => {
  test('is held by the request, not by the call that made it', async () => {
    await rejectionOf(pay({ idempotencyKey: 'first', signatureTimeoutMs: 50 }));
    const error = await rejectionOf(pay({ laneTimeoutMs: 150 }, '2'));
    expect(error).toBeInstanceOf(AccountBusyError);
    const { id: custodyId, externalId: requestId } = world.custody.latest;
    expect(error).toMatchObject({ holder: { idempotencyKey: 'first', requestId, custodyId } });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('lets whoever waits finish the work of a caller that is gone', async () => {
    await rejectionOf(pay({ idempotencyKey: 'gone', signatureTimeoutMs: 50 }));
    const second = world.pay({}, '2');
    world.custody.approve();
    await asked(2);
    world.custody.approve();
    await expect(world.run(second)).resolves.toMatchObject(DONE);
    await expect(pay({ idempotencyKey: 'gone' })).resolves.toMatchObject(DONE);
    expect(sent()).toHaveLength(2);
  });

  test('gives a number back when the custody refuses, so that no gap stays', async () => {
    const first = rejectionOf(world.pay());
    const second = world.pay({}, '2');
    await asked(1);
    world.custody.block();
    expect(await world.run(first)).toBeInstanceOf(SignatureRejectedError);
    await asked(2);
    world.custody.approve();
    const outcome = await world.run(second);
    const numbers = new Set(world.told('prepared').map(({ number }) => number));
    expect(numbers).toEqual(new Set(['1']));
    expect(outcome).toMatchObject({ result: { transaction: { number: { value: '1' } } } });
  });

  test('is respected by a process that meets the account for the first time', async () => {
    await rejectionOf(pay({ idempotencyKey: 'before-the-restart', signatureTimeoutMs: 50 }));
    const fresh = world.another();
    const later = world.pay({}, '5', fresh);
    // The fresh process waits behind the approval, rather than take its number.
    await world.time.pass(30_000);
    expect(world.custody.requests).toHaveLength(1);
    world.custody.approve();
    await asked(2);
    world.custody.approve();
    await world.run(later);
    expect(sent()).toEqual([1, 2]);
  });

  test('has room for so many and no more', async () => {
    world.gateway = world.another({ lanes: { mode: 'serial', maxWaiting: 1 } });
    const first = rejectionOf(world.pay());
    await asked(1);
    const second = rejectionOf(world.pay({}, '2'));
    expect(await rejectionOf(pay({}, '3'))).toBeInstanceOf(AccountBusyError);
    world.custody.block();
    await world.run(first);
    await asked(2);
    world.custody.block();
    expect(await world.run(second)).toBeInstanceOf(SignatureRejectedError);
  });

  test('in pipeline mode holds several at once and submits them in order', async () => {
    const submitted: unknown[] = [];
    const node = world.node.with({
      submit: (ask, blob) => {
        submitted.push(readBlob(blob)?.transaction.number.value);
        return ask();
      },
    });
    world.gateway = world.another({ lanes: { mode: 'pipeline', depth: 3 }, node });
    const calls = ['1', '2', '3'].map((amount) => world.pay({}, amount));
    await asked(3);
    for (const request of [...world.custody.requests].reverse()) {
      world.custody.approve(request);
      await world.time.pass(5_000);
    }
    await world.run(Promise.all(calls));
    expect(submitted).toEqual(['1', '2', '3']);
    expect(sent()).toEqual([1, 2, 3]);
  });
});
