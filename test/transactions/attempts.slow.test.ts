import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { SignatureRejectedError } from '../../src/signer/index.js';
import {
  NotCancellableError,
  TransactionExpiredError,
  TransactionFailedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { fullWhile } from '../support/fake-chain/node.js';
import { hashOf } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
/** How many submissions the node will have no room for. */
let refusals: number;

beforeEach(() => {
  refusals = 0;
  world = new FakeWorld();
});
afterEach(() => world.end());

const pay = (options: PayOptions) => world.run(world.pay(options));
const resume = (key: string) => world.run(world.another().resume('0', key));

const STUCK = { idempotencyKey: 'stuck' };

const numbers = () => new Set(world.told('prepared').map(({ number }) => number));

/** A gateway whose node has no room as long as `refusals` last. */
const crowded = (options: Partial<FakeGatewayOptions> = {}) =>
  world.another({ ...options, node: world.node.with(fullWhile(() => refusals-- > 0)) });

describe('asking a person again', () => {
  test('takes an explicit new attempt after a rejection; the first id stays rejected', async () => {
    world.custody.decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'again' }));
    world.custody.decide = () => 'approve';
    await expect(pay({ idempotencyKey: 'again' })).rejects.toBeInstanceOf(SignatureRejectedError);
    const outcome = await pay({ idempotencyKey: 'again', newAttempt: 2 });
    expect(outcome.receipt).toMatchObject({ attempt: 2, requestId: expect.stringMatching(/-2$/) });
    // From now on the key's answer is the second attempt's, for everybody.
    for (const repeat of [
      () => pay({ idempotencyKey: 'again' }),
      () => pay({ idempotencyKey: 'again', newAttempt: 2 }),
      () => resume('again'),
    ]) {
      await expect(repeat()).resolves.toMatchObject({ receipt: { attempt: 2 } });
    }
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    expect(world.custody.requests).toHaveLength(2);
  });

  test('a new attempt is no more than one, however often it is asked for', async () => {
    world.custody.decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'no' }));
    for (let repeat = 0; repeat < 3; repeat++) {
      await expect(pay({ idempotencyKey: 'no', newAttempt: 2 })).rejects.toMatchObject({
        transaction: { attempt: 2 },
      });
    }
    expect(world.custody.requests).toHaveLength(2);
    await rejectionOf(pay({ idempotencyKey: 'no', newAttempt: 3 }));
    expect(world.custody.requests).toHaveLength(3);
    await expect(pay({ idempotencyKey: 'no', newAttempt: 4 })).rejects.toBeInstanceOf(
      InvalidInputError,
    );
  });

  test('is not done by a call under way whose key is cancelled meanwhile', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(pay({ idempotencyKey: 'off', signatureTimeoutMs: 50 }));
    const waiting = rejectionOf(world.pay({ idempotencyKey: 'off', newAttempt: 2 }));
    await world.time.pass(50);
    await world.run(world.gateway.cancel('0', 'off'));
    expect(await world.run(waiting)).toBeInstanceOf(SignatureRejectedError);
    expect(world.custody.requests).toHaveLength(1);
  });

  test.each([true, false])(
    'is followed to its end by a call whose key could not be cancelled meanwhile (native: %s)',
    async (native) => {
      world.custody.decide = () => 'reject';
      await rejectionOf(pay({ idempotencyKey: 'late', native }));
      world.custody.decide = () => 'wait';
      const waiting = world.pay({ idempotencyKey: 'late', native, newAttempt: 2 });
      await world.until(() => world.custody.requests.length === 2);
      await world.time.pass(100);
      world.custody.signaturesWin = true;
      const cancelling = rejectionOf(world.gateway.cancel('0', 'late', { confirmTimeoutMs: 10 }));
      await expect(world.run(waiting)).resolves.toMatchObject({ receipt: { attempt: 2 } });
      await world.run(cancelling);
    },
  );

  test('a later attempt is not made while the one before it was never made', async () => {
    world.custody.decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'gap' }));
    await expect(pay({ idempotencyKey: 'gap', newAttempt: 3 })).rejects.toMatchObject({
      transaction: { attempt: 1 },
    });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('happens by itself when a transaction expired, if the caller said so', async () => {
    world.gateway = crowded({ longestLifeSeconds: 6 });
    refusals = 5;
    const outcome = await pay({ idempotencyKey: 'resigned', onExpiry: 'resign', maxAttempts: 5 });
    expect(outcome.receipt.attempt).toBeGreaterThan(1);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    expect(numbers().size).toBe(1);
  });

  test('does not happen by itself when people refused, or it failed on the ledger', async () => {
    const options = { onExpiry: 'resign', maxAttempts: 5 } as const;
    world.custody.decide = () => 'reject';
    const refused = () => rejectionOf(pay({ idempotencyKey: 'refused', ...options }));
    expect(await refused()).toMatchObject({ code: 'SIGNATURE_REJECTED' });
    expect(await refused()).toMatchObject({ code: 'SIGNATURE_REJECTED' });
    expect(world.custody.requests).toHaveLength(1);
    world.custody.decide = () => 'approve';
    const tooMuch = () =>
      rejectionOf(world.run(world.pay({ idempotencyKey: 'failed', ...options }, '5000000')));
    expect(await tooMuch()).toMatchObject({ resultCode: 'UNFUNDED' });
    expect(await tooMuch()).toMatchObject({ resultCode: 'UNFUNDED' });
    expect(world.custody.requests).toHaveLength(2);
  });

  test('after it failed on the ledger is told by what became of the new attempt', async () => {
    const tooMuch = (options: PayOptions = {}, gateway = world.gateway) =>
      rejectionOf(world.run(world.pay({ idempotencyKey: 'K', ...options }, '5000000', gateway)));
    const first = await tooMuch();
    expect(first).toMatchObject({ resultCode: 'UNFUNDED', transaction: { attempt: 1 } });
    world.custody.decide = () => 'reject';
    expect(await tooMuch({ newAttempt: 2 })).toBeInstanceOf(SignatureRejectedError);
    expect(await tooMuch()).toBeInstanceOf(SignatureRejectedError);
    world.custody.decide = () => 'approve';
    const third = await tooMuch({ newAttempt: 3 });
    expect(third).toMatchObject({ resultCode: 'UNFUNDED', transaction: { attempt: 3 } });
    expect(third).not.toMatchObject({ transaction: { hash: hashIn(first) } });
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  describe('after it failed on the ledger, and the new attempt pays', () => {
    const AMOUNT = '5000000';
    const asked = (options: PayOptions = {}, gateway = world.gateway) =>
      world.run(world.pay({ idempotencyKey: 'K', ...options }, AMOUNT, gateway));

    let failed: unknown;

    beforeEach(async () => {
      failed = await rejectionOf(asked());
      expect(failed).toMatchObject({ resultCode: 'UNFUNDED' });
      world.ledger.fund(world.address, 10_000_000n);
    });

    const PAID = { kind: 'chain', receipt: { attempt: 2 } };

    test('is told as paid: to that call, its repetitions, and in other processes', async () => {
      const paid = await asked({ newAttempt: 2 });
      expect(paid).toMatchObject(PAID);
      const { hash } = paid.receipt;
      for (const repeat of [
        () => asked({ newAttempt: 2 }),
        () => asked(),
        () => asked({ newAttempt: 3 }),
        () => asked({}, world.another()),
        () => resume('K'),
      ]) {
        expect(await repeat()).toMatchObject({ ...PAID, receipt: { attempt: 2, hash } });
      }
      expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
    });

    test('is pending as long as no node shows the new one', async () => {
      world.ledger.pauseClosing();
      const error = await rejectionOf(asked({ newAttempt: 2, confirmTimeoutMs: 3_000 }));
      expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', transaction: { attempt: 2 } });
    });

    test('has failed, as the first did, where another transaction takes its number', async () => {
      const gateway = world.crowded();
      const unsent = { newAttempt: 2, confirmTimeoutMs: 1_000 };
      expect(await rejectionOf(asked(unsent, gateway))).toMatchObject({ retryable: true });
      expect(world.payByHand()).toBeDefined();
      const error = await rejectionOf(asked());
      const isFirst = { attempt: 1, hash: hashIn(failed) };
      expect(error).toMatchObject({ resultCode: 'UNFUNDED', transaction: isFirst });
    });
  });

  test.each([true, false])(
    'is done at once by no call that has just asked (native: %s)',
    async (native) => {
      world.custody.decide = () => 'reject';
      const error = await rejectionOf(pay({ idempotencyKey: 'K', native, newAttempt: 2 }));
      expect(error).toMatchObject({ transaction: { attempt: 1 } });
      expect(world.custody.requests).toHaveLength(1);
    },
  );

  test('stops after maxAttempts', async () => {
    world.gateway = crowded({ longestLifeSeconds: 6 });
    refusals = Number.POSITIVE_INFINITY;
    const error = await rejectionOf(
      pay({ idempotencyKey: 'enough', onExpiry: 'resign', maxAttempts: 2 }),
    );
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error).toMatchObject({ transaction: { attempt: 2 } });
    expect(world.custody.requests).toHaveLength(2);
  });

  test('while the first may still land, the second takes its very number', async () => {
    world.gateway = crowded();
    refusals = Number.POSITIVE_INFINITY;
    const error = await rejectionOf(pay({ idempotencyKey: 'stuck', confirmTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    await world.time.pass(10_000);
    await rejectionOf(pay({ idempotencyKey: 'stuck', newAttempt: 2, confirmTimeoutMs: 200 }));
    expect(numbers().size).toBe(1);
    expect(new Set(world.told('signed').map(({ hash }) => hash)).size).toBe(2);
    // The node recovers: whichever of the two it takes, the key has one outcome.
    refusals = 0;
    const outcome = await pay({ idempotencyKey: 'stuck' });
    expect(outcome).toMatchObject({ kind: 'chain', result: { result: 'DONE' } });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    await expect(resume('stuck')).resolves.toMatchObject({
      result: { hash: outcome.receipt.hash },
    });
  });

  test('a second attempt takes a number of its own once another has spent the first one’s', async () => {
    refusals = Number.POSITIVE_INFINITY;
    await rejectionOf(world.run(world.pay({ ...STUCK, confirmTimeoutMs: 200 }, '1', crowded())));
    await world.time.pass(10_000);
    let isSpent = false;
    const node = world.node.with({
      // Between the look at the first attempt and the choice of a number.
      account: async (ask) => {
        const begins = world.told('lane-entered').some(({ attempt }) => attempt === 2);
        if (begins && !isSpent) {
          isSpent = true;
          world.payByHand();
          await world.time.clock.sleep(5_000);
        }
        return ask();
      },
    });
    const anew = world.pay({ ...STUCK, newAttempt: 2 }, '1', world.another({ node }));
    await expect(world.run(anew)).resolves.toMatchObject({
      result: { transaction: { number: { value: '2' } } },
      receipt: { attempt: 2 },
    });
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('the earlier attempt’s success is the key’s success', async () => {
    const blobs = recordBlobs();
    world.ledger.pauseClosing();
    await rejectionOf(pay({ idempotencyKey: 'late', confirmTimeoutMs: 150 }));
    // Submitted, then lost: a second attempt is signed for the same number ...
    world.ledger.dropWaiting();
    world.ledger.resumeClosing();
    await world.time.pass(10_000);
    world.ledger.pauseClosing();
    await rejectionOf(pay({ idempotencyKey: 'late', newAttempt: 2, confirmTimeoutMs: 0 }));
    const [first, second] = world.told('signed');
    expect(second?.hash).not.toBe(first?.hash);
    expect(numbers().size).toBe(1);
    expect(world.custody.requests).toHaveLength(2);
    // ... but the first one lands, sent by somebody else.
    world.ledger.dropWaiting();
    world.ledger.submit(blobs.get(first?.hash ?? '') ?? '');
    world.ledger.resumeClosing();
    await expect(pay({ idempotencyKey: 'late' })).resolves.toMatchObject({
      result: { hash: first?.hash, result: 'DONE' },
    });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
  });
});

describe('cancelling', () => {
  test('gives a live request up at the custody', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(pay({ idempotencyKey: 'unwanted', signatureTimeoutMs: 50 }));
    const receipt = await world.run(world.another().cancel('0', 'unwanted'));
    expect(receipt).toMatchObject({ idempotencyKey: 'unwanted' });
    await expect(pay({ idempotencyKey: 'unwanted' })).rejects.toMatchObject({
      request: { status: 'CANCELLED' },
    });
    world.custody.decide = () => 'approve';
    await expect(pay({ idempotencyKey: 'wanted' })).resolves.toMatchObject({
      result: { result: 'DONE' },
    });
  });

  test('spends the number on nothing when the signature exists already', async () => {
    world.gateway = crowded();
    refusals = Number.POSITIVE_INFINITY;
    await rejectionOf(pay({ idempotencyKey: 'signed', confirmTimeoutMs: 0 }));
    refusals = 0;
    await world.run(world.gateway.cancel('0', 'signed'));
    await expect(pay({ idempotencyKey: 'signed' })).rejects.toBeInstanceOf(
      TransactionReplacedError,
    );
    expect(world.ledger.sentBy(world.address)).toMatchObject([{ action: { type: 'nothing' } }]);
    // Cancelling is as repeatable as everything else.
    await world.run(world.another().cancel('0', 'signed'));
  });

  test('is refused when the ledger has it', async () => {
    await pay({ idempotencyKey: 'done' });
    const cancelling = world.run(world.gateway.cancel('0', 'done'));
    await expect(cancelling).rejects.toBeInstanceOf(NotCancellableError);
  });

  test('wins or loses against a signature, but never lies', async () => {
    world.custody.decide = () => 'wait';
    await rejectionOf(pay({ idempotencyKey: 'race', signatureTimeoutMs: 50 }));
    world.custody.signaturesWin = true;
    world.custody.decide = () => 'approve';
    await world.run(world.gateway.cancel('0', 'race'));
    await expect(pay({ idempotencyKey: 'race' })).rejects.toBeInstanceOf(TransactionReplacedError);
  });
});

function hashIn(error: unknown): string | undefined {
  return error instanceof TransactionFailedError ? error.transaction?.hash : undefined;
}

/** Every blob that is submitted from now on, by its hash. */
function recordBlobs(): Map<string, string> {
  const blobs = new Map<string, string>();
  const node = world.node.with({
    submit: (ask, blob) => {
      blobs.set(hashOf(blob), blob);
      return ask();
    },
  });
  world.gateway = world.another({ node });
  return blobs;
}
