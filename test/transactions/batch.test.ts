import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  BatchIncompleteError,
  IdempotencyConflictError,
  InvalidInputError,
  SignaturePendingError,
  SignatureRejectedError,
} from '../../src/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;
let decision: 'approve' | 'wait';

beforeEach(async () => {
  decision = 'approve';
  world = await newWorld({ approvals: () => decision });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (amount: string) =>
  ({ transactionType: 'xrpTransfer', params: { destination, amount } }) as const;

const many = (count: number) => Array.from({ length: count }, () => pay('1'));

const creates = () =>
  world.sandbox.custody.messages.filter(
    ({ method, path }) => method === 'POST' && path === '/v1/transactions',
  ).length;

function expectNoGap(count: number): void {
  const [first = 0, ...rest] = sequencesOf(world.sandbox, address);
  expect(rest).toEqual(rest.map((_, index) => first + 1 + index));
  expect(sequencesOf(world.sandbox, address)).toHaveLength(count);
}

describe('a batch', () => {
  test('of 100 transfers takes one custody request, and leaves no gap', async () => {
    const { members, receipt } = await world.gateway.submitBatch('0', many(100));
    expect(members.map(({ state }) => state)).toEqual(Array(100).fill('confirmed'));
    expect(new Set(members.map((member) => 'hash' in member && member.hash)).size).toBe(100);
    expect(members.map(({ index }) => index)).toEqual([...Array(100).keys()]);
    expect(creates()).toBe(1);
    expectNoGap(100);
    const [request] = world.sandbox.custody.transactions;
    expect(request?.externalTxId).toBe(receipt.requestId);
    const sequences = sequencesOf(world.sandbox, address);
    expect(request?.json).toMatchObject({
      extraParameters: { unhashedTxPayload: sequences.map((Sequence) => ({ Sequence })) },
    });
  });

  test('of more than 127 goes in as many requests as it takes', async () => {
    const { members } = await world.gateway.submitBatch('0', many(130), { idempotencyKey: 'big' });
    expect(members).toHaveLength(130);
    const ids = world.sandbox.custody.transactions.map(({ externalTxId }) => externalTxId);
    expect(ids).toEqual([expect.stringMatching(/^cg-[0-9a-f]{40}$/), expect.stringMatching(/_1$/)]);
    expectNoGap(130);
    const again = await world.another().resume('0', 'big');
    expect(again).toMatchObject({ members: expect.arrayContaining([]) });
    expect('members' in again && again.members).toHaveLength(130);
    expect(creates()).toBe(2);
  });

  test('may hold any operation, and any transaction', async () => {
    const { members } = await world.gateway.submitBatch('0', [
      { transactionType: 'accountSet', params: { configs: { tickSize: 5 } } },
      { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' },
      pay('2'),
    ]);
    expect(members.map((m) => m.state === 'confirmed' && m.result.result.tx_json)).toMatchObject([
      { TransactionType: 'AccountSet', TickSize: 5 },
      { TransactionType: 'AccountSet', Domain: '6578616D706C652E636F6D' },
      { TransactionType: 'Payment' },
    ]);
  });

  test('that is rejected as a whole leaves no gap, and nothing is sent', async () => {
    decision = 'wait';
    const call = rejectionOf(world.gateway.submitBatch('0', many(3), { idempotencyKey: 'no' }));
    await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
    world.sandbox.custody.reject(world.sandbox.custody.transactions[0]?.id ?? '');
    expect(await call).toBeInstanceOf(SignatureRejectedError);
    decision = 'approve';
    await world.gateway.submitBatch('0', many(2));
    expectNoGap(2);
    expect(
      await rejectionOf(world.gateway.submitBatch('0', many(3), { idempotencyKey: 'no' })),
    ).toBeInstanceOf(SignatureRejectedError);
    await world.gateway.submitBatch('0', many(3), { idempotencyKey: 'no', newAttempt: 2 });
    expectNoGap(5);
  });

  test('with a member that fails on the ledger goes on, and says which it was', async () => {
    const error = await rejectionOf(
      world.gateway.submitBatch('0', [pay('1'), pay('5000'), pay('2')]),
    );
    expect(error).toBeInstanceOf(BatchIncompleteError);
    expect(error).toMatchObject({
      code: 'BATCH_INCOMPLETE',
      retryable: false,
      members: [
        { index: 0, state: 'confirmed' },
        { index: 1, state: 'failed', code: 'tecUNFUNDED_PAYMENT' },
        { index: 2, state: 'confirmed' },
      ],
    });
    expectNoGap(3);
  });

  test('stops at a failure when told to, gives the numbers back, and stays stopped', async () => {
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    const entries = [pay('1'), pay('5000'), pay('2'), pay('3')];
    const error = await rejectionOf(world.gateway.submitBatch('0', entries, options));
    const members = [
      { state: 'confirmed' },
      { state: 'failed' },
      { state: 'not-sent', hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
      { state: 'not-sent' },
    ];
    expect(error).toMatchObject({ members });
    expectNoGap(2);
    expect(await rejectionOf(world.another().resume('0', 'halt'))).toMatchObject({ members });
    await world.gateway.submitBatch('0', many(2));
    expectNoGap(4);
  });

  test('refused by the node in the middle says what was sent, and resumes', async () => {
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      skip: 1,
      times: 1,
      effect: { kind: 'engine-result', result: 'telINSUF_FEE_P' },
    });
    await world.gateway.submitBatch('0', many(3), { idempotencyKey: 'busy' });
    expectNoGap(3);
  });

  test('left by a caller who could not wait is finished by the next in the lane', async () => {
    decision = 'wait';
    const first = await rejectionOf(
      world.gateway.submitBatch('0', many(3), { idempotencyKey: 'slow', signatureTimeoutMs: 50 }),
    );
    expect(first).toBeInstanceOf(SignaturePendingError);
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    decision = 'approve';
    await world.gateway.xrpTransfer('0', { destination, amount: '1' }, { native: false });
    expectNoGap(4);
    const { members } = await world.gateway.submitBatch('0', many(3), { idempotencyKey: 'slow' });
    expect(members.every(({ state }) => state === 'confirmed')).toBe(true);
    expectNoGap(4);
  });

  test('is bound to its input: neither another batch nor a single call may use its key', async () => {
    await world.gateway.submitBatch('0', many(2), { idempotencyKey: 'key' });
    const options = { idempotencyKey: 'key' };
    expect(await rejectionOf(world.gateway.submitBatch('0', many(3), options))).toBeInstanceOf(
      IdempotencyConflictError,
    );
    const transfer = world.gateway.xrpTransfer('0', { destination, amount: '1' }, options);
    expect(await rejectionOf(transfer)).toBeInstanceOf(IdempotencyConflictError);
    await world.gateway.xrpTransfer('0', { destination, amount: '1' }, { idempotencyKey: 'one' });
    expect(
      await rejectionOf(world.gateway.submitBatch('0', many(1), { idempotencyKey: 'one' })),
    ).toBeInstanceOf(IdempotencyConflictError);
  });

  test('is cancelled: what is unsigned is given up, what is unsent is outrun', async () => {
    decision = 'wait';
    await rejectionOf(
      world.gateway.submitBatch('0', many(3), { idempotencyKey: 'gone', signatureTimeoutMs: 50 }),
    );
    await world.gateway.cancel('0', 'gone');
    decision = 'approve';
    expect(await rejectionOf(world.gateway.resume('0', 'gone'))).toBeInstanceOf(
      SignatureRejectedError,
    );
    expectNoGap(0);
  });

  test.each([
    ['no array', 'transactions', () => ({})],
    ['nothing', 'transactions', () => []],
    ['no object', 'transactions.1.transaction', () => [pay('1'), 7]],
    ['a bad amount', 'transactions.1.amount', () => [pay('1'), pay('1.0000001')]],
    [
      'an unknown operation',
      'transactions.0.transactionType',
      () => [{ transactionType: 'toString' }],
    ],
    [
      'a number',
      'transactions.0.transaction.Sequence',
      () => [{ TransactionType: 'AccountSet', Sequence: 1 }],
    ],
    [
      'an unreadable field',
      'transactions.0.transaction.Nope',
      () => [{ TransactionType: 'AccountSet', Nope: 1 }],
    ],
    ['Tickets', 'transactions.0', () => [{ TransactionType: 'TicketCreate', TicketCount: 2 }]],
  ])('of %s is refused by the field’s name', async (_, field, entries) => {
    const error = await rejectionOf(world.gateway.submitBatch('0', entries() as never));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(creates()).toBe(0);
  });
});
