import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  TransactionExpiredError,
  TransactionFailedError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;

beforeEach(async () => {
  world = await newWorld();
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (amount: string, options: object = {}) =>
  world.gateway.xrpTransfer('0', { destination, amount }, { native: false, ...options });

const submits = () =>
  world.sandbox.xrpl.messages.filter(({ command }) => command === 'submit').length;

describe('what became of a transaction', () => {
  test('a tec code is a failure that carries the ledger’s result, and stays one', async () => {
    // More than the account has, so the ledger takes the fee and nothing else.
    const error = await rejectionOf(pay('5000', { idempotencyKey: 'too-much' }));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({
      resultCode: 'tecUNFUNDED_PAYMENT',
      result: {
        api_version: 2,
        result: { validated: true, meta: { TransactionResult: 'tecUNFUNDED_PAYMENT' } },
      },
      transaction: { hash: expect.stringMatching(/^[0-9A-F]{64}$/), idempotencyKey: 'too-much' },
    });
    const again = await rejectionOf(world.another().resume('0', 'too-much'));
    expect(again).toMatchObject({ resultCode: 'tecUNFUNDED_PAYMENT' });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('an answer lost after submission is looked up, not taken for a failure', async () => {
    world.sandbox.inject({ server: 'xrpl', command: 'submit', effect: { kind: 'lose-answer' } });
    await expect(pay('1')).resolves.toMatchObject({ result: { validated: true } });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('a connection lost before submission is tried again with the same bytes', async () => {
    world.sandbox.inject({ server: 'xrpl', command: 'submit', times: 2, effect: { kind: 'drop' } });
    await expect(pay('1')).resolves.toMatchObject({ result: { validated: true } });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  test.each(['telCAN_NOT_QUEUE', 'telCAN_NOT_QUEUE_FULL', 'telINSUF_FEE_P', 'terRETRY'])(
    '%s is tried again until there is room',
    async (result) => {
      world.sandbox.inject({
        server: 'xrpl',
        command: 'submit',
        times: 2,
        effect: { kind: 'engine-result', result },
      });
      await expect(pay('1')).resolves.toMatchObject({ result: { validated: true } });
      expect(submits()).toBe(3);
      expect(world.sandbox.custody.transactions).toHaveLength(1);
    },
  );

  test('terQUEUED counts as taken, and is waited for', async () => {
    world.sandbox.xrpl.setFees({ openLedgerFee: 5_000n });
    world.gateway = world.another({ maxFeeDrops: 1_000n });
    const call = world.gateway.xrpTransfer('0', { destination, amount: '1' }, { native: false });
    await expect
      .poll(() => world.events.find(({ type }) => type === 'submitted'))
      .toMatchObject({ code: 'terQUEUED' });
    world.sandbox.xrpl.setFees({ openLedgerFee: 10n });
    await expect(call).resolves.toMatchObject({ result: { validated: true } });
  });

  test.each(['temMALFORMED', 'tefBAD_AUTH', 'telLOCAL_ERROR'])(
    '%s is a refusal with the hash, and the next transaction takes the number',
    async (result) => {
      world.sandbox.inject({
        server: 'xrpl',
        command: 'submit',
        effect: { kind: 'engine-result', result },
      });
      const error = await rejectionOf(pay('1', { idempotencyKey: 'refused' }));
      expect(error).toBeInstanceOf(TransactionRefusedError);
      expect(error).toMatchObject({
        resultCode: result,
        transaction: { hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
      });
      const next = await pay('2');
      const numbers = world.events.flatMap((event) =>
        event.type === 'prepared' ? event.number : [],
      );
      expect(new Set(numbers).size).toBe(1);
      expect(next).toMatchObject({ result: { validated: true } });
      // Its number is spent by another: it is dead, and says so for good.
      await expect(world.another().resume('0', 'refused')).rejects.toBeInstanceOf(
        TransactionReplacedError,
      );
    },
  );

  test('tefPAST_SEQ looks up its own hash first: a transaction that is in is a success', async () => {
    world.sandbox.inject({ server: 'xrpl', command: 'submit', effect: { kind: 'lose-answer' } });
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      times: 5,
      effect: { kind: 'engine-result', result: 'tefPAST_SEQ' },
    });
    await expect(pay('1')).resolves.toMatchObject({ result: { validated: true } });
  });

  test('a number that somebody else spent is a replacement, with the other’s hash', async () => {
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      times: 3,
      effect: { kind: 'engine-result', result: 'telCAN_NOT_QUEUE' },
    });
    const first = pay('1', { idempotencyKey: 'loser' });
    await expect.poll(submits).toBeGreaterThan(0);
    const winner = await spendNumberBehindOurBack();
    const error = await rejectionOf(first);
    expect(error).toBeInstanceOf(TransactionReplacedError);
    expect(error).toMatchObject({
      details: { by: winner },
      transaction: { idempotencyKey: 'loser', hash: expect.any(String) },
    });
  });

  test('a transaction that fell out of the ledger is sent again', async () => {
    world.sandbox.xrpl.pauseClosing();
    const call = pay('1');
    await expect.poll(() => world.events.some(({ type }) => type === 'submitted')).toBe(true);
    world.sandbox.xrpl.dropPending();
    world.sandbox.xrpl.resumeClosing();
    await expect(call).resolves.toMatchObject({ result: { validated: true } });
    expect(world.events.some(({ type }) => type === 'resubmitted')).toBe(true);
  });

  test('expired only when the number is unspent at a validated ledger beyond the expiry', async () => {
    world = await restart({ secondsPerLedger: 300 });
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      times: 1_000,
      effect: { kind: 'engine-result', result: 'telCAN_NOT_QUEUE' },
    });
    const error = await rejectionOf(
      world.gateway.accountSet('0', { configs: { tickSize: 5 } }, { idempotencyKey: 'late' }),
    );
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error).toMatchObject({ transaction: { hash: expect.any(String) } });
    await expect(world.another().resume('0', 'late')).rejects.toBeInstanceOf(
      TransactionExpiredError,
    );
  });

  test('not seen to be final in time is neither success nor failure', async () => {
    world.sandbox.xrpl.pauseClosing();
    const error = await rejectionOf(pay('1', { idempotencyKey: 'slow', confirmTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      status: 'pending',
      retryable: true,
      transaction: { hash: expect.any(String), idempotencyKey: 'slow' },
    });
    world.sandbox.xrpl.resumeClosing();
    await expect(pay('1', { idempotencyKey: 'slow' })).resolves.toMatchObject({
      result: { validated: true },
    });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('a node that can’t be asked leaves the outcome unknown', async () => {
    world.sandbox.xrpl.pauseClosing();
    const call = pay('1', { idempotencyKey: 'dark', confirmTimeoutMs: 300 });
    await expect.poll(() => world.events.some(({ type }) => type === 'submitted')).toBe(true);
    for (const command of ['tx', 'account_info']) {
      world.sandbox.inject({ server: 'xrpl', command, times: 1_000, effect: { kind: 'drop' } });
    }
    const error = await rejectionOf(call);
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      status: 'unknown',
      transaction: { hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
    });
  });

  test('pruned history is unknown, and unknown never makes a second transaction', async () => {
    await pay('1', { idempotencyKey: 'old' });
    await pay('2');
    world.sandbox.xrpl.forget(world.sandbox.xrpl.ledgerIndex);
    world.sandbox.custody.clearMessages();
    const sent = submits();
    const error = await rejectionOf(
      world
        .another()
        .xrpTransfer(
          '0',
          { destination, amount: '1' },
          { native: false, idempotencyKey: 'old', confirmTimeoutMs: 200 },
        ),
    );
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
    expect(world.sandbox.custody.messages.filter(({ method }) => method === 'POST')).toEqual([]);
    expect(submits()).toBe(sent);
  });
});

/** The custody's own console sends a transfer while ours is on its way; resolves with its hash. */
async function spendNumberBehindOurBack(): Promise<string> {
  const record = await world.newSigner().transfer({
    idempotencyKey: 'by-hand',
    from: { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' },
    to: { type: 'address', address: destination },
    amount: '7',
  });
  return record.txHash ?? '';
}

async function restart(gateway: object): Promise<World> {
  await world.stop();
  return newWorld({ gateway });
}
