import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AccountBusyError, TransactionUnconfirmedError } from '../../src/index.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { bentNode, crowdedNode, transactionNotFound } from '../support/bent-node.js';
import { bentSigner } from '../support/bent-signer.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let address: string;
let destination: string;
let decision: ApprovalDecision;

beforeEach(async () => {
  decision = 'approve';
  world = await newWorld({ approvals: () => decision });
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (gateway: XrplGateway, options: object = {}) =>
  gateway.xrpTransfer('0', { destination, amount: '1' }, { native: false, ...options });

const settings = (gateway: XrplGateway, options: object = {}) =>
  gateway.accountSet('0', { configs: { tickSize: 5 } }, options);

const hashesOf = () =>
  world.events.flatMap((event) => (event.type === 'signed' && event.hash ? [event.hash] : []));

const numbersOf = (key: string) =>
  world.events.flatMap((event) =>
    event.type === 'prepared' && event.idempotencyKey === key ? [event.number] : [],
  );

describe('a new process', () => {
  test('that first repeats a finished key still heeds what is live', async () => {
    await pay(world.gateway, { idempotencyKey: 'finished' });
    decision = 'wait';
    await rejectionOf(pay(world.gateway, { idempotencyKey: 'live', signatureTimeoutMs: 50 }));
    const later = world.another();
    await pay(later, { idempotencyKey: 'finished' });
    decision = 'approve';
    const error = await rejectionOf(pay(later, { idempotencyKey: 'next', laneTimeoutMs: 100 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({ details: { holder: { idempotencyKey: 'live' } } });
    expect(numbersOf('next')).toEqual([]);
    world.sandbox.custody.approve(world.sandbox.custody.transactions[1]?.id ?? '');
    await pay(later, { idempotencyKey: 'next' });
    expect(new Set(sequencesOf(world.sandbox, address)).size).toBe(3);
  });

  test('is not held up by old keys whose history is pruned', async () => {
    await pay(world.gateway, { idempotencyKey: 'old' });
    const pruned = new Set<unknown>(hashesOf());
    const later = world.another({
      defaults: { confirmTimeoutMs: 10_000 },
      transport: bentNode(world.sandbox, {
        account_tx: () => ({ transactions: [] }),
        tx: ({ transaction }, ask) => {
          if (pruned.has(transaction)) throw transactionNotFound();
          return ask();
        },
      }),
    });
    const old = { idempotencyKey: 'old', confirmTimeoutMs: 100 };
    for (const repeat of [
      () => pay(later, old),
      () => later.resume('0', 'old', { confirmTimeoutMs: 100 }),
      () => pay(later, { ...old, newAttempt: 2 }),
    ]) {
      const error = await rejectionOf(repeat());
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ status: 'unknown' });
    }
    for (const key of ['new', 'newer']) {
      const outcome = await pay(later, { idempotencyKey: key, laneTimeoutMs: 0 });
      expect(outcome).toHaveProperty('result.validated', true);
    }
    expect(sequencesOf(world.sandbox, address)).toHaveLength(3);
    expect(world.sandbox.custody.transactions).toHaveLength(3);
  });
});

describe('a number', () => {
  test('stays with a request that the custody has, though it does not show it yet', async () => {
    decision = 'wait';
    const signer = world.newSigner();
    // Reads by external id lag; what it was told at creation stays known.
    const late = bentSigner(signer, { find: async () => undefined });
    const gateway = world.another({ signer: late });
    await rejectionOf(pay(gateway, { idempotencyKey: 'made', signatureTimeoutMs: 100 }));
    decision = 'approve';
    const error = await rejectionOf(pay(gateway, { idempotencyKey: 'next', laneTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    const [request] = world.sandbox.custody.transactions;
    expect(error).toMatchObject({ details: { holder: { custodyId: request?.id } } });
    expect(numbersOf('next')).toEqual([]);
  });

  test('of a request that no signer ever signs is free once its time is over', async () => {
    const inner = new LocalRawSigner({ seed: 'denied', quiet: true });
    let denied: string | undefined;
    const signer = bentSigner(inner, {
      sign: async (request, options) => {
        denied ??= request.idempotencyKey;
        if (denied === request.idempotencyKey) throw new Error('AccessDenied');
        return inner.sign(request, options);
      },
    });
    const options = { signer, journal: memoryStore(), secondsPerLedger: 100 };
    const gateway = world.another(options);
    const own = await gateway.getAddress('0');
    await world.sandbox.xrpl.fund(own, 1_000_000_000n);
    await rejectionOf(settings(gateway, { idempotencyKey: 'denied' }));
    for (const process of [gateway, world.another(options)]) {
      const { result } = await settings(process, { laneTimeoutMs: 20_000 });
      expect(result.validated).toBe(true);
    }
    expect(sequencesOf(world.sandbox, own)).toHaveLength(2);
    // The key itself says that its time is over, and never pays late.
    await expect(settings(gateway, { idempotencyKey: 'denied' })).rejects.toMatchObject({
      code: expect.stringMatching(/^TRANSACTION_(?:EXPIRED|REPLACED)$/),
    });
  });
});

describe('in a pipeline', () => {
  test('a second attempt keeps its number to itself while another call reads', async () => {
    let full = true;
    let hold: Promise<void> | undefined;
    const crowd = crowdedNode(world.sandbox, () => full);
    const gateway = world.another({
      lanes: { mode: 'pipeline', depth: 5 },
      secondsPerLedger: 3,
      transport: {
        async request(command, params, options) {
          if (command === 'fee') await hold;
          return crowd.request(command, params, options);
        },
      },
    });
    await rejectionOf(settings(gateway, { idempotencyKey: 'K', confirmTimeoutMs: 50 }));
    for (const order of [
      ['K', 'other'],
      ['another', 'K'],
    ] as const) {
      full = true;
      let go = () => {};
      hold = new Promise((resolve) => {
        go = resolve;
      });
      const calls = order.map((key) =>
        settings(
          gateway,
          key === 'K' ? { idempotencyKey: 'K', newAttempt: 2 } : { idempotencyKey: key },
        ),
      );
      go();
      full = false;
      for (const { result } of await Promise.all(calls)) expect(result.validated).toBe(true);
    }
    expect(new Set(numbersOf('K')).size).toBe(1);
    for (const key of ['other', 'another']) expect(numbersOf('K')).not.toContain(numbersOf(key)[0]);
    expect(new Set(sequencesOf(world.sandbox, address)).size).toBe(3);
  });
});
