import { afterEach, describe, expect, test } from 'vitest';
import { AccountBusyError, ConfigurationError } from '../../src/index.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { XrplGateway, XrplGatewayOptions, XrpTransferOptions } from '../../src/xrpl/index.js';
import { bentStore } from '../support/bent-store.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World | undefined;
afterEach(() => world?.stop());

type LanesOption = NonNullable<XrplGatewayOptions['lanes']>;

/** Two gateways with signers and lanes of their own, as two processes have them, on one vault. */
async function twoReplicas(lanes: LanesOption, approvals?: () => ApprovalDecision) {
  world = await newWorld({ ledgerCloseMs: 30, ...(approvals ? { approvals } : {}) });
  const { sandbox, another } = world;
  const store = memoryStore();
  const replicas = [
    another({ lanes: { store, ...lanes } }),
    another({ lanes: { store, ...lanes } }),
  ];
  const address = sandbox.custody.addressOf('0', 'XRP_TEST');
  const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
  const pay = (replica: number, key: string, options: XrpTransferOptions = {}) =>
    (replicas[replica] as XrplGateway).xrpTransfer(
      '0',
      { destination, amount: '1' },
      { native: false, idempotencyKey: key, ...options },
    );
  return { sandbox, store, replicas, address, pay };
}

const hashOf = (paid: Awaited<ReturnType<XrplGateway['xrpTransfer']>>) =>
  'result' in paid ? paid.result.hash : paid.txHash;

describe('two replicas with one store, on one vault', () => {
  test.each<[string, LanesOption]>([
    ['serial', {}],
    ['pipeline', { mode: 'pipeline', depth: 6 }],
    ['tickets', { mode: 'tickets', count: 10 }],
  ])(
    'confirm 50 concurrent transfers in %s mode, each once and without a gap',
    async (_, lanes) => {
      const { sandbox, address, pay } = await twoReplicas(lanes);
      const [before] = sequencesOf(sandbox, address).slice(-1);
      const paid = await Promise.all(
        Array.from({ length: 50 }, (__, index) => pay(index % 2, `key-${index}`)),
      );
      expect(new Set(paid.map(hashOf)).size).toBe(50);
      const own = sandbox.custody.transactions.filter(({ status }) => status === 'COMPLETED');
      // No approval was wasted on a number, or a Ticket, that another had too.
      const creations = own.length - 50;
      expect(creations).toBeGreaterThanOrEqual(0);
      expect(creations).toBeLessThanOrEqual(lanes.mode === 'tickets' ? 10 : 0);
      if (lanes.mode === 'tickets') return;
      const sequences = sequencesOf(sandbox, address);
      expect(sequences).toHaveLength(50 + (before === undefined ? 0 : 1));
      expect(sequences).toEqual(sequences.map((__, index) => (sequences[0] ?? 0) + index));
    },
  );

  test('that are given the same key at the same moment pay once, and both say so', async () => {
    const { sandbox, address, pay } = await twoReplicas({ mode: 'pipeline' });
    const keys = Array.from({ length: 10 }, (_, index) => `key-${index}`);
    const paid = await Promise.all(keys.flatMap((key) => [pay(0, key), pay(1, key)]));
    for (const [index] of keys.entries()) {
      const [one, other] = paid.slice(2 * index, 2 * index + 2).map(hashOf as never);
      expect(one).toBe(other);
    }
    expect(sequencesOf(sandbox, address)).toHaveLength(10);
    expect(sandbox.custody.transactions).toHaveLength(10);
  });

  test('whose signers forget pay once under one key, at the same moment and later', async () => {
    const { sandbox, address, store } = await twoReplicas({});
    const lanes = { store };
    const [one, other] = ['a', 'b'].map(() =>
      (world as World).another({
        signer: new LocalRawSigner({ seed: 'shared', quiet: true }),
        lanes,
      }),
    ) as [XrplGateway, XrplGateway];
    const local = await one.getAddress('0');
    await sandbox.xrpl.fund(local, 100_000_000n);
    const params = { destination: address, amount: '1' };
    const options = { idempotencyKey: 'forgotten' };
    const first = await Promise.all([
      one.xrpTransfer('0', params, options),
      other.xrpTransfer('0', params, options),
    ]);
    const later = await other.xrpTransfer('0', params, options);
    expect(new Set([...first, later].map(hashOf)).size).toBe(1);
    expect(later.receipt.durable).toBe(true);
    expect(sequencesOf(sandbox, local)).toHaveLength(1);
  });

  test('that make the same payment at the same moment, under two keys, make it twice', async () => {
    const { sandbox, address, pay } = await twoReplicas({ mode: 'pipeline' });
    const paid = await Promise.all([pay(0, 'a'), pay(1, 'b')]);
    expect(new Set(paid.map(hashOf)).size).toBe(2);
    expect(sequencesOf(sandbox, address)).toHaveLength(2);
  });

  test('choose Tickets that the other has not chosen', async () => {
    const { sandbox, replicas, pay } = await twoReplicas({});
    await replicas[0]?.submit('0', { TransactionType: 'TicketCreate', TicketCount: 20 });
    const useTickets = true;
    const paid = await Promise.all(
      Array.from({ length: 20 }, (_, index) => pay(index % 2, `key-${index}`, { useTickets })),
    );
    expect(new Set(paid.map(hashOf)).size).toBe(20);
    expect(sandbox.custody.transactions).toHaveLength(21);
  });

  test('wait for what the other asked a person for, and say whom they wait for', async () => {
    let decision: ApprovalDecision = 'wait';
    const { sandbox, address, pay } = await twoReplicas({}, () => decision);
    const asked = pay(0, 'asked');
    await expect.poll(() => sandbox.custody.transactions.length).toBe(1);
    const error = await rejectionOf(pay(1, 'next', { laneTimeoutMs: 300 }));
    expect(error).toBeInstanceOf(AccountBusyError);
    const [request] = sandbox.custody.transactions;
    expect(error).toMatchObject({
      details: { holder: { idempotencyKey: 'asked', custodyId: request?.id } },
    });
    decision = 'approve';
    const next = pay(1, 'next');
    sandbox.custody.approve(request?.id ?? '');
    expect(hashOf(await asked)).not.toBe(hashOf(await next));
    expect(sequencesOf(sandbox, address)).toHaveLength(2);
  });

  test('finish what the other has left behind', async () => {
    let decision: ApprovalDecision = 'wait';
    const { sandbox, address, pay } = await twoReplicas({}, () => decision);
    await rejectionOf(pay(0, 'left', { signatureTimeoutMs: 50 }));
    decision = 'approve';
    const next = pay(1, 'next');
    sandbox.custody.approve(sandbox.custody.transactions[0]?.id ?? '');
    await next;
    expect(sequencesOf(sandbox, address)).toHaveLength(2);
    expect(sandbox.custody.transactions).toHaveLength(2);
  });
});

