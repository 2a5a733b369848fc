import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  IdempotencyConflictError,
  SignaturePendingError,
  SignatureRejectedError,
} from '../../src/index.js';
import type { ApprovalDecision, ApprovalRequest } from '../../src/sandbox/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;
let decide: (request: ApprovalRequest) => ApprovalDecision;

beforeEach(async () => {
  decide = () => 'approve';
  world = await newWorld({ approvals: (request) => decide(request) });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const send = (options: object = {}, amount = '1') =>
  world.gateway.xrpTransfer('0', { destination, amount }, options);

describe('a native transfer', () => {
  test('is the custody’s own, and answers with its id and hash', async () => {
    const outcome = await send({ idempotencyKey: 'native' });
    expect(outcome).toMatchObject({
      id: world.sandbox.custody.transactions[0]?.id,
      status: 'COMPLETED',
      txHash: expect.stringMatching(/^[0-9A-F]{64}$/),
      receipt: { idempotencyKey: 'native' },
    });
    expect(world.sandbox.custody.transactions[0]?.json.operation).toBe('TRANSFER');
  });

  test('can be repeated and resumed like any other', async () => {
    const first = await send({ idempotencyKey: 'once' });
    const again = await send({ idempotencyKey: 'once' });
    const resumed = await world.another().resume('0', 'once');
    expect('id' in first && first.id).toBeTruthy();
    for (const outcome of [again, resumed]) {
      expect(outcome).toMatchObject({ id: 'id' in first && first.id });
    }
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('shares its key with the raw path: asking for the other form finds it', async () => {
    const native = await send({ idempotencyKey: 'either' });
    const raw = await send({ idempotencyKey: 'either', native: false });
    expect(raw).toMatchObject({ id: 'id' in native && native.id });
    const first = await send({ idempotencyKey: 'other-way', native: false });
    const second = await send({ idempotencyKey: 'other-way' });
    expect(second).toMatchObject({ result: { hash: 'result' in first && first.result.hash } });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(2);
  });

  test('refuses a key that was used for another amount', async () => {
    await send({ idempotencyKey: 'bound' });
    const error = await rejectionOf(send({ idempotencyKey: 'bound' }, '2'));
    expect(error).toBeInstanceOf(IdempotencyConflictError);
  });

  test('takes the account’s lane until its number is known', async () => {
    decide = ({ operation }) =>
      operation === 'TRANSFER' ? { decision: 'approve', afterMs: 300 } : 'approve';
    const outcomes = await Promise.all([
      send(),
      send({ native: false }),
      send(),
      send({ native: false }),
    ]);
    expect(outcomes).toHaveLength(4);
    const sequences = sequencesOf(world.sandbox, address);
    expect(new Set(sequences).size).toBe(4);
  });

  test('that waits too long is pending, and is picked up again', async () => {
    decide = () => 'wait';
    const error = await rejectionOf(send({ idempotencyKey: 'waiting', signatureTimeoutMs: 60 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    const resumed = world.another().resume('0', 'waiting');
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    await expect(resumed).resolves.toMatchObject({ status: 'COMPLETED' });
    await expect(send({ idempotencyKey: 'waiting' })).resolves.toMatchObject({
      status: 'COMPLETED',
    });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('that is refused stays refused, and never gets a second attempt by itself', async () => {
    decide = () => 'block';
    const error = await rejectionOf(send({ idempotencyKey: 'blocked', onExpiry: 'resign' }));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { subStatus: 'BLOCKED_BY_POLICY' } });
    decide = () => 'approve';
    await expect(send({ idempotencyKey: 'blocked', onExpiry: 'resign' })).rejects.toBeInstanceOf(
      SignatureRejectedError,
    );
    await expect(send({ idempotencyKey: 'blocked', newAttempt: 2 })).resolves.toMatchObject({
      status: 'COMPLETED',
    });
  });

  test('is found again when the answer to its creation was lost', async () => {
    world.sandbox.inject({
      server: 'custody',
      method: 'POST',
      path: '/v1/transactions',
      effect: { kind: 'lose-answer' },
    });
    await expect(send({ idempotencyKey: 'lost' })).resolves.toMatchObject({ status: 'COMPLETED' });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('goes to a vault account, and to what only the custody knows', async () => {
    await expect(
      world.gateway.xrpTransfer('0', {
        destination: { type: 'VAULT_ACCOUNT', id: '1' },
        amount: '3',
      }),
    ).resolves.toMatchObject({ status: 'COMPLETED' });
    const error = await rejectionOf(
      world.gateway.xrpTransfer(
        '0',
        { destination: { type: 'EXTERNAL_WALLET', id: 'abc' }, amount: '3' },
        { native: false },
      ),
    );
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'destination' });
  });
});
