import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UnexpectedAnswerError, UnreachableError } from '../../src/core/errors.js';
import type { SigningRecord } from '../../src/signer/index.js';
import {
  NotCancellableError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGateway, FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const start = (gateway: FakeGateway, options: PayOptions = {}) =>
  world.pay({ native: true, idempotencyKey: 'own', ...options }, '5', gateway);
const send = (gateway: FakeGateway, options: PayOptions = {}) => world.run(start(gateway, options));

/** A gateway whose custody says of the transfers that it has broadcast what it is told to say. */
function misled(
  told: Partial<SigningRecord>,
  options: Partial<FakeGatewayOptions> = {},
): FakeGateway {
  world.custody.told = (record) =>
    record.kind === 'native-transfer' && record.txHash ? { ...record, ...told } : record;
  return world.another(options);
}

/** The hash of a payment that failed on the ledger: too little for a new account, it takes the fee and refuses the rest. */
async function failedHash(): Promise<string> {
  const dust = { type: 'pay', to: world.custody.addressOf('7'), amount: '1' } as const;
  const raw = world.gateway.execute('0', dust, { idempotencyKey: 'dust' });
  const error = (await rejectionOf(world.run(raw))) as TransactionFailedError;
  const { hash } = error.transaction ?? {};
  if (hash === undefined) throw new Error('It has no hash.');
  return hash;
}

const FAILED = { state: 'rejected', status: 'FAILED', subStatus: 'CONNECTIVITY_ERROR' } as const;

/** A node that never hears of any transaction. */
const blindNode = (onAsked: () => void = () => {}) =>
  world.node.with({
    transaction: () => {
      onAsked();
      return undefined;
    },
  });

describe('a native transfer that the custody calls failed, though it was broadcast', () => {
  test('is the transfer when the ledger has it, and nothing pays twice', async () => {
    const gateway = misled(FAILED);
    const first = await send(gateway);
    expect(first).toMatchObject({ kind: 'native', transfer: { txHash: HASH } });
    for (const again of [
      () => send(gateway),
      () => send(gateway, { newAttempt: 2 }),
      () => send(gateway, { newAttempt: 2, native: false }),
      () => world.run(misled(FAILED).resume('0', 'own')),
    ]) {
      await expect(again()).resolves.toMatchObject({
        transfer: { txHash: first.receipt.hash },
        receipt: { attempt: 1 },
      });
    }
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    expect(world.custody.requests).toHaveLength(1);
    // Nobody is kept waiting for it.
    await send(gateway, { idempotencyKey: 'next', native: false, laneTimeoutMs: 0 });
  });

  test('is a failure when the ledger says so, with the ledger’s result', async () => {
    const txHash = await failedHash();
    const gateway = misled({ ...FAILED, txHash });
    for (const again of [{}, { newAttempt: 2 }]) {
      const failed = await rejectionOf(send(gateway, again));
      expect(failed).toBeInstanceOf(TransactionFailedError);
      expect(failed).toMatchObject({
        resultCode: 'TOO_LITTLE_FOR_NEW_ACCOUNT',
        result: { hash: txHash },
        transaction: { idempotencyKey: 'own', hash: txHash },
      });
    }
  });

  test('is not the payment of another account, whose hash the custody gives for it', async () => {
    const other = world.custody.addressOf('8');
    world.ledger.fund(other, 1_000n);
    const theirs = await world.run(
      world.gateway.execute('8', { type: 'pay', to: world.address, amount: '1' }),
    );
    const { hash: txHash = '' } = theirs.receipt;
    const gateway = misled({ ...FAILED, txHash });
    const error = await rejectionOf(send(gateway));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    // Nor is its number one of this account's.
    world.custody.told = (record) => record;
    await send(gateway, { idempotencyKey: 'next', native: false, laneTimeoutMs: 0 });
  });

  test('is unknown where the custody shows it no more, though the ledger has it', async () => {
    misled(FAILED);
    const inner = world.newSigner();
    const signer = Object.assign(stubSigner(inner, { find: async () => undefined }), {
      transfer: inner.transfer.bind(inner),
    });
    const error = await rejectionOf(send(world.another({ signer })));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: HASH } });
    // Nobody is told a failure, and nobody else pays for it.
    await expect(send(misled({}))).resolves.toMatchObject({ transfer: { txHash: HASH } });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
  });

  test('is unknown while the ledger has not shown it, and gets no second attempt', async () => {
    const gateway = misled(FAILED, { node: blindNode() });
    const hurried = { confirmTimeoutMs: 100 };
    for (const again of [{}, {}, { newAttempt: 2 }, { newAttempt: 2, native: false }]) {
      const error = await rejectionOf(send(gateway, { ...hurried, ...again }));
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ status: 'unknown', transaction: { hash: HASH } });
    }
    expect(world.custody.requests).toHaveLength(1);
    // The node comes to its senses.
    await expect(send(misled(FAILED))).resolves.toMatchObject({ transfer: { txHash: HASH } });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
  });
});

