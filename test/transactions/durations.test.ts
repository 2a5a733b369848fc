import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type XrplGateway, XrplNodeError } from '../../src/xrpl/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { LOOK_UP_MS, READS_MS, SIGNING_MS, SlowWorld } from '../support/slow-world.js';

const PAYMENT = { destination: 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', amount: '1' };

const pay = (gateway: XrplGateway, idempotencyKey: string, more: object = {}) =>
  gateway.xrpTransfer('0', PAYMENT, { idempotencyKey, ...more });

describe('what events say that a step took', () => {
  test('is what that step took: reading, signing and sending have a figure each', async () => {
    const world = new SlowWorld();
    await world.ended(pay(world.gateway(), 'one'));
    expect(world.durationsOf('one')).toEqual([
      ['lane-entered', 0],
      ['read', READS_MS],
      ['number-taken', 0],
      ['prepared', 0],
      ['signed', SIGNING_MS],
      ['turn-reached', 0],
      ['submitted', 120],
      ['final', READS_MS + SIGNING_MS + 120 + LOOK_UP_MS],
    ]);
  });

  test('begins where the step before it ended, and nothing is counted twice', async () => {
    const world = new SlowWorld();
    await world.ended(pay(world.gateway(), 'one'));
    const [first, ...rest] = world.of('one').filter(({ durationMs }) => durationMs !== undefined);
    let at = first?.at ?? 0;
    for (const event of rest.filter(({ type }) => type !== 'final')) {
      expect([event.type, event.at - (event.durationMs ?? 0)]).toEqual([event.type, at]);
      at = event.at;
    }
  });

  test('is of a batch what it is of one', async () => {
    const world = new SlowWorld();
    const amounts = ['1', '2'].map((amount) => ({ ...PAYMENT, amount }));
    const operations = amounts.map((params) => ({
      transactionType: 'xrpTransfer' as const,
      params,
    }));
    await world.ended(world.gateway().submitBatch('0', operations, { idempotencyKey: 'many' }));
    expect(world.durationsOf('many')).toEqual([
      ['lane-entered', 0],
      ['read', READS_MS],
      ['number-taken', 0],
      ['prepared', 0],
      ['signed', SIGNING_MS],
      ['turn-reached', 0],
      ['submitted', 120],
      ['turn-reached', 0],
      ['submitted', 120],
      ['final', READS_MS + SIGNING_MS + 2 * (120 + LOOK_UP_MS)],
    ]);
  });

  test('has the wait for the lane apart from the reads that follow it', async () => {
    const world = new SlowWorld();
    const gateway = world.gateway();
    world.holds = true;
    const first = pay(gateway, 'first');
    await world.allThatCan();
    const startedAt = world.clock.now();
    const second = pay(gateway, 'second');
    await world.allThatCan();
    expect(world.of('second')).toEqual([]);
    await world.clock.pass(9_000);
    world.holds = false;
    world.held.shift()?.();
    await world.ended(first, second);
    const [entered, ...rest] = world.of('second');
    expect(entered).toMatchObject({ type: 'lane-entered' });
    expect(entered?.durationMs).toBe((entered?.at ?? 0) - startedAt);
    expect(entered?.durationMs).toBeGreaterThanOrEqual(9_000);
    expect(rest).toMatchObject([
      { type: 'read', durationMs: READS_MS },
      { type: 'number-taken', durationMs: 0 },
      { type: 'prepared', durationMs: 0 },
      { type: 'signed', durationMs: SIGNING_MS },
      { type: 'turn-reached', durationMs: 0 },
      { type: 'submitted', durationMs: 120 },
      { type: 'final' },
    ]);
  });

  test('has no reads in the wait for others that turn out to be ahead', async () => {
    const world = new SlowWorld();
    world.holds = true;
    const before = pay(world.gateway(), 'before');
    before.catch(() => undefined);
    await world.allThatCan();
    // A process that begins anew, whose own lane is free.
    const after = pay(world.gateway(), 'after');
    await world.allThatCan();
    await world.clock.pass(9_000);
    world.holds = false;
    for (const release of world.held.splice(0)) release();
    await world.ended(before, after);
    const told = world.of('after');
    const [entered, read, again, reread] = told.filter(({ type }) => /entered|read/.test(type));
    expect(entered).toMatchObject({ type: 'lane-entered', durationMs: 0 });
    expect(read).toMatchObject({ type: 'read', durationMs: READS_MS });
    expect(again?.durationMs).toBe((again?.at ?? 0) - (read?.at ?? 0));
    expect(again?.durationMs).toBeGreaterThanOrEqual(9_000);
    expect(reread).toMatchObject({ type: 'read', durationMs: READS_MS });
  });

  test('has the wait for those before it apart from the sending', async () => {
    const world = new SlowWorld();
    const gateway = world.gateway({ lanes: { mode: 'pipeline', depth: 2 } });
    world.holds = true;
    const first = pay(gateway, 'first');
    await world.allThatCan();
    world.holds = false;
    const second = pay(gateway, 'second');
    await world.allThatCan();
    await world.clock.pass(9_000);
    const isSigned = () => world.of('second').some(({ type }) => type === 'signed');
    expect(isSigned()).toBe(true);
    expect(world.of('second').some(({ type }) => type === 'submitted')).toBe(false);
    world.held.shift()?.();
    await world.ended(first, second);
    const [signed, turn, submitted] = ['signed', 'turn-reached', 'submitted'].map((type) =>
      world.of('second').find((event) => event.type === type),
    );
    expect(signed).toMatchObject({ durationMs: SIGNING_MS });
    expect(turn?.durationMs).toBe((turn?.at ?? 0) - (signed?.at ?? 0));
    expect(turn?.durationMs).toBeGreaterThanOrEqual(9_000);
    expect(submitted).toMatchObject({ durationMs: 120 });
  });

  test('has the making of a Ticket apart from the building of what spends it', async () => {
    const world = new SlowWorld();
    const { node } = world;
    const latest = { ledger_index: node.ledgerIndex + 1, validated: true };
    const account_objects = () =>
      node.sent
        .filter(({ fields }) => fields.TransactionType === 'TicketCreate')
        .map(({ fields }) => ({
          LedgerEntryType: 'Ticket',
          TicketSequence: Number(fields.Sequence) + 1,
        }));
    node.on('account_objects', () => ({ account_objects: account_objects(), ...latest }));
    // By the time that anybody asks for a single one it is spent.
    node.on('ledger_entry', () => {
      throw new XrplNodeError('entryNotFound', undefined);
    });
    const gateway = world.gateway({ lanes: { mode: 'tickets', count: 1 } });
    await world.ended(pay(gateway, 'spender'));
    const told = world.durationsOf('spender');
    expect(told.map(([type]) => type)).not.toContain('turn-reached');
    const figures = Object.fromEntries(told);
    expect(figures).toMatchObject({ read: READS_MS + 70, prepared: 0, submitted: 120 });
    // The Ticket is a transaction of its own.
    expect(figures['number-taken']).toBeGreaterThanOrEqual(SIGNING_MS);
  });
});

describe('what events say that a transfer of the custody’s own took', () => {
  let world: FakeWorld;
  beforeEach(() => {
    world = new FakeWorld({
      decide: () => ({ decision: 'approve', afterMs: 3_000 }),
    });
  });
  afterEach(() => world.end());

  const told = () =>
    world.events.flatMap((event) =>
      'durationMs' in event ? [[event.type, event.durationMs] as const] : [],
    );
  const figures = (): Record<string, number> => Object.fromEntries(told());

  test('is what the custody took to send it, and what the ledger did to confirm it', async () => {
    const outcome = await world.run(world.pay({ native: true }));
    expect(told().map(([type]) => type)).toEqual(['lane-entered', 'read', 'custody-sent', 'final']);
    const [sent] = world.told('custody-sent');
    const [final] = world.told('final');
    expect(sent).toMatchObject({
      requestId: outcome.receipt.requestId,
      hash: outcome.receipt.hash,
    });
    expect(sent?.durationMs).toBeGreaterThanOrEqual(3_000);
    expect(final?.at).toBeGreaterThan(sent?.at ?? Number.POSITIVE_INFINITY);
    const { 'lane-entered': lane = 0, read = 0, 'custody-sent': sending = 0 } = figures();
    const confirming = (final?.at ?? 0) - (sent?.at ?? 0);
    expect(final?.durationMs).toBe(lane + read + sending + confirming);
  });

  test('is for a call that goes on with it only what it waited for', async () => {
    const signatureTimeoutMs = 1_000;
    const options = { native: true, idempotencyKey: 'later', signatureTimeoutMs };
    await expect(world.run(world.pay(options))).rejects.toMatchObject({
      code: 'SIGNATURE_PENDING',
    });
    expect(world.told('custody-sent')).toEqual([]);
    const startedAt = world.time.clock.now();
    await world.run(world.another().resume('0', 'later'));
    const [sent, ...more] = world.told('custody-sent');
    expect(more).toEqual([]);
    expect(sent?.durationMs).toBeGreaterThan(0);
    expect(sent?.durationMs).toBeLessThanOrEqual((sent?.at ?? 0) - startedAt);

    // By now the custody has sent it: nobody waits for that any more.
    world.events.length = 0;
    await world.run(world.another().resume('0', 'later'));
    expect(told().map(([type]) => type)).toEqual(['final']);
  });
});
