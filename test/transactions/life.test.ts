import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;

beforeEach(async () => {
  world = await newWorld();
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (amount: string, options = {}) =>
  world.gateway.xrpTransfer('0', { destination, amount }, { native: false, ...options });

describe('the life of a transaction', () => {
  test('runs its steps in order and ends with the ledger’s result', async () => {
    const outcome = await pay('1.5');
    expect(world.events.map(({ type }) => type)).toEqual([
      'key-made',
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
      api_version: 2,
      type: 'response',
      id: expect.any(Number),
      result: {
        hash: expect.stringMatching(/^[0-9A-F]{64}$/),
        ctid: expect.stringMatching(/^C[0-9A-F]{15}$/),
        close_time_iso: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        ledger_hash: expect.stringMatching(/^[0-9A-F]{64}$/),
        ledger_index: expect.any(Number),
        meta: { TransactionResult: 'tesSUCCESS', TransactionIndex: expect.any(Number) },
        tx_json: { TransactionType: 'Payment', Destination: destination },
        validated: true,
      },
      receipt: { attempt: 1, durable: true, custodyId: expect.any(String) },
    });
  });

  test('tells of the key it made before the custody is asked for anything', async () => {
    const askedBefore: number[] = [];
    await pay('1', {
      onEvent: (event: { type: string }) => {
        if (event.type === 'key-made') {
          askedBefore.push(
            world.sandbox.custody.messages.filter(({ method }) => method === 'POST').length,
          );
        }
      },
    });
    expect(askedBefore).toEqual([0]);
  });

  test('takes one round of reads before the custody when warm, and one message after', async () => {
    await pay('1');
    world.sandbox.xrpl.clearMessages();
    world.sandbox.custody.clearMessages();
    await pay('2', { idempotencyKey: 'warm' });
    const created = world.sandbox.custody.messages.find(({ method }) => method === 'POST');
    const ledger = world.sandbox.xrpl.messages.map(({ command }) => command);
    const custody = world.sandbox.custody.messages.map(({ method }) => method);
    // One parallel batch: two reads of the ledger, one of the destination, one search for the key.
    expect(ledger.slice(0, 4)).toEqual(['account_info', 'fee', 'account_info', 'submit']);
    expect(custody.slice(0, 2)).toEqual(['GET', 'POST']);
    expect(created).toBeDefined();
  });

  test('gives the same answer to the same key, and pays once', async () => {
    const first = await pay('3', { idempotencyKey: 'order-1' });
    const again = await pay('3', { idempotencyKey: 'order-1' });
    const elsewhere = await world
      .another()
      .xrpTransfer('0', { destination, amount: '3' }, { native: false, idempotencyKey: 'order-1' });
    expect(again).toMatchObject({ result: { hash: 'result' in first && first.result.hash } });
    expect(elsewhere).toMatchObject({ result: { hash: 'result' in first && first.result.hash } });
    expect(sequencesOf(world.sandbox, await world.gateway.getAddress('0'))).toHaveLength(1);
  });

  test('makes one transaction of many concurrent calls with one key, in two processes', async () => {
    const gateways = [world.gateway, world.another()];
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        gateways[index % 2]?.xrpTransfer(
          '0',
          { destination, amount: '1' },
          { native: false, idempotencyKey: 'order-2' },
        ),
      ),
    );
    const hashes = new Set(
      outcomes.map((outcome) => outcome && 'result' in outcome && outcome.result.hash),
    );
    expect(hashes.size).toBe(1);
    expect(sequencesOf(world.sandbox, await world.gateway.getAddress('0'))).toHaveLength(1);
  });

  test('refuses a key that was used for other input, and asks nobody to sign', async () => {
    await pay('1', { idempotencyKey: 'order-3' });
    world.sandbox.custody.clearMessages();
    for (const gateway of [world.gateway, world.another()]) {
      const error = await rejectionOf(
        gateway.xrpTransfer(
          '0',
          { destination, amount: '1.000001' },
          { native: false, idempotencyKey: 'order-3' },
        ),
      );
      expect(error).toBeInstanceOf(IdempotencyConflictError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'order-3' } });
    }
    expect(world.sandbox.custody.messages.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  test('keeps keys of different vaults apart', async () => {
    const one = await pay('1', { idempotencyKey: 'shared' });
    const other = await world.gateway.xrpTransfer(
      '1',
      { destination: await world.gateway.getAddress('0'), amount: '1' },
      { native: false, idempotencyKey: 'shared' },
    );
    expect(one.receipt.requestId).not.toBe(other.receipt.requestId);
  });

  test('says when a crash may lose track', async () => {
    const { LocalRawSigner, withJournal } = await import('../../src/signer/index.js');
    const { memoryStore } = await import('../../src/store/index.js');
    const signer = new LocalRawSigner({ seed: 'life', quiet: true });
    const forgetful = world.another({ signer });
    await world.sandbox.xrpl.fund(await forgetful.getAddress('9'), 50_000_000n);
    const settings = { configs: { tickSize: 5 } };
    await expect(forgetful.accountSet('9', settings)).resolves.toMatchObject({
      receipt: { durable: false },
    });
    for (const gateway of [
      world.another({ signer, journal: memoryStore() }),
      world.another({ signer: withJournal(signer, memoryStore()) }),
    ]) {
      await expect(gateway.accountSet('9', settings)).resolves.toMatchObject({
        receipt: { durable: true },
      });
    }
  });

  test('repeats within one process are harmless even without any memory of the signer', async () => {
    const { LocalRawSigner } = await import('../../src/signer/index.js');
    const gateway = world.another({ signer: new LocalRawSigner({ seed: 'life', quiet: true }) });
    const address = await gateway.getAddress('8');
    await world.sandbox.xrpl.fund(address, 50_000_000n);
    const once = () =>
      gateway.xrpTransfer('8', { destination, amount: '1' }, { idempotencyKey: 'twice' });
    await Promise.all([once(), once()]);
    await once();
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });
});