describe('a native transfer that the custody calls failed, and no ledger ever takes', () => {
  const LOST = 'ab'.repeat(32);
  const lost = () => {
    const node = world.node.with({
      transaction: (ask, hash) => (hash === LOST ? undefined : ask()),
    });
    return misled({ ...FAILED, txHash: LOST }, { node });
  };

  test('holds up nobody', async () => {
    const gateway = lost();
    expect(await rejectionOf(send(gateway))).toMatchObject({ status: 'unknown' });
    for (const key of ['next', 'after']) {
      const paid = await send(gateway, { idempotencyKey: key, native: false });
      expect(paid).toMatchObject({ kind: 'chain' });
    }
    expect(await rejectionOf(send(gateway))).toMatchObject({ status: 'unknown' });
  });

  test('is not told as cancelled, since it may land', async () => {
    const gateway = lost();
    await rejectionOf(send(gateway));
    const error = await rejectionOf(world.run(gateway.cancel('0', 'own')));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: LOST } });
  });
});

test('a native transfer that the custody calls failed and the ledger has is not cancelled', async () => {
  const gateway = misled(FAILED);
  await send(gateway);
  const error = await rejectionOf(world.run(gateway.cancel('0', 'own')));
  expect(error).toBeInstanceOf(NotCancellableError);
});

test('a key is not cancelled while the custody may send its first transfer after all', async () => {
  world.custody.decide = () => 'reject';
  await rejectionOf(send(world.gateway));
  world.custody.decide = () => 'wait';
  await rejectionOf(send(world.gateway, { newAttempt: 2, signatureTimeoutMs: 50 }));
  const [first] = world.custody.requests;
  world.custody.told = (record) =>
    record.providerId === first?.id
      ? { ...record, state: 'pending', status: 'BROADCASTING' }
      : record;
  const error = await rejectionOf(world.run(world.another().cancel('0', 'own')));
  expect(error).toBeInstanceOf(NotCancellableError);
});

test('a native transfer that failed on the ledger leaves its lane, whenever its number was seen', async () => {
  const txHash = await failedHash();
  let asked = 0;
  const node = world.node.with({
    // The first question is not answered, and the second only after the others.
    transaction: async (ask) => {
      asked += 1;
      if (asked === 1) throw new UnreachableError('chain', 'is away');
      return ask();
    },
  });
  const gateway = misled({ ...FAILED, txHash }, { node });
  expect(await rejectionOf(send(gateway))).toBeInstanceOf(TransactionFailedError);
  world.custody.told = (record) => record;
  await send(gateway, { idempotencyKey: 'next', native: false, laneTimeoutMs: 0 });
});

test('a native transfer that a node refuses to tell about is the transfer all the same', async () => {
  const node = world.node.with({
    transaction: () => {
      throw new UnexpectedAnswerError('chain', 'it said 403');
    },
  });
  const gateway = misled({}, { node });
  await expect(send(gateway)).resolves.toMatchObject({ transfer: { status: 'COMPLETED' } });
});

test('a native transfer that the custody calls done and the ledger failed is unknown, again and again', async () => {
  const txHash = await failedHash();
  const gateway = misled({ txHash });
  const calls = [
    () => send(gateway),
    () => send(gateway, { newAttempt: 2 }),
    () => world.run(misled({ txHash }).resume('0', 'own')),
  ];
  for (const call of calls) {
    expect(await rejectionOf(call())).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { hash: txHash },
    });
  }
  expect(world.custody.requests).toHaveLength(2);
  world.custody.told = (record) => record;
  await send(gateway, { idempotencyKey: 'next', native: false, laneTimeoutMs: 0 });
});

test('a native transfer that the node shows before it is validated is looked for again once it is done', async () => {
  const node = world.node.with({
    transaction: (ask) => {
      const known = ask();
      return known?.applied
        ? { ...known, applied: { ...known.applied, result: 'UNFUNDED' } }
        : known;
    },
  });
  const gateway = misled({}, { node });
  for (let call = 0; call < 3; call++) {
    expect(await rejectionOf(send(gateway))).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { hash: HASH },
    });
  }
});

test('a native transfer that no node has seen yet is the transfer all the same', async () => {
  const gateway = misled({}, { node: blindNode() });
  await expect(send(gateway)).resolves.toMatchObject({
    kind: 'native',
    transfer: { status: 'COMPLETED', txHash: HASH },
  });
});

describe('a native transfer whose call has ended', () => {
  function asked() {
    const counted = { times: 0 };
    const node = blindNode(() => {
      counted.times++;
    });
    return { counted, gateway: misled({ state: 'pending', status: 'BROADCASTING' }, { node }) };
  }
  /** Several times as long as the pause between two look-ups. */
  const longEnough = () => world.time.pass(60_000);

  test('because it waited too long, is looked up no more', async () => {
    const { counted, gateway } = asked();
    const error = await rejectionOf(send(gateway, { signatureTimeoutMs: 3_000 }));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
    expect(counted.times).toBeGreaterThan(0);
    const { times } = counted;
    await longEnough();
    expect(counted.times).toBe(times);
  });

  test('because its caller left, is looked up no more', async () => {
    const { counted, gateway } = asked();
    const controller = new AbortController();
    const call = rejectionOf(start(gateway, { signal: controller.signal }));
    await world.until(() => counted.times > 0);
    controller.abort();
    expect(await world.run(call)).toMatchObject({ code: 'ABORTED' });
    const { times } = counted;
    await longEnough();
    expect(counted.times).toBe(times);
  });
});