describe('what the store costs', () => {
  /** How often the store is asked, and how often at the same moment. */
  function counted(store: Store) {
    const calls: string[] = [];
    const bent = bentStore(store, (call, make) => {
      calls.push(`${call.method} ${call.key.replace(/[^/]*$/, '')}`);
      return make();
    });
    return { calls, bent };
  }

  test('is a few small round trips', async () => {
    world = await newWorld();
    const { sandbox } = world;
    const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
    const { calls, bent } = counted(memoryStore());
    const gateway = world.another({ lanes: { store: bent, leaseMs: 3_600_000 } });
    const pay = () => gateway.xrpTransfer('0', { destination, amount: '1' }, { native: false });
    await pay();
    calls.length = 0;
    await pay();
    // Enter, reserve, commit; what the custody says; before it is sent; leave, settle.
    const own = calls.filter((call) => call.includes('numbers'));
    expect(own.length).toBeGreaterThanOrEqual(6);
    expect(own.length).toBeLessThanOrEqual(12);
    expect(calls).toEqual(own);
  });
});

describe('the option', () => {
  test.each([
    { store: {} },
    { store: 'redis://:secret@host' },
    { store: memoryStore(), leaseMs: 0 },
    { store: memoryStore(), leaseMs: Number.NaN },
    { mode: 'group', store: memoryStore() },
  ])('refuses %o', async (lanes) => {
    world = await newWorld({ funded: [] });
    const build = () => world?.another({ lanes: lanes as never });
    expect(build).toThrow(ConfigurationError);
    expect(build).not.toThrow(/secret/);
  });
});
