import { afterEach, describe, expect, test } from 'vitest';
import {
  AbortedError,
  AccountBusyError,
  SignaturePendingError,
  SignatureRejectedError,
  TransactionNotFoundError,
} from '../../src/index.js';
import type { ApprovalRequest } from '../../src/sandbox/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
afterEach(() => world.stop());

const start = async (
  approvals: 'manual' | 'auto' | ((request: ApprovalRequest) => never) = 'manual',
) => {
  world = await newWorld({ approvals });
  return world.sandbox.custody.addressOf('1', 'XRP_TEST');
};

const lastExternalId = () => world.sandbox.custody.transactions.at(-1)?.externalTxId ?? '';

describe('waiting for a signature', () => {
  test('ends in a pending error that carries key, ids and expiry; the same call goes on', async () => {
    const destination = await start();
    const call = (signatureTimeoutMs: number) =>
      world.gateway.xrpTransfer(
        '0',
        { destination, amount: '1' },
        { native: false, idempotencyKey: 'slow', signatureTimeoutMs },
      );
    const error = await rejectionOf(call(100));
    expect(error).toBeInstanceOf(SignaturePendingError);
    const [transaction] = world.sandbox.custody.transactions;
    expect(error).toMatchObject({
      retryable: true,
      request: { requestId: transaction?.externalTxId, custodyId: transaction?.id },
      transaction: { idempotencyKey: 'slow', custodyId: transaction?.id },
    });
    world.sandbox.custody.approve(lastExternalId());
    await expect(call(10_000)).resolves.toMatchObject({ result: { validated: true } });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  test('can be resumed by another process with the key alone', async () => {
    const destination = await start();
    const options = { native: false, idempotencyKey: 'left', signatureTimeoutMs: 50 } as const;
    await rejectionOf(world.gateway.xrpTransfer('0', { destination, amount: '2' }, options));
    const other = world.another();
    const resumed = other.resume('0', 'left');
    world.sandbox.custody.approve(lastExternalId());
    await expect(resumed).resolves.toMatchObject({
      result: { tx_json: { DeliverMax: '2000000' } },
      receipt: { idempotencyKey: 'left' },
    });
    await expect(other.resume('0', 'never used')).rejects.toThrow(/idempotencyKey/);
    await expect(other.resume('0', 'never-used')).rejects.toBeInstanceOf(TransactionNotFoundError);
  });

  test('is listed as pending until it is final', async () => {
    const destination = await start();
    const options = { native: false, idempotencyKey: 'listed', signatureTimeoutMs: 50 } as const;
    await rejectionOf(world.gateway.xrpTransfer('0', { destination, amount: '2' }, options));
    const other = world.another();
    expect(await other.pending('0')).toMatchObject([
      { idempotencyKey: 'listed', state: 'pending', number: expect.stringMatching(/^\d+$/) },
    ]);
    world.sandbox.custody.approve(lastExternalId());
    await other.resume('0', 'listed');
    expect(await other.pending('0')).toEqual([]);
  });

  test('stops when aborted, and cancels nothing', async () => {
    const destination = await start();
    const controller = new AbortController();
    const call = world.gateway.xrpTransfer(
      '0',
      { destination, amount: '1' },
      {
        native: false,
        idempotencyKey: 'aborted',
        signal: controller.signal,
        onEvent: ({ type }) => type === 'custody-status' && controller.abort(),
      },
    );
    const error = await rejectionOf(call);
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'aborted' } });
    expect(world.sandbox.custody.transactions[0]?.status).not.toMatch(/CANCEL/);
    world.sandbox.custody.approve(lastExternalId());
    await expect(world.gateway.resume('0', 'aborted')).resolves.toMatchObject({
      result: { validated: true },
    });
  });

  test('cancels on abort when asked to', async () => {
    const destination = await start();
    const controller = new AbortController();
    const call = world.gateway.xrpTransfer(
      '0',
      { destination, amount: '1' },
      {
        native: false,
        idempotencyKey: 'withdrawn',
        cancelOnAbort: true,
        signal: controller.signal,
        onEvent: ({ type }) => type === 'custody-status' && controller.abort(),
      },
    );
    await expect(call).rejects.toBeInstanceOf(AbortedError);
    const error = await rejectionOf(world.gateway.resume('0', 'withdrawn'));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { status: 'CANCELLED' } });
  });

  test('a rejection is the key’s final answer, and asks nobody again', async () => {
    const destination = await start();
    const call = () =>
      world.gateway.xrpTransfer(
        '0',
        { destination, amount: '1' },
        { native: false, idempotencyKey: 'no' },
      );
    const first = call();
    await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
    world.sandbox.custody.reject(lastExternalId());
    await expect(first).rejects.toMatchObject({
      code: 'SIGNATURE_REJECTED',
      request: { status: 'REJECTED', subStatus: 'REJECTED_BY_USER' },
    });
    await expect(call()).rejects.toBeInstanceOf(SignatureRejectedError);
    await expect(world.another().resume('0', 'no')).rejects.toBeInstanceOf(SignatureRejectedError);
    expect(world.sandbox.custody.transactions).toHaveLength(1);
    expect(sequencesOf(world.sandbox, await world.gateway.getAddress('0'))).toEqual([]);
  });
});

