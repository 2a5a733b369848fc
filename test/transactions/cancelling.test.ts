import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignaturePendingError } from '../../src/signer/index.js';
import {
  FeeTooHighError,
  NotCancellableError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import { bentSigner } from '../support/bent-signer.js';
import { fullWhile, saying } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const STUCK = { idempotencyKey: 'stuck', confirmTimeoutMs: 50 };

/** A transaction that is signed, but that no node has taken. */
async function leaveStuck(): Promise<void> {
  const gateway = world.another({ node: world.node.with(fullWhile(() => true)) });
  const error = await rejectionOf(world.run(world.pay(STUCK, '1', gateway)));
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
}

const cancel = (gateway = world.gateway) => world.run(gateway.cancel('0', 'stuck'));
const requests = () => world.custody.requests.length;
const sent = () => world.ledger.numbersOf(world.address);

describe('cancelling what is signed', () => {
  test('costs no more than the cap allows, like everything else', async () => {
    await leaveStuck();
    world.ledger.setFees({ minimum: 500_000n, open: 700_000n });
    const gateway = world.another({ maxFee: 100n });
    const before = requests();
    const error = await rejectionOf(cancel(gateway));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      transaction: { idempotencyKey: 'stuck' },
      cause: expect.any(FeeTooHighError),
    });
    expect(requests()).toBe(before);
    expect(sent()).toEqual([]);
    // Once it is affordable, the same call does it.
    world.ledger.setFees({ minimum: 10n, open: 10n });
    await cancel(gateway);
    const ended = await rejectionOf(world.run(world.pay(STUCK, '1', gateway)));
    expect(ended).toBeInstanceOf(TransactionReplacedError);
    for (const { fee } of world.told('prepared')) expect(Number(fee)).toBeLessThanOrEqual(100);
  });

  test('succeeds when another transaction spends the number in the meantime', async () => {
    world.node.inject('submit', saying('MALFORMED'));
    const error = await rejectionOf(world.run(world.pay(STUCK)));
    expect(error).toBeInstanceOf(TransactionRefusedError);
    const { slow, isReading, go } = slowReader();
    const cancelling = slow.cancel('0', 'stuck');
    await world.until(isReading);
    await world.run(world.gateway.execute('0', { type: 'label', text: 'another' }));
    go();
    await expect(world.run(cancelling)).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    await expect(cancel(slow)).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(sent()).toHaveLength(1);
  });

  test('is pending as long as what should outrun it is', async () => {
    await leaveStuck();
    world.custody.decide = () => 'wait';
    const options = { signatureTimeoutMs: 100 };
    const error = await rejectionOf(world.run(world.gateway.cancel('0', 'stuck', options)));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'stuck' } });
    world.custody.approve();
    await cancel();
    expect(await rejectionOf(world.run(world.pay(STUCK)))).toBeInstanceOf(TransactionReplacedError);
  });

  test('needs its number, which only its note tells', async () => {
    await leaveStuck();
    const before = requests();
    world.custody.told = (record) => ({ ...record, note: 'of another making' });
    const error = await rejectionOf(cancel());
    expect(error).toBeInstanceOf(NotCancellableError);
    expect(error).toMatchObject({ message: expect.stringContaining('number is not known') });
    expect(requests()).toBe(before);
  });

  test('by two processes at once spends its number once', async () => {
    await leaveStuck();
    const { slow, isReading, go } = slowReader();
    const cancelling = slow.cancel('0', 'stuck');
    await world.until(isReading);
    await cancel(world.another());
    go();
    await expect(world.run(cancelling)).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(sent()).toHaveLength(1);
  });
});

describe('cancelling what is not signed here', () => {
  test('is refused once the custody has sent a transfer of its own', async () => {
    await world.run(world.pay({ idempotencyKey: 'stuck', native: true }));
    const error = await rejectionOf(cancel());
    expect(error).toBeInstanceOf(NotCancellableError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'stuck' } });
    expect(requests()).toBe(1);
  });

  test('is pending as long as the custody has not given it up', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(world.run(world.pay({ ...STUCK, signatureTimeoutMs: 100 })));
    const signer = bentSigner(world.newSigner(), { cancel: async () => undefined });
    const options = { signatureTimeoutMs: 5_000 };
    const cancelling = world.another({ signer }).cancel('0', 'stuck', options);
    const error = await rejectionOf(world.run(cancelling));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ request: { custodyId: world.custody.latest.id } });
    await cancel();
    expect(world.custody.latest.status).toBe('CANCELLED');
  });
});

/** A process that has begun to read, and goes on when it is told to. */
function slowReader() {
  let go = () => {};
  let isReading = false;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const node = world.node.with({
    fees: async (ask) => {
      isReading = true;
      await held;
      return ask();
    },
  });
  return { slow: world.another({ node }), isReading: () => isReading, go: () => go() };
}
