import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError, UnreachableError } from '../../src/core/errors.js';
import { LocalRawSigner, withJournal } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import type { TransactionEvent } from '../../src/transactions/index.js';
import type { FakeGateway, PayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const pay = (amount: string, options: PayOptions = {}, gateway = world.gateway) =>
  world.run(world.pay(options, amount, gateway));
const sent = () => world.ledger.numbersOf(world.address);

describe('the life of a transaction', () => {
  test('runs its steps in order and ends with the ledger’s result', async () => {
    const outcome = await pay('15');
    expect(world.events.map(({ type }) => type)).toEqual([
      'key-made',
      'address-unpinned',
      'lane-entered',
      'read',
      'number-taken',
      'prepared',
      'custody-status',
      'signed',
      'turn-reached',
      'submitted',
      'final',
    ]);
    expect(outcome).toMatchObject({
      kind: 'chain',
      result: {
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
        ledgerIndex: expect.any(Number),
        result: 'DONE',
        transaction: { action: { type: 'pay', amount: '15' } },
      },
      receipt: { attempt: 1, durable: true, custodyId: world.custody.latest.id },
    });
    const [signed, final] = [world.told('signed')[0], world.told('final')[0]];
    expect(signed?.hash).toBe(outcome.receipt.hash);
    expect(final).toMatchObject({ outcome: 'confirmed', hash: outcome.receipt.hash });
  });

  test('tells of the key it made before the custody is asked for anything', async () => {
    const askedBefore: number[] = [];
    await pay('1', {
      onEvent: ({ type }) => {
        if (type === 'key-made') askedBefore.push(world.custody.requests.length);
      },
    });
    expect(askedBefore).toEqual([0]);
  });

  test('takes one round of reads before the custody when warm, and one message after', async () => {
    const signer = world.newSigner();
    world.gateway = world.another({ signer });
    await pay('1');
    const [asked, calls] = [world.node.asked.length, signer.calls.length];
    const startedAt = world.time.clock.now();
    await pay('2', { idempotencyKey: 'warm' });
    expect(world.node.asked.slice(asked, asked + 3)).toEqual(['account', 'fees', 'submit']);
    expect(signer.calls.slice(calls)).toEqual(['find', 'sign']);
    // Side by side: one way there and back, before the custody is asked.
    const [prepared] = world.told('prepared').slice(-1);
    expect((prepared?.at ?? 0) - startedAt).toBe(20);
  });

  test.each(['lane-entered', 'number-taken'] as const)(
    'asks nobody once its caller has gone, and says why that was (%s)',
    async (moment) => {
      const caller = new AbortController();
      const onEvent = ({ type }: TransactionEvent) => {
        if (type === moment) caller.abort(new Error('the client hung up'));
      };
      const signer = world.newSigner();
      const gateway = world.another({ signer });
      await pay('1', { idempotencyKey: 'before' }, gateway);
      const [calls, asked] = [signer.calls.length, world.node.asked.length];
      const error = await rejectionOf(pay('1', { signal: caller.signal, onEvent }, gateway));
      expect(error).toMatchObject({
        code: 'ABORTED',
        cause: expect.objectContaining({ message: 'the client hung up' }),
      });
      expect(signer.calls.slice(calls)).not.toContain('sign');
      const reads = moment === 'lane-entered' ? [] : ['account', 'fees'];
      expect(world.node.asked.slice(asked)).toEqual(reads);
      await pay('2', {}, gateway);
      expect(sent()).toEqual([1, 2]);
    },
  );

  test('goes on with what is found while something else that was asked fails', async () => {
    const first = await pay('3', { idempotencyKey: 'order-1' });
    const inner = world.newSigner();
    const slow = stubSigner(inner, {
      find: async (...asked) => {
        await world.time.clock.sleep(500);
        return inner.find(...asked);
      },
    });
    const down = () => {
      throw new UnreachableError('chain', 'no answer');
    };
    const gateway = world.another({ signer: slow });
    world.node.inject('account', down, { times: 1 });
    const again = await pay('3', { idempotencyKey: 'order-1' }, gateway);
    expect(again).toMatchObject({ result: { hash: first.receipt.hash } });
  });

  test('gives the same answer to the same key, and pays once', async () => {
    const first = await pay('3', { idempotencyKey: 'order-1' });
    const again = await pay('3', { idempotencyKey: 'order-1' });
    const elsewhere = await pay('3', { idempotencyKey: 'order-1' }, world.another());
    for (const one of [again, elsewhere]) {
      expect(one).toMatchObject({ result: { hash: first.receipt.hash } });
    }
    expect(sent()).toHaveLength(1);
  });

  test('makes one transaction of many concurrent calls with one key, in two processes', async () => {
    const gateways = [world.gateway, world.another()];
    const outcomes = await world.run(
      Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          world.pay({ idempotencyKey: 'order-2' }, '1', gateways[index % 2]),
        ),
      ),
    );
    expect(new Set(outcomes.map(({ receipt }) => receipt.hash)).size).toBe(1);
    expect(sent()).toHaveLength(1);
  });

  test('refuses a key that was used for other input, and asks nobody to sign', async () => {
    await pay('1', { idempotencyKey: 'order-3' });
    for (const gateway of [world.gateway, world.another()]) {
      const error = await rejectionOf(pay('2', { idempotencyKey: 'order-3' }, gateway));
      expect(error).toBeInstanceOf(IdempotencyConflictError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'order-3' } });
    }
    expect(world.custody.requests).toHaveLength(1);
  });

  test('keeps keys of different vaults apart', async () => {
    const one = await pay('1', { idempotencyKey: 'shared' });
    const back = { type: 'pay', to: world.address, amount: '1' } as const;
    const other = await world.run(world.gateway.execute('1', back, { idempotencyKey: 'shared' }));
    expect(one.receipt.requestId).not.toBe(other.receipt.requestId);
  });
});

describe('with a signer that forgets', () => {
  const signer = () => new LocalRawSigner({ seed: 'life', quiet: true });
  const set = (gateway: FakeGateway, options: PayOptions = {}) =>
    world.run(gateway.execute('9', { type: 'label', text: 'x' }, options));

  async function fundedBy(gateway: FakeGateway): Promise<string> {
    const address = await gateway.address('9');
    world.ledger.fund(address, 50_000n);
    return address;
  }

  test('says when a crash may lose track', async () => {
    const forgetful = world.another({ signer: signer() });
    await fundedBy(forgetful);
    await expect(set(forgetful)).resolves.toMatchObject({ receipt: { durable: false } });
    for (const gateway of [
      world.another({ signer: signer(), journal: memoryStore() }),
      world.another({ signer: withJournal(signer(), memoryStore()) }),
    ]) {
      await expect(set(gateway)).resolves.toMatchObject({ receipt: { durable: true } });
    }
  });

  test('repeats within one process are harmless even without any memory of the signer', async () => {
    const gateway = world.another({ signer: signer() });
    const address = await fundedBy(gateway);
    const once = () =>
      gateway.execute('9', { type: 'label', text: 'x' }, { idempotencyKey: 'twice' });
    await world.run(Promise.all([once(), once()]));
    await world.run(once());
    expect(world.ledger.numbersOf(address)).toHaveLength(1);
  });
});