describe('the lane of an account', () => {
  const pay = (amount: string, options: object = {}) =>
    world.gateway.xrpTransfer(
      '0',
      { destination: world.sandbox.custody.addressOf('1', 'XRP_TEST'), amount },
      { native: false, ...options },
    );

  test('is held by the request, not by the call that made it', async () => {
    await start();
    await rejectionOf(pay('1', { idempotencyKey: 'first', signatureTimeoutMs: 50 }));
    const error = await rejectionOf(pay('2', { laneTimeoutMs: 150 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      holder: {
        idempotencyKey: 'first',
        requestId: lastExternalId(),
        custodyId: world.sandbox.custody.transactions[0]?.id,
      },
    });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  test('lets whoever waits finish the work of a caller that is gone', async () => {
    await start();
    await rejectionOf(pay('1', { idempotencyKey: 'gone', signatureTimeoutMs: 50 }));
    const second = pay('2');
    world.sandbox.custody.approve(lastExternalId());
    await expect.poll(() => world.sandbox.custody.transactions.length, { timeout: 20_000 }).toBe(2);
    world.sandbox.custody.approve(lastExternalId());
    await expect(second).resolves.toMatchObject({ result: { validated: true } });
    await expect(pay('1', { idempotencyKey: 'gone' })).resolves.toMatchObject({
      result: { validated: true },
    });
    expect(sequencesOf(world.sandbox, await world.gateway.getAddress('0'))).toHaveLength(2);
  });

  test('gives a number back when the custody refuses, so that no gap stays', async () => {
    await start();
    const first = pay('1');
    const second = pay('2');
    await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
    world.sandbox.custody.block(lastExternalId());
    await expect(first).rejects.toBeInstanceOf(SignatureRejectedError);
    await expect.poll(() => world.sandbox.custody.transactions.length, { timeout: 20_000 }).toBe(2);
    world.sandbox.custody.approve(lastExternalId());
    const outcome = await second;
    const numbers = world.events.flatMap((event) =>
      event.type === 'prepared' ? event.number : [],
    );
    expect(new Set(numbers).size).toBe(1);
    expect(outcome).toMatchObject({ result: { tx_json: { Sequence: Number(numbers[0]) } } });
  });

  test('is respected by a process that meets the account for the first time', async () => {
    await start();
    await rejectionOf(
      pay('1', {
        idempotencyKey: 'before the restart'.replaceAll(' ', '-'),
        signatureTimeoutMs: 50,
      }),
    );
    const fresh = world.another();
    const destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const later = fresh.xrpTransfer('0', { destination, amount: '5' }, { native: false });
    // The fresh process waits behind the approval, rather than take its number.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(world.sandbox.custody.transactions).toHaveLength(1);
    world.sandbox.custody.approve(lastExternalId());
    await expect.poll(() => world.sandbox.custody.transactions.length, { timeout: 20_000 }).toBe(2);
    world.sandbox.custody.approve(lastExternalId());
    await later;
    const sequences = sequencesOf(world.sandbox, await fresh.getAddress('0'));
    expect(sequences).toHaveLength(2);
    expect(new Set(sequences).size).toBe(2);
  });

  test('has room for so many and no more', async () => {
    world = await newWorld({
      approvals: 'manual',
      gateway: { lanes: { mode: 'serial', maxWaiting: 1 } },
    });
    const first = pay('1');
    await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
    const second = pay('2');
    const third = await rejectionOf(pay('3'));
    expect(third).toBeInstanceOf(AccountBusyError);
    world.sandbox.custody.block(lastExternalId());
    await rejectionOf(first);
    await expect.poll(() => world.sandbox.custody.transactions.length, { timeout: 20_000 }).toBe(2);
    world.sandbox.custody.block(lastExternalId());
    await rejectionOf(second);
  });

  test('in pipeline mode holds several at once and submits them in order', async () => {
    world = await newWorld({
      approvals: 'manual',
      gateway: { lanes: { mode: 'pipeline', depth: 3 } },
    });
    const calls = [pay('1'), pay('2'), pay('3')];
    await expect.poll(() => world.sandbox.custody.transactions.length).toBe(3);
    const ids = world.sandbox.custody.transactions.map(({ id }) => id).reverse();
    for (const id of ids) world.sandbox.custody.approve(id);
    await Promise.all(calls);
    const sequences = sequencesOf(world.sandbox, await world.gateway.getAddress('0'));
    expect(sequences).toHaveLength(3);
    expect((sequences[2] ?? 0) - (sequences[0] ?? 0)).toBe(2);
  });
});
