import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CustodyTransaction } from '../../src/custody/index.js';
import {
  SignaturePendingError,
  TransactionFailedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import type { XrplGateway, XrplGatewayOptions } from '../../src/xrpl/index.js';
import { signerOverBent } from '../support/bent-custody.js';
import { bentNode, transactionNotFound } from '../support/bent-node.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let address: string;
let destination: string;

beforeEach(async () => {
  world = await newWorld();
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
});
afterEach(() => world.stop());

const send = (gateway: XrplGateway, options: object = {}, amount = '5') =>
  gateway.xrpTransfer('0', { destination, amount }, { idempotencyKey: 'own', ...options });

/** A gateway whose custody says of its finished transfers what it is told to say. */
const misled = (
  told: (transfer: CustodyTransaction) => Partial<CustodyTransaction>,
  options: Partial<XrplGatewayOptions> = {},
) =>
  world.another({
    signer: signerOverBent(world.sandbox, (transaction) =>
      transaction.operation === 'TRANSFER' && transaction.txHash
        ? { ...transaction, ...told(transaction) }
        : transaction,
    ),
    ...options,
  });

const FAILED = { status: 'FAILED', subStatus: 'CONNECTIVITY_ERROR' };

/** A node that never hears of any transaction. */
const blindNode = (onAsked: () => void = () => {}) =>
  bentNode(world.sandbox, {
    tx: () => {
      onAsked();
      throw transactionNotFound();
    },
  });

const requests = () => world.sandbox.custody.transactions.length;

describe('a native transfer that the custody calls failed, though it was broadcast', () => {
  test('is the transfer when the ledger has it, and nothing pays twice', async () => {
    const gateway = misled(() => FAILED);
    const first = await send(gateway);
    expect(first).toMatchObject({ txHash: expect.stringMatching(/^[0-9A-F]{64}$/) });
    for (const again of [
      () => send(gateway),
      () => send(gateway, { newAttempt: 2 }),
      () => send(gateway, { newAttempt: 2, native: false }),
      () => misled(() => FAILED).resume('0', 'own'),
    ]) {
      await expect(again()).resolves.toMatchObject({
        txHash: 'txHash' in first && first.txHash,
        receipt: { attempt: 1 },
      });
    }
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    expect(requests()).toBe(1);
    // Nobody is kept waiting for it.
    await send(gateway, { idempotencyKey: 'next', native: false, laneTimeoutMs: 0 });
  });

  test('is a failure when the ledger says so, with the ledger’s result', async () => {
    const poor = await world.gateway.getAddress('7');
    // Too little for a new account: the ledger takes the fee and refuses the rest.
    const dust = { destination: poor, amount: '0.000001' };
    const raw = { native: false, idempotencyKey: 'dust' } as const;
    const error = await rejectionOf(world.gateway.xrpTransfer('0', dust, raw));
    const { result } = (error as TransactionFailedError<{ result: { hash: string } }>).result;
    const gateway = misled(() => ({ ...FAILED, txHash: result.hash }));
    for (const again of [{}, { newAttempt: 2 }]) {
      const failed = await rejectionOf(send(gateway, again));
      expect(failed).toBeInstanceOf(TransactionFailedError);
      expect(failed).toMatchObject({
        resultCode: 'tecNO_DST_INSUF_XRP',
        result: { result: { hash: result.hash } },
        transaction: { idempotencyKey: 'own', hash: result.hash },
      });
    }
  });

  test('is unknown while the ledger has not shown it, and gets no second attempt', async () => {
    const gateway = misled(() => FAILED, { transport: blindNode() });
    const hurried = { confirmTimeoutMs: 100 };
    for (const again of [{}, {}, { newAttempt: 2 }, { newAttempt: 2, native: false }]) {
      const error = await rejectionOf(send(gateway, { ...hurried, ...again }));
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({
        status: 'unknown',
        transaction: { hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
      });
    }
    expect(requests()).toBe(1);
    // The node comes to its senses.
    await expect(send(misled(() => FAILED))).resolves.toHaveProperty('txHash');
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });
});

describe('a native transfer whose call has ended', () => {
  const asked = () => {
    const counted = { times: 0 };
    const transport = blindNode(() => {
      counted.times++;
    });
    return { counted, gateway: misled(() => ({ status: 'BROADCASTING' }), { transport }) };
  };
  /** Several times as long as the pause between two look-ups. */
  const longEnough = () => new Promise((resolve) => setTimeout(resolve, 900));

  test('because it waited too long, is looked up no more', async () => {
    const { counted, gateway } = asked();
    const error = await rejectionOf(send(gateway, { signatureTimeoutMs: 300 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(counted.times).toBeGreaterThan(0);
    const { times } = counted;
    await longEnough();
    expect(counted.times).toBe(times);
  });

  test('because its caller left, is looked up no more', async () => {
    const { counted, gateway } = asked();
    const controller = new AbortController();
    const call = rejectionOf(send(gateway, { signal: controller.signal }));
    await expect.poll(() => counted.times, { timeout: 10_000 }).toBeGreaterThan(0);
    controller.abort();
    expect(await call).toMatchObject({ code: 'ABORTED' });
    const { times } = counted;
    await longEnough();
    expect(counted.times).toBe(times);
  });
});
