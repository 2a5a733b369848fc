import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SignaturePendingError } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import {
  AccountBusyError,
  BatchIncompleteError,
  FeeTooHighError,
  NotCancellableError,
  type TransactionEvent,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import { dropped, type Faults, fullWhile, saying } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';
import { stubStore } from '../support/stub-store.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const STUCK = { idempotencyKey: 'stuck', confirmTimeoutMs: 50 };

/** A transaction that is signed, but that no node has taken. */
async function leaveStuck(): Promise<void> {
  const gateway = world.crowded();
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
      message: expect.stringContaining('was not made: The fee would be'),
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

  test('whose replacement every node has lost goes on with the key that was cancelled', async () => {
    world.ledger.pauseClosing();
    await rejectionOf(world.run(world.pay(STUCK)));
    world.ledger.dropWaiting();
    await rejectionOf(world.run(world.gateway.cancel('0', 'stuck', { confirmTimeoutMs: 50 })));
    world.ledger.dropWaiting();
    world.ledger.resumeClosing();
    await world.time.pass(30_000);
    const ended = await rejectionOf(world.run(world.gateway.resume('0', 'stuck')));
    expect(ended).toBeInstanceOf(TransactionReplacedError);
    expect(sent()).toEqual([1]);
  });

  test('that is refused leaves the number with what is signed', async () => {
    let isFull = true;
    const gateway = world.another({ node: world.node.with(fullWhile(() => isFull)) });
    await rejectionOf(world.run(world.pay(STUCK, '1', gateway)));
    world.custody.decide = () => 'reject';
    await rejectionOf(cancel(gateway));
    world.custody.decide = () => 'approve';
    isFull = false;
    await world.run(world.pay({ idempotencyKey: 'next' }, '2', gateway));
    const stuck = await world.run(world.pay(STUCK, '1', gateway));
    expect(stuck).toMatchObject({ kind: 'chain' });
    expect(sent()).toEqual([1, 2]);
  });

  test.each([false, true])(
    'that was refused is asked for again by the next call, with the same number (batch: %s)',
    async (isBatch) => {
      const to = world.custody.addressOf('1');
      const two = [
        { type: 'pay', to, amount: '1' } as const,
        { type: 'pay', to, amount: '2' } as const,
      ];
      const crowded = world.crowded();
      await rejectionOf(
        world.run(isBatch ? crowded.batch('0', two, STUCK) : world.pay(STUCK, '1', crowded)),
      );
      world.custody.decide = () => 'reject';
      const refused = { code: 'TRANSACTION_UNCONFIRMED', cause: { code: 'SIGNATURE_REJECTED' } };
      for (const asked of [2, 3, 4, 4, 4]) {
        expect(await rejectionOf(cancel())).toMatchObject(refused);
        expect(requests()).toBe(asked);
      }
      world.custody.decide = () => 'approve';
      const options = { maxAttempts: 4 };
      await world.run(world.gateway.cancel('0', 'stuck', options));
      expect(requests()).toBe(5);
      expect(world.ledger.sentBy(world.address).map(({ action }) => action.type)).not.toContain(
        'pay',
      );
      expect(sent()).toEqual(isBatch ? [1, 2] : [1]);
    },
  );

  test('takes more requests than the batch itself where the signer takes fewer messages by now', async () => {
    const to = world.custody.addressOf('1');
    const three = ['1', '2', '3'].map((amount) => ({ type: 'pay', to, amount }) as const);
    await rejectionOf(world.run(world.crowded().batch('0', three, STUCK)));
    await cancel(world.another({ signer: world.newSigner(2) }));
    expect(sent()).toEqual([1, 2, 3]);
    expect(requests()).toBe(3);
  });

  test.each<[string, boolean]>([
    ['people have not approved', true],
    ['was never asked for', false],
  ])('goes on with the request of its several that %s', async (_, isAsked) => {
    const to = world.custody.addressOf('1');
    const four = ['1', '2', '3', '4'].map((amount) => ({ type: 'pay', to, amount }) as const);
    await rejectionOf(world.run(world.crowded().batch('0', four, STUCK)));
    const few = (node = world.node) => world.another({ node, signer: world.newSigner(2) });
    const impatient = new AbortController();
    const { signal } = impatient;
    const node = world.node.with({
      transaction: (ask) => {
        if (!isAsked && sent().length === 2) impatient.abort();
        return ask();
      },
    });
    world.custody.decide = () => (requests() < 3 ? 'approve' : 'wait');
    const hurried = { signatureTimeoutMs: 1_000, signal };
    await rejectionOf(world.run(few(node).cancel('0', 'stuck', hurried)));
    expect(requests()).toBe(isAsked ? 3 : 2);
    expect(sent()).toEqual([1, 2]);
    world.custody.decide = () => 'approve';
    if (isAsked) world.custody.approve();
    await cancel(few());
    expect(sent()).toEqual([1, 2, 3, 4]);
    expect(requests()).toBe(3);
    await cancel(few());
    expect(requests()).toBe(3);
  });

  describe('a batch, some of which is faster', () => {
    const few = (node = world.node) => world.another({ node, signer: world.newSigner(2) });
    const paid = () => world.ledger.sentBy(world.address).map(({ action }) => action.type);
    const batch = (gateway: ReturnType<FakeWorld['another']>) => {
      const to = world.custody.addressOf('1');
      const four = ['1', '2', '3', '4'].map((amount) => ({ type: 'pay', to, amount }) as const);
      return rejectionOf(world.run(gateway.batch('0', four, STUCK)));
    };
    /** The first that is left lands: its node takes one more. */
    const land = async () => {
      let taken = 0;
      const one = world.node.with({
        submit: (ask) => (taken++ < 1 ? ask() : submissionOf('NO_ROOM')),
      });
      await batch(world.another({ node: one }));
      await world.time.pass(60_000);
    };
    beforeEach(() => batch(world.crowded()));

    test('takes no other numbers once people have refused', async () => {
      world.custody.decide = () => 'reject';
      await rejectionOf(cancel(world.another()));
      world.custody.decide = () => 'approve';
      await land();
      await cancel(world.another());
      expect(paid()).toEqual(['pay', 'nothing', 'nothing', 'nothing']);
    });

    test('takes each number once, between its requests', async () => {
      const impatient = new AbortController();
      const { signal } = impatient;
      const node = world.node.with({
        transaction: (ask) => {
          if (sent().length === 2) impatient.abort();
          return ask();
        },
      });
      await rejectionOf(world.run(few(node).cancel('0', 'stuck', { signal })));
      await land();
      expect(paid()).toEqual(['nothing', 'nothing', 'pay']);
      await cancel(few());
      expect(paid()).toEqual(['nothing', 'nothing', 'pay', 'nothing']);
      expect(world.custody.latest.note).toMatch(/nothing.* b4:/);
    });

    test('goes on with what is left', async () => {
      world.custody.decide = () => 'wait';
      await rejectionOf(world.run(few().cancel('0', 'stuck', { signatureTimeoutMs: 100 })));
      await land();
      world.custody.decide = () => 'approve';
      world.custody.approve();
      await cancel(few()).catch(() => cancel(few()));
      expect(paid()).toEqual(['pay', 'nothing', 'nothing', 'nothing']);
    });

    test('asks again for the rest as often as a key may have attempts, and meanwhile resumes that', async () => {
      let asked = 0;
      world.custody.decide = () => (asked++ === 0 ? 'approve' : 'reject');
      for (const total of [3, 4, 5, 5]) {
        await rejectionOf(world.run(few().cancel('0', 'stuck', { maxAttempts: 3 })));
        expect(requests()).toBe(total);
      }
      expect(paid()).toEqual(['nothing', 'nothing']);
      await rejectionOf(world.run(world.another().resume('0', 'stuck')));
      expect(paid()).toEqual(['nothing', 'nothing', 'pay', 'pay']);
    });
  });

  test('that is refused leaves the number with what was sent, even if no node has it any more', async () => {
    world.ledger.pauseClosing();
    await rejectionOf(world.run(world.pay(STUCK)));
    world.custody.decide = () => 'reject';
    await rejectionOf(cancel());
    world.custody.decide = () => 'approve';
    world.ledger.dropWaiting();
    world.ledger.resumeClosing();
    const next = () => world.pay({ idempotencyKey: 'next', confirmTimeoutMs: 50 }, '2');
    await rejectionOf(world.run(next()));
    await expect(world.run(world.pay({ idempotencyKey: 'stuck' }))).resolves.toBeDefined();
    await expect(world.run(next())).resolves.toBeDefined();
    expect(sent()).toEqual([1, 2]);
  });

  test.each(['first', 'second'])('never sends it: the %s of a pipeline', async (key) => {
    let isFull = true;
    const node = world.node.with(fullWhile(() => isFull));
    const gateway = world.another({ node, lanes: { mode: 'pipeline' } });
    const keys = ['first', 'second', 'third'];
    const calls = keys.map((idempotencyKey, index) =>
      rejectionOf(world.pay({ idempotencyKey, confirmTimeoutMs: 50 }, `${index + 1}`, gateway)),
    );
    await world.run(Promise.all(calls));
    isFull = false;
    const cancelled = await world.run(gateway.cancel('0', key));
    expect(cancelled).toMatchObject({ idempotencyKey: key });
    const others = keys.filter((other) => other !== key);
    await world.run(Promise.all(others.map((other) => gateway.resume('0', other))));
    expect(sent()).toEqual([1, 2, 3]);
    const paid = world.ledger.sentBy(world.address).map(({ action }) => action);
    const amounts = paid.flatMap((action) => (action.type === 'pay' ? [action.amount] : []));
    expect(amounts.toSorted()).toEqual(key === 'first' ? ['2', '3'] : ['1', '3']);
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

  test('is pending as long as what should replace it is', async () => {
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

  test('is never told as pending of what has landed, by a node that is behind', async () => {
    let isBehind = false;
    const node = world.node.with(behindWhile(() => isBehind));
    const gateway = world.another({ node });
    await world.run(world.pay({ idempotencyKey: 'stuck' }, '1', gateway));
    // A node of the same operator answers that has not seen the ledger with it.
    isBehind = true;
    world.custody.decide = () => 'wait';
    const options = { signatureTimeoutMs: 100 };
    const error = await rejectionOf(world.run(gateway.cancel('0', 'stuck', options)));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { idempotencyKey: 'stuck' } });
    const resumed = await rejectionOf(
      world.run(gateway.resume('0', 'stuck', { confirmTimeoutMs: 50 })),
    );
    expect(resumed).toMatchObject({ status: 'unknown', transaction: { idempotencyKey: 'stuck' } });
    expect(requests()).toBe(1);
    isBehind = false;
    expect(await rejectionOf(cancel(gateway))).toBeInstanceOf(NotCancellableError);
  });

  test('is never told as pending of what may have landed, though what should replace it is', async () => {
    let isFull = true;
    let hasForgotten = false;
    const faults: Faults = {
      ...fullWhile(() => isFull),
      transaction: (ask) => (hasForgotten ? undefined : ask()),
      spender: (ask) => (hasForgotten ? undefined : ask()),
    };
    const gateway = world.another({ node: world.node.with(faults) });
    const paying = world.pay({ idempotencyKey: 'stuck' }, '1', gateway);
    await world.until(() => world.told('signed').length > 0);
    world.custody.decide = () => 'wait';
    const options = { signatureTimeoutMs: 100 };
    const cancelled = () => rejectionOf(world.run(gateway.cancel('0', 'stuck', options)));
    expect(await cancelled()).toBeInstanceOf(SignaturePendingError);
    isFull = false;
    await world.run(paying);
    // The number is spent, and the node no longer shows by what.
    hasForgotten = true;
    const error = await cancelled();
    expect(error).toMatchObject({ status: 'unknown', cause: expect.any(SignaturePendingError) });
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
    const signer = stubSigner(world.newSigner(), { cancel: async () => undefined });
    const options = { signatureTimeoutMs: 5_000 };
    const cancelling = world.another({ signer }).cancel('0', 'stuck', options);
    const error = await rejectionOf(world.run(cancelling));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ request: { custodyId: world.custody.latest.id } });
    await cancel();
    expect(world.custody.latest.status).toBe('CANCELLED');
  });
});

