import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  SignaturePendingError,
  SignatureRejectedError,
  type SigningRecord,
} from '../../src/signer/index.js';
import { AccountBusyError, TransactionUnconfirmedError } from '../../src/transactions/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld({ decide: () => 'wait' });
});
afterEach(() => world.end());

const KEY = { idempotencyKey: 'k', signatureTimeoutMs: 1_000 };

const paying = (): Action => ({ type: 'pay', to: world.custody.addressOf('1'), amount: '1' });
const sent = () => world.ledger.numbersOf(world.address);

/** The custody tells of its requests with another payload than it was given. */
function echo(payloadOf: (record: SigningRecord) => unknown): void {
  world.custody.told = (record) => ({ ...record, unhashedPayload: payloadOf(record) });
}
const muted = () => undefined;
/** What the custody was given, with another time at which it expires. */
const expiringAt =
  (expiry: string) =>
  ({ unhashedPayload }: SigningRecord) => {
    const late = (one: unknown) => ({ ...Object(one), expiry });
    return Array.isArray(unhashedPayload) ? unhashedPayload.map(late) : late(unhashedPayload);
  };

/** A note that tells another fee, or none. */
const withFee = (fee: string, note = '') => note.replace(/ \d+ (\d+ 1 k\])$/, ` ${fee} $1`);

const WAYS = [
  {
    name: 'a payment',
    numbers: [1],
    pay: (gateway: FakeGateway, options = {}) =>
      gateway.execute('0', paying(), { ...KEY, ...options }),
  },
  {
    name: 'a batch',
    numbers: [1, 2],
    pay: (gateway: FakeGateway, options = {}) =>
      gateway.batch('0', [paying(), paying()], { ...KEY, ...options }),
  },
];

describe.each(WAYS)('$name whose payload the custody does not echo', ({ numbers, pay }) => {
  test('is built again by the call that is repeated, and waits for its approval', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    echo(muted);
    const again = await rejectionOf(world.run(pay(world.another())));
    expect(again).toBeInstanceOf(SignaturePendingError);
    world.custody.approve();
    const { receipt } = await world.run(pay(world.another()));
    expect(receipt).toMatchObject({ idempotencyKey: 'k', attempt: 1 });
    expect(sent()).toEqual(numbers);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is unknown to who resumes it with the key alone, signed or not', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    echo(muted);
    for (const approve of [() => {}, () => world.custody.approve()]) {
      approve();
      const error = await rejectionOf(world.run(world.another().resume('0', 'k')));
      const told = error instanceof TransactionUnconfirmedError ? error : Object(error).cause;
      expect(told).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'k' } });
    }
    expect(sent()).toEqual([]);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('keeps its numbers from a process that meets the account later', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    echo(muted);
    const other = { idempotencyKey: 'other', laneTimeoutMs: 5_000 };
    const busy = await rejectionOf(world.run(world.pay(other, '1', world.another())));
    expect(busy).toBeInstanceOf(AccountBusyError);
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(pay(world.another()));
    await world.run(world.pay(other, '1', world.another()));
    expect(sent()).toEqual([...numbers, numbers.length + 1]);
  });

  test('is unknown where its note doesn’t reproduce it either, and nothing is sent', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    world.custody.approve();
    world.custody.told = (record) => ({
      ...record,
      unhashedPayload: undefined,
      note: withFee('999', record.note),
    });
    const error = await rejectionOf(world.run(pay(world.another())));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    expect(sent()).toEqual([]);
  });

  test('is unknown where the custody shows none of its content, and its note or the call not all', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    world.custody.approve();
    const without = { unhashedPayload: undefined, messages: [] };
    world.custody.told = (record) => ({ ...record, ...without });
    const resumed = await rejectionOf(world.run(world.another().resume('0', 'k')));
    expect(resumed).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    world.custody.told = (record) => ({ ...record, ...without, note: withFee('-', record.note) });
    const again = await rejectionOf(world.run(pay(world.another())));
    expect(again).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    expect(sent()).toEqual([]);
  });
});

test.each(WAYS)('$name is sent as the custody echoes it where its note has no fee', async (way) => {
  await rejectionOf(world.run(way.pay(world.gateway)));
  world.custody.approve();
  // As notes are of batches whose members have different fees.
  world.custody.told = (record) => ({ ...record, note: withFee('-', record.note) });
  await world.run(world.another().resume('0', 'k'));
  expect(sent()).toEqual(way.numbers);
});

describe.each(WAYS)('$name of which the custody echoes something else', ({ numbers, pay }) => {
  test('is not over because that is: nobody is asked a second time', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    echo(expiringAt('1'));
    const again = { onExpiry: 'resign', maxAttempts: 3 };
    expect(await rejectionOf(world.run(pay(world.another(), again)))).toBeInstanceOf(
      SignaturePendingError,
    );
    expect(world.custody.requests).toHaveLength(1);
    const resumed = await rejectionOf(world.run(world.another().resume('0', 'k')));
    expect(resumed).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    world.custody.approve();
    await world.run(pay(world.another(), again));
    expect(sent()).toEqual(numbers);
  });

  test('is built again where that is no transaction at all', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    world.custody.approve();
    echo(({ unhashedPayload }) =>
      Array.isArray(unhashedPayload) ? [unhashedPayload[0], 'shortened'] : 'shortened',
    );
    await world.run(pay(world.another()));
    expect(sent()).toEqual(numbers);
  });
});

describe.each(WAYS)('$name that waits for its approval in two processes', ({ pay }) => {
  test('is rejected in both when people reject it', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    const waiting = pay(world.another(), { signatureTimeoutMs: 60_000 });
    waiting.catch(() => undefined);
    await world.time.pass(2_000);
    world.custody.reject();
    expect(await rejectionOf(world.run(waiting))).toBeInstanceOf(SignatureRejectedError);
    expect(await rejectionOf(world.run(pay(world.gateway)))).toBeInstanceOf(SignatureRejectedError);
    expect(sent()).toEqual([]);
  });

  test('and that the custody called failed before it signed it is void once it is asked for anew', async () => {
    await rejectionOf(world.run(pay(world.gateway)));
    const first = world.custody.latest;
    world.custody.told = ({ signatures: _, ...record }) =>
      record.idempotencyKey === first.externalId
        ? { ...record, state: 'rejected', status: 'FAILED' }
        : record;
    const anew = { newAttempt: 2 };
    expect(await rejectionOf(world.run(pay(world.another(), anew)))).toBeInstanceOf(
      SignaturePendingError,
    );
    world.custody.told = (record) => record;
    world.custody.approve(first);
    const pending = await rejectionOf(world.run(pay(world.another())));
    expect(pending).toBeInstanceOf(SignaturePendingError);
    expect(sent()).toEqual([]);
    world.custody.approve();
    const { receipt } = await world.run(pay(world.another()));
    expect(receipt).toMatchObject({ attempt: 2 });
    expect(world.custody.requests).toHaveLength(2);
  });
});
