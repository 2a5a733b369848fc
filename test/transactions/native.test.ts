import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError, UnreachableError } from '../../src/core/errors.js';
import {
  type NativeTransferSigner,
  SignaturePendingError,
  SignatureRejectedError,
} from '../../src/signer/index.js';
import type { PayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const send = (options: PayOptions = {}, amount = '1') =>
  world.run(world.pay({ native: true, ...options }, amount));
const resume = (key: string) => world.run(world.another().resume('0', key));
const sent = () => world.ledger.numbersOf(world.address);

describe('a native transfer', () => {
  test('is the custody’s own, and answers with its id and hash', async () => {
    const outcome = await send({ idempotencyKey: 'native' });
    const { id, txHash } = world.custody.latest;
    expect(outcome).toMatchObject({
      kind: 'native',
      transfer: { providerId: id, status: 'COMPLETED', txHash },
      receipt: { idempotencyKey: 'native', hash: txHash },
    });
    expect(txHash).toMatch(/^[0-9a-f]{64}$/);
    expect(world.custody.latest.asked.kind).toBe('native-transfer');
  });

  test('can be repeated and resumed like any other', async () => {
    await send({ idempotencyKey: 'once' });
    const { id } = world.custody.latest;
    for (const outcome of [await send({ idempotencyKey: 'once' }), await resume('once')]) {
      expect(outcome).toMatchObject({ transfer: { providerId: id } });
    }
    expect(sent()).toHaveLength(1);
  });

  test('shares its key with the raw path: asking for the other form finds it', async () => {
    const native = await send({ idempotencyKey: 'either' });
    const raw = await send({ idempotencyKey: 'either', native: false });
    expect(raw).toMatchObject({ kind: 'native', receipt: { hash: native.receipt.hash } });
    const first = await send({ idempotencyKey: 'other-way', native: false });
    const second = await send({ idempotencyKey: 'other-way' });
    expect(second).toMatchObject({ kind: 'chain', result: { hash: first.receipt.hash } });
    expect(sent()).toHaveLength(2);
  });

  test('refuses a key that was used for another amount', async () => {
    await send({ idempotencyKey: 'bound' });
    const error = await rejectionOf(send({ idempotencyKey: 'bound' }, '2'));
    expect(error).toBeInstanceOf(IdempotencyConflictError);
  });

  test('takes the account’s lane until its number is known', async () => {
    world.custody.decide = ({ asked }) =>
      asked.kind === 'native-transfer' ? { decision: 'approve', afterMs: 3_000 } : 'approve';
    const outcomes = await world.run(
      Promise.all([true, false, true, false].map((native) => world.pay({ native }))),
    );
    expect(new Set(outcomes.map(({ receipt }) => receipt.hash)).size).toBe(4);
    expect(sent()).toEqual([1, 2, 3, 4]);
  });

  test('that waits too long is pending, and is picked up again', async () => {
    world.custody.decide = () => 'wait';
    const error = await rejectionOf(send({ idempotencyKey: 'waiting', signatureTimeoutMs: 60 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    const resumed = world.another().resume('0', 'waiting');
    world.custody.approve();
    const completed = { transfer: { status: 'COMPLETED' } };
    await expect(world.run(resumed)).resolves.toMatchObject(completed);
    await expect(send({ idempotencyKey: 'waiting' })).resolves.toMatchObject(completed);
    expect(sent()).toHaveLength(1);
  });

  test('that is refused stays refused, and never gets a second attempt by itself', async () => {
    world.custody.decide = () => 'block';
    const options = { idempotencyKey: 'blocked', onExpiry: 'resign' } as const;
    const error = await rejectionOf(send(options));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { subStatus: 'BLOCKED_BY_POLICY' } });
    world.custody.decide = () => 'approve';
    await expect(send(options)).rejects.toBeInstanceOf(SignatureRejectedError);
    const another = send({ idempotencyKey: 'blocked', newAttempt: 2 });
    await expect(another).resolves.toMatchObject({ transfer: { status: 'COMPLETED' } });
  });

  test('is not made for a key whose earlier attempt may still land', async () => {
    await send({ native: false, useTickets: true });
    const stuck = { idempotencyKey: 'K', useTickets: true, confirmTimeoutMs: 50 };
    const unconfirmed = await rejectionOf(world.run(world.pay(stuck, '1', world.crowded())));
    const outcome = await send({ idempotencyKey: 'K', newAttempt: 2 });
    expect(outcome).toMatchObject({ kind: 'chain', receipt: { attempt: 2 } });
    expect(unconfirmed).not.toMatchObject({ transaction: { hash: outcome.receipt.hash } });
    // Both have one Ticket, so that the ledger takes only one of them.
    const own = world.told('prepared').filter(({ idempotencyKey }) => idempotencyKey === 'K');
    expect(own.map(({ attempt }) => attempt)).toEqual([1, 2]);
    expect(new Set(own.map(({ number }) => number)).size).toBe(1);
  });

  test('follows a native one that was refused, and one that is known to have had no effect', async () => {
    world.custody.decide = () => 'reject';
    await rejectionOf(send({ idempotencyKey: 'K' }));
    world.custody.decide = () => 'approve';
    const outcome = await send({ idempotencyKey: 'K', newAttempt: 2 });
    expect(outcome).toMatchObject({ kind: 'native', receipt: { attempt: 2 } });
    const tooMuch = { idempotencyKey: 'L', native: false };
    await rejectionOf(send(tooMuch, '5000000'));
    const again = rejectionOf(send({ idempotencyKey: 'L', newAttempt: 2 }, '5000000'));
    expect(await again).toBeDefined();
    expect(world.custody.latest.asked.kind).toBe('native-transfer');
  });

  test('that nobody waits for any more is followed by whoever pays next, until its number shows', async () => {
    const before = world.ledger.account(world.address);
    let isBehind = true;
    const node = world.node.with({
      account: (ask) => (isBehind ? before : ask()),
      transaction: (ask) => (isBehind ? undefined : ask()),
    });
    world.gateway = world.another({ node });
    world.custody.decide = ({ asked }) => (asked.kind === 'native-transfer' ? 'wait' : 'approve');
    await rejectionOf(send({ idempotencyKey: 'left', signatureTimeoutMs: 60 }));
    const next = world.pay({ idempotencyKey: 'next' });
    await world.time.pass(5_000);
    expect(world.custody.requests).toHaveLength(1);
    world.custody.approve();
    await world.time.pass(8_000);
    isBehind = false;
    await expect(world.run(next)).resolves.toMatchObject({ kind: 'chain' });
    expect(world.told('prepared').map(({ number }) => number)).toEqual(['2']);
    expect(sent()).toEqual([1, 2]);
  });

  test('that a resumed call waits for too long is pending, with its id', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(send({ idempotencyKey: 'long', signatureTimeoutMs: 60 }));
    const { id } = world.custody.latest;
    const resumed = world.another().resume('0', 'long', { signatureTimeoutMs: 2_000 });
    const error = await rejectionOf(world.run(resumed));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ request: { custodyId: id } });
  });

  test('that the custody does not show for a while is waited for', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(send({ idempotencyKey: 'hidden', signatureTimeoutMs: 60 }));
    const inner = world.newSigner();
    let looks = 0;
    const signer = stubSigner(inner, {
      find: async (key, options) => {
        looks += 1;
        return looks > 1 && looks < 4 ? undefined : inner.find(key, options);
      },
    });
    const resumed = world.another({ signer }).resume('0', 'hidden');
    world.custody.approve();
    await expect(world.run(resumed)).resolves.toMatchObject({ transfer: { status: 'COMPLETED' } });
    expect(looks).toBeGreaterThanOrEqual(4);
    expect(sent()).toHaveLength(1);
  });

  test('is found again when the answer to its creation was lost', async () => {
    const inner = world.newSigner();
    const losing: NativeTransferSigner = {
      ...stubSigner(inner, {}),
      transfer: async (request, options) => {
        await inner.transfer(request, options);
        throw new UnreachableError('custody', 'the connection was lost');
      },
    };
    const lost = { native: true, idempotencyKey: 'lost' };
    const call = world.pay(lost, '1', world.another({ signer: losing }));
    expect(await rejectionOf(world.run(call))).toMatchObject({
      retryable: true,
      transaction: { idempotencyKey: 'lost' },
    });
    await expect(send(lost)).resolves.toMatchObject({ transfer: { status: 'COMPLETED' } });
    expect(world.custody.requests).toHaveLength(1);
    expect(sent()).toHaveLength(1);
  });
});