describe('cancelling', () => {
  const paying = () => ({ type: 'pay', to: world.custody.addressOf('1'), amount: '1' }) as const;

  test('is refused for now while another call has the number, and succeeds once that has landed', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 3 } });
    world.node.inject('submit', saying('MALFORMED'));
    await rejectionOf(world.run(world.pay(STUCK, '1', gateway)));
    world.custody.decide = () => 'wait';
    const other = world.pay({ idempotencyKey: 'other' }, '2', gateway);
    await world.until(() => world.custody.waiting.length === 1);
    const error = await rejectionOf(cancel(gateway));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      cause: expect.any(AccountBusyError),
      details: { status: 'unknown', holder: expect.anything() },
    });
    expect(requests()).toBe(2);
    world.custody.approve();
    await world.run(other);
    await cancel(gateway);
    expect(sent()).toEqual([1]);
    expect(requests()).toBe(2);
  });

  test('what was not signed yet leaves a number out, which is named to those behind it', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 3 } });
    world.custody.decide = () => 'wait';
    const first = rejectionOf(world.pay(STUCK, '1', gateway));
    await world.until(() => world.custody.waiting.length === 1);
    const behind = { idempotencyKey: 'behind', confirmTimeoutMs: 30_000 };
    const second = rejectionOf(world.pay(behind, '2', gateway));
    await world.until(() => world.custody.waiting.length === 2);
    await cancel(gateway);
    world.custody.approve();
    expect(await world.run(first)).toMatchObject({ code: 'SIGNATURE_REJECTED' });
    expect(await world.run(second)).toMatchObject({
      message: expect.stringContaining('take numbers 1 to 1'),
      details: { status: 'pending', number: '2', nextNumber: '1' },
    });
  });

  test('a batch is refused for now while another call has one of its numbers', async () => {
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 3 } });
    world.node.inject('submit', saying('MALFORMED'));
    const batch = () => gateway.batch('0', [paying(), paying()], STUCK);
    await rejectionOf(world.run(batch()));
    world.custody.decide = () => 'wait';
    const other = world.pay({ idempotencyKey: 'other' }, '2', gateway);
    await world.until(() => world.custody.waiting.length === 1);
    const error = await rejectionOf(cancel(gateway));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ cause: expect.any(AccountBusyError) });
    expect(requests()).toBe(2);
    world.custody.decide = () => 'approve';
    world.custody.approve();
    await world.run(other);
    await cancel(gateway);
    const ended = await rejectionOf(world.run(batch()));
    expect(ended).toBeInstanceOf(BatchIncompleteError);
    expect(ended).toMatchObject({ members: [{ state: 'replaced' }, { state: 'replaced' }] });
    expect(sent()).toEqual([1, 2]);
  });

  test('is not said to have worked where the node does not show that it has', async () => {
    await leaveStuck();
    const hash = world.told('signed')[0]?.hash;
    let isBlind = true;
    const node = world.node.with({
      transaction: (ask, asked) =>
        isBlind && asked === hash && sent().length > 0 ? dropped() : ask(),
    });
    const gateway = world.another({ node });
    const error = await rejectionOf(cancel(gateway));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'stuck', hash } });
    isBlind = false;
    await cancel(gateway);
    expect(sent()).toEqual([1]);
  });

  test('a batch is not said to be on the ledger where nothing tells what was signed', async () => {
    world.node.inject('submit', saying('MALFORMED'));
    await rejectionOf(world.run(world.gateway.batch('0', [paying(), paying()], STUCK)));
    world.custody.told = (record) => ({ ...record, unhashedPayload: undefined });
    const error = await rejectionOf(cancel(world.another()));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { idempotencyKey: 'stuck' } });
  });

  describe('a batch whose second request has lost its note at the custody', () => {
    async function executed() {
      const gateway = world.another({ signer: world.newSigner(2) });
      const actions = [paying(), paying(), paying(), paying()];
      await world.run(gateway.batch('0', actions, { idempotencyKey: 'stuck' }));
      world.custody.told = (record) =>
        record.idempotencyKey.endsWith('_1') ? { ...record, note: 'shortened' } : record;
    }

    test('is too late when all of it is on the ledger', async () => {
      await executed();
      expect(await rejectionOf(cancel(world.another()))).toBeInstanceOf(NotCancellableError);
      expect(sent()).toEqual([1, 2, 3, 4]);
    });

    test('resumes it all the same', async () => {
      await executed();
      const resumed = await world.run(world.another().resume('0', 'stuck'));
      if (resumed.kind !== 'batch') throw new Error('It was a batch.');
      expect(resumed.members.map(({ state }) => state)).toEqual(Array(4).fill('confirmed'));
      expect(sent()).toEqual([1, 2, 3, 4]);
    });
  });

  test('a batch goes no further where the custody has lost what should replace it', async () => {
    world.node.inject('submit', saying('MALFORMED'));
    await rejectionOf(world.run(world.gateway.batch('0', [paying(), paying()], STUCK)));
    world.custody.decide = () => 'wait';
    const hurried = { signatureTimeoutMs: 1_000 };
    const first = rejectionOf(world.run(world.gateway.cancel('0', 'stuck', hurried)));
    expect(await first).toBeInstanceOf(SignaturePendingError);
    const { externalId } = world.custody.latest;
    world.custody.told = (record) =>
      record.idempotencyKey === externalId ? { ...record, note: 'shortened' } : record;
    expect(await rejectionOf(cancel(world.another()))).toBeInstanceOf(TransactionUnconfirmedError);
    expect(requests()).toBe(2);
    expect(sent()).toEqual([]);
  });
});

