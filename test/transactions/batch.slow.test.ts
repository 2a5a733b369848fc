import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/core/errors.js';
import { SignaturePendingError, SignatureRejectedError } from '../../src/signer/index.js';
import { BatchIncompleteError } from '../../src/transactions/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { saying } from '../support/fake-chain/node.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const paying = (amount: string): Action => ({
  type: 'pay',
  to: world.custody.addressOf('1'),
  amount,
});
const many = (count: number) => Array.from({ length: count }, () => paying('1'));

const batch = (
  ...args: Parameters<FakeGateway['batch']> extends [string, ...infer R] ? R : never
) => world.run(world.gateway.batch('0', ...args));
const resume = (key: string) => world.run(membersOf(world.another().resume('0', key)));

async function membersOf(executing: ReturnType<FakeGateway['resume']>) {
  const executed = await executing;
  if (executed.kind !== 'batch') throw new Error(`Not a batch but ${executed.kind}.`);
  return executed;
}

function expectNoGap(count: number): void {
  const numbers = world.ledger.numbersOf(world.address);
  expect(numbers).toEqual(Array.from({ length: count }, (_, index) => index + 1));
}

describe('a batch', () => {
  test('of 20 transfers takes one custody request, and leaves no gap', async () => {
    const { members, receipt } = await batch(many(20));
    expect(members.map(({ state }) => state)).toEqual(Array(20).fill('confirmed'));
    expect(new Set(members.map((member) => 'hash' in member && member.hash)).size).toBe(20);
    expect(members.map(({ index }) => index)).toEqual([...Array(20).keys()]);
    expectNoGap(20);
    expect(world.custody.requests).toMatchObject([{ externalId: receipt.requestId }]);
    const values = world.ledger.numbersOf(world.address).map(String);
    expect(world.custody.latest.asked).toMatchObject({
      payload: values.map((value) => ({ number: { kind: 'sequence', value } })),
    });
  });

  test('of more than the signer takes at once goes in as many requests as it takes', async () => {
    world.gateway = world.another({ signer: world.newSigner(7) });
    const { members } = await batch(many(9), { idempotencyKey: 'big' });
    expect(members).toHaveLength(9);
    const ids = world.custody.requests.map(({ externalId }) => externalId);
    expect(ids).toEqual([expect.stringMatching(/^cg-[0-9a-f]{40}$/), expect.stringMatching(/_1$/)]);
    expectNoGap(9);
    expect((await resume('big')).members).toHaveLength(9);
    expect(world.custody.requests).toHaveLength(2);
  });

  test('that is rejected as a whole leaves no gap, and nothing is sent', async () => {
    world.custody.decide = () => 'wait';
    const call = rejectionOf(world.gateway.batch('0', many(3), { idempotencyKey: 'no' }));
    await world.until(() => world.custody.waiting.length === 1);
    world.custody.reject();
    expect(await world.run(call)).toBeInstanceOf(SignatureRejectedError);
    world.custody.decide = () => 'approve';
    await batch(many(2));
    expectNoGap(2);
    const again = await rejectionOf(batch(many(3), { idempotencyKey: 'no' }));
    expect(again).toBeInstanceOf(SignatureRejectedError);
    await batch(many(3), { idempotencyKey: 'no', newAttempt: 2 });
    expectNoGap(5);
  });

  test('with a member that fails on the ledger goes on, and says which it was', async () => {
    const error = await rejectionOf(batch([paying('1'), paying('5000000'), paying('2')]));
    expect(error).toBeInstanceOf(BatchIncompleteError);
    expect(error).toMatchObject({
      code: 'BATCH_INCOMPLETE',
      retryable: false,
      members: [
        { index: 0, state: 'confirmed' },
        { index: 1, state: 'failed', code: 'UNFUNDED' },
        { index: 2, state: 'confirmed' },
      ],
    });
    expectNoGap(3);
  });

  test('stops at a failure when told to, gives the numbers back, and stays stopped', async () => {
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    const actions = [paying('1'), paying('5000000'), paying('2'), paying('3')];
    const error = await rejectionOf(batch(actions, options));
    const members = [
      { state: 'confirmed' },
      { state: 'failed' },
      { state: 'not-sent', hash: HASH },
      { state: 'not-sent' },
    ];
    expect(error).toMatchObject({ members });
    expectNoGap(2);
    expect(await rejectionOf(resume('halt'))).toMatchObject({ members });
    await batch(many(2));
    expectNoGap(4);
  });

  test('is asked for no further where the last of a request has failed, when told to stop', async () => {
    const gateway = world.another({ signer: world.newSigner(2) });
    const actions = [paying('1'), paying('5000000'), paying('2')];
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    const error = await rejectionOf(world.run(gateway.batch('0', actions, options)));
    expect(error).toMatchObject({
      retryable: false,
      members: [{ state: 'confirmed' }, { state: 'failed' }, { state: 'not-signed' }],
    });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('of which a node has no room for one waits, and then goes on', async () => {
    world.node.inject('submit', saying('NO_ROOM'), { skip: 1 });
    await batch(many(3), { idempotencyKey: 'busy' });
    expectNoGap(3);
  });

  test('left by a caller who could not wait is finished by the next in the lane', async () => {
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'slow', signatureTimeoutMs: 50 };
    expect(await rejectionOf(batch(many(3), options))).toBeInstanceOf(SignaturePendingError);
    world.custody.approve();
    world.custody.decide = () => 'approve';
    await world.run(world.pay());
    expectNoGap(4);
    const { members } = await batch(many(3), { idempotencyKey: 'slow' });
    expect(members.map(({ state }) => state)).toEqual(Array(3).fill('confirmed'));
    expectNoGap(4);
  });

  test('is bound to its input: neither another batch nor a single call may use its key', async () => {
    const options = { idempotencyKey: 'key' };
    await batch(many(2), options);
    expect(await rejectionOf(batch(many(3), options))).toBeInstanceOf(IdempotencyConflictError);
    const transfer = await rejectionOf(world.run(world.pay(options)));
    expect(transfer).toBeInstanceOf(IdempotencyConflictError);
    await world.run(world.pay({ idempotencyKey: 'one' }));
    const error = await rejectionOf(batch(many(1), { idempotencyKey: 'one' }));
    expect(error).toBeInstanceOf(IdempotencyConflictError);
  });

  test('is cancelled: what is unsigned is given up', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(batch(many(3), { idempotencyKey: 'gone', signatureTimeoutMs: 50 }));
    await world.run(world.gateway.cancel('0', 'gone'));
    world.custody.decide = () => 'approve';
    expect(await rejectionOf(resume('gone'))).toBeInstanceOf(SignatureRejectedError);
    expectNoGap(0);
  });
});
