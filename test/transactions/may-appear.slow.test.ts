import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError, UnreachableError } from '../../src/core/errors.js';
import type { RawSigningRequest } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import {
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGatewayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

/** For how long what the custody doesn't show may still appear. */
const BOUND_MS = 360_000;

const unclear = () => new UnreachableError('custody', 'no answer');
const refusal = () => new GatewayError('CUSTODY_PERMISSION', 'no');

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** A process whose requests end as a test says, without getting to the custody, which may take them later. */
function processOf(options: Partial<FakeGatewayOptions> = {}) {
  const inner = world.newSigner();
  const errors: Error[] = [];
  const lost: RawSigningRequest[] = [];
  const signer = stubSigner(inner, {
    sign: async (request, signing) => {
      const error = errors.shift();
      if (!error) return inner.sign(request, signing);
      lost.push(request);
      throw error;
    },
  });
  const gateway = world.another({ signer, ...options });
  return { gateway, errors, takeLate: () => world.newSigner().sign(lost[0]!) };
}

const pay = (key: string, gateway = world.gateway, amount = '1') =>
  world.run(world.pay({ idempotencyKey: key }, amount, gateway));
const numberOf = (key: string) =>
  world.told('prepared').findLast(({ idempotencyKey }) => idempotencyKey === key)?.number;
const sent = () => world.ledger.numbersOf(world.address);

describe('a request that the custody may have taken', () => {
  test.each([
    ['in one process', () => ({})],
    ['in processes that share their lanes', () => ({ lanes: { store: memoryStore() } })],
  ])('keeps its number as long as it may appear: %s', async (_, options) => {
    const { gateway, errors } = processOf(options());
    errors.push(unclear());
    await rejectionOf(pay('lost', gateway));
    const startedAt = world.time.clock.monotonic();
    await pay('next', gateway);
    expect(world.time.clock.monotonic() - startedAt).toBeGreaterThanOrEqual(BOUND_MS);
    expect(numberOf('next')).toBe(numberOf('lost'));
    expect(sent()).toEqual([1]);
  });

  test('is finished by the next call once it appears', async () => {
    const { gateway, errors, takeLate } = processOf();
    errors.push(unclear());
    await rejectionOf(pay('lost', gateway));
    const next = world.pay({ idempotencyKey: 'next' }, '2', gateway);
    await world.time.pass(60_000);
    const late = takeLate();
    await world.run(Promise.all([next, late]));
    expect(sent()).toEqual([1, 2]);
    await expect(pay('lost', gateway)).resolves.toMatchObject({ result: { result: 'DONE' } });
    expect(sent()).toEqual([1, 2]);
  });

  test('is refused for nobody while an earlier call may have made it, in any process', async () => {
    const store = memoryStore();
    const first = processOf({ lanes: { store } });
    const second = processOf({ lanes: { store } });
    first.errors.push(unclear());
    await rejectionOf(pay('mine', first.gateway));
    for (const { gateway, errors } of [first, second, second]) {
      errors.push(refusal());
      const error = await rejectionOf(pay('mine', gateway));
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ status: 'unknown', cause: { code: 'CUSTODY_PERMISSION' } });
    }
    await world.time.pass(BOUND_MS);
    second.errors.push(refusal());
    expect(await rejectionOf(pay('mine', second.gateway))).toMatchObject({
      code: 'CUSTODY_PERMISSION',
    });
    // Refused for certain: the number is free at once.
    const startedAt = world.time.clock.monotonic();
    await pay('next', first.gateway);
    expect(world.time.clock.monotonic() - startedAt).toBeLessThan(60_000);
    expect(sent()).toEqual([1]);
  });

  test('that appears after its number was given back is replaced, and found to be', async () => {
    const { gateway, errors, takeLate } = processOf();
    errors.push(unclear());
    await rejectionOf(pay('lost', gateway));
    await pay('next', gateway, '2');
    await world.run(takeLate());
    await pay('third', gateway, '3');
    expect(sent()).toEqual([1, 2]);
    expect(await rejectionOf(pay('lost', gateway))).toBeInstanceOf(TransactionReplacedError);
  });

  test('that appears once its number is free is finished before another takes it', async () => {
    const { gateway, errors, takeLate } = processOf();
    errors.push(unclear());
    await rejectionOf(pay('lost', gateway));
    world.custody.decide = () => 'block';
    // Waits until the number is given back, takes it, and is refused.
    await rejectionOf(pay('next', gateway, '2'));
    world.custody.decide = () => 'approve';
    await world.run(takeLate());
    await pay('third', gateway, '3');
    expect(sent()).toEqual([1, 2]);
    await expect(pay('lost', gateway)).resolves.toMatchObject({ result: { result: 'DONE' } });
    expect(numberOf('third')).toBe('2');
  });

  test('is settled by the signer before there is said to be nothing to cancel', async () => {
    const asked: string[] = [];
    const inner = world.newSigner();
    const signer = stubSigner(inner, {
      cancel: async (key) => {
        asked.push(key);
        throw unclear();
      },
    });
    const cancelling = world.another({ signer }).cancel('0', 'lost');
    expect(await rejectionOf(world.run(cancelling))).toMatchObject({ code: 'UNREACHABLE' });
    expect(asked).toHaveLength(1);
  });
});

test('a native transfer that is refused at once gives the lane back at once', async () => {
  const inner = world.newSigner();
  const signer = Object.assign(stubSigner(inner, {}), {
    transfer: () => Promise.reject(refusal()),
  });
  const gateway = world.another({ signer });
  await rejectionOf(world.run(world.pay({ native: true }, '1', gateway)));
  const startedAt = world.time.clock.monotonic();
  await pay('next', gateway);
  expect(world.time.clock.monotonic() - startedAt).toBeLessThan(60_000);
});