/** A node that has not seen the ledger with the account's first transaction. */
function behindWhile(isBehind: () => boolean): Faults {
  return {
    account: (ask) => {
      const account = ask();
      return account && isBehind() ? { ...account, next: 1n, nextOpen: 1n } : account;
    },
    transaction: (ask) => (isBehind() ? undefined : ask()),
    submit: (ask) => (isBehind() ? submissionOf('TAKEN') : ask()),
  };
}

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

describe('what is being cancelled', () => {
  const paying = (amount: string) =>
    ({ type: 'pay', to: world.custody.addressOf('1'), amount }) as const;
  const landed = () => world.ledger.sentBy(world.address).map(({ action }) => action.type);

  test('is not sent by a process that knows only the custody, whose own payment waits', async () => {
    await leaveStuck();
    world.custody.decide = () => 'wait';
    const options = { signatureTimeoutMs: 100 };
    await rejectionOf(world.run(world.another().cancel('0', 'stuck', options)));
    world.custody.decide = () => 'approve';
    const restarted = world.another({ defaults: { laneTimeoutMs: 1_000 } });
    expect(await world.run(restarted.pending('0'))).toMatchObject([
      { idempotencyKey: expect.stringMatching(/^cancel:/), state: 'pending' },
    ]);
    const next = () => world.run(world.pay({ idempotencyKey: 'next' }, '2', restarted));
    const holder = { idempotencyKey: expect.stringMatching(/^cancel:/) };
    const error = await rejectionOf(next());
    expect(error).toMatchObject({ code: 'ACCOUNT_BUSY', details: { holder } });
    expect(landed()).toEqual([]);
    world.custody.approve();
    await next();
    await expect(cancel(world.another())).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(landed()).toEqual(['nothing', 'pay']);
  });

  test('is cancelled on by the keys that are pending, however often', async () => {
    await leaveStuck();
    world.custody.decide = () => 'wait';
    const now = { signatureTimeoutMs: 100 };
    const cancelled = async (key: string) =>
      rejectionOf(world.run(world.another().cancel('0', key, now)));
    expect(await cancelled('stuck')).toMatchObject({ code: 'SIGNATURE_PENDING' });
    const [pending] = await world.run(world.another().pending('0'));
    const key = pending?.idempotencyKey ?? '';
    expect(key).toMatch(/^cancel:/);
    // Its signature can't be taken back by its own name either.
    expect(await cancelled(key)).toMatchObject({
      code: 'SIGNATURE_PENDING',
      transaction: { idempotencyKey: 'stuck' },
    });
    expect(world.custody.requests.map(({ status }) => status)).toEqual([
      'COMPLETED',
      'PENDING_AUTHORIZATION',
    ]);
    world.custody.approve();
    const receipt = world.run(world.another().cancel('0', key));
    await expect(receipt).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(landed()).toEqual(['nothing']);
  });

  test.each([
    ['one', false],
    ['a batch', true],
  ])('is not sent by who resumes it, unless people refuse to cancel it: %s', async (_, isBatch) => {
    if (isBatch) {
      const batch = world.crowded().batch('0', [paying('1'), paying('2')], STUCK);
      await rejectionOf(world.run(batch));
    } else await leaveStuck();
    world.custody.decide = () => 'wait';
    const hurried = { signatureTimeoutMs: 100 };
    await rejectionOf(world.run(world.another().cancel('0', 'stuck', hurried)));
    const resume = () => world.run(world.another().resume('0', 'stuck'));
    expect(await rejectionOf(resume())).toMatchObject({
      code: isBatch ? 'BATCH_INCOMPLETE' : 'TRANSACTION_UNCONFIRMED',
      retryable: true,
    });
    expect(landed()).toEqual([]);
    world.custody.reject();
    await resume();
    expect(landed()).toEqual(isBatch ? ['pay', 'pay'] : ['pay']);
  });

  test('is no later attempt, which nobody has asked to cancel', async () => {
    await leaveStuck();
    await cancel();
    const [stuck] = world.custody.requests;
    world.custody.decide = () => 'wait';
    const again = { idempotencyKey: 'stuck', newAttempt: 2, signatureTimeoutMs: 100 };
    expect(await rejectionOf(world.run(world.pay(again)))).toMatchObject({
      code: 'SIGNATURE_PENDING',
    });
    const old = world.run(world.another().cancel('0', `cancel:${stuck?.externalId}`));
    expect(await rejectionOf(old)).toMatchObject({
      code: 'NOT_CANCELLABLE',
      transaction: { idempotencyKey: 'stuck', attempt: 2 },
    });
    world.custody.approve();
    await world.run(world.another().resume('0', 'stuck'));
    expect(landed()).toEqual(['nothing', 'pay']);
  });

  test('is not kept from it by a payment with the key of its cancellation', async () => {
    await leaveStuck();
    const [stuck] = world.custody.requests;
    const idempotencyKey = `cancel:${stuck?.externalId}`;
    expect(await rejectionOf(world.run(world.pay({ idempotencyKey }, '2')))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'idempotencyKey',
    });
    const unknown = `cancel:cg-${'0'.repeat(40)}`;
    expect(await rejectionOf(world.run(world.another().cancel('0', unknown)))).toMatchObject({
      code: 'TRANSACTION_NOT_FOUND',
    });
  });

  test.each([
    ['a number', false, 1],
    ['a number, and asked for again', false, 2],
    ['a Ticket', true, 1],
  ])(
    'is not sent by a process that waits behind it since before it was signed: %s',
    async (_, useTickets, attempts) => {
      const options = { ticketLimit: 1 };
      const hurried = { signatureTimeoutMs: 100 };
      if (useTickets)
        await world.run(world.gateway.execute('0', { type: 'create-tickets', count: 1 }));
      world.custody.decide = () => 'wait';
      const stuck = { ...hurried, idempotencyKey: 'stuck', useTickets };
      await rejectionOf(world.run(world.pay(stuck, '1', world.another(options))));
      const waiting = world.another({ ...options, defaults: { laneTimeoutMs: 1_000 } });
      const next = () => world.run(world.pay({ idempotencyKey: 'next', useTickets }, '2', waiting));
      expect(await rejectionOf(next())).toBeInstanceOf(AccountBusyError);
      world.custody.approve();
      for (let attempt = 1; attempt <= attempts; attempt++) {
        world.custody.decide = () => (attempt < attempts ? 'reject' : 'wait');
        await rejectionOf(world.run(world.another(options).cancel('0', 'stuck', hurried)));
      }
      const before = landed();
      expect(await rejectionOf(next())).toBeInstanceOf(AccountBusyError);
      expect(landed()).toEqual(before);
      world.custody.decide = () => 'approve';
      world.custody.approve();
      // The only Ticket is in use until the ledger has what cancels, and another one is created.
      for (let busy = useTickets ? 2 : 0; busy > 0; busy--) {
        expect(await rejectionOf(next())).toBeInstanceOf(AccountBusyError);
        await world.time.pass(30_000);
      }
      await next();
      expect(
        landed()
          .slice(before.length)
          .filter((type) => type !== 'create-tickets'),
      ).toEqual(['nothing', 'pay']);
    },
  );

  test('goes first again once its cancellation is refused', async () => {
    await leaveStuck();
    world.custody.decide = () => 'reject';
    await rejectionOf(cancel(world.another()));
    world.custody.decide = () => 'approve';
    await world.run(world.pay({ idempotencyKey: 'next' }, '2', world.another()));
    expect(landed()).toEqual(['pay', 'pay']);
  });

  test.each(['a first', 'a second'])(
    'is the rest of a batch, though the lane does not know that %s member was sent',
    async (which) => {
      const store = memoryStore({ clock: world.time.clock });
      let [left, isGone] = [which === 'a first' ? 1 : 2, false];
      const failing = stubStore(store, async (_, make) => {
        if (isGone) throw new Error('gone');
        return make();
      });
      const onEvent = ({ type }: TransactionEvent) => {
        if (type === 'submitted' && --left === 0) isGone = true;
      };
      const dying = world.another({ lanes: { store: failing }, onEvent });
      const actions = ['1', '2', '3'].map(paying);
      await rejectionOf(world.run(dying.batch('0', actions, { idempotencyKey: 'stuck' })));
      await world.time.pass(120_000);
      const count = which === 'a first' ? 1 : 2;
      expect(sent()).toHaveLength(count);
      const gateway = world.another({ lanes: { store } });
      await expect(cancel(gateway)).resolves.toMatchObject({ landed: count });
      const rest = ['nothing', 'nothing'].slice(count - 1);
      expect(landed()).toEqual([...Array(count).fill('pay'), ...rest]);
      await world.run(
        world.pay({ idempotencyKey: 'next' }, '7', world.another({ lanes: { store } })),
      );
      expect(landed()).toHaveLength(4);
    },
  );
});
