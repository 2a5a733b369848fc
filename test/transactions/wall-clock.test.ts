import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandom } from '../../src/core/random.js';
import { AccountBusyError, TransactionUnconfirmedError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import type { LanePass, LaneRequest, Lanes } from '../../src/transactions/lanes/lanes.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import {
  type TransactionEvent,
  XrplGateway,
  type XrplGatewayOptions,
  XrplNodeError,
} from '../../src/xrpl/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { ManualClock } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';

const DAY_MS = 86_400_000;
const ACCOUNT = 'xrpl:1/rAccount';

function requestOf(requestId: string, timeoutMs = 60_000): LaneRequest {
  const finish = async () => {
    throw new Error('not yet');
  };
  return { account: ACCOUNT, holder: { requestId }, timeoutMs, finish };
}

/** Somebody who has asked the signer, and has gone. */
async function leaveBehind(lanes: Lanes, number: bigint): Promise<void> {
  const pass = await lanes.enter(requestOf('gone'));
  await pass.reserve(number);
  await pass.commit();
  await pass.detach();
}

const LANES: readonly (readonly [string, (clock: ManualClock) => Lanes])[] = [
  ['in memory', (clock) => memoryLanes({ clock })],
  [
    'in a store',
    (clock) => {
      const store = memoryStore({ clock });
      return sharedLanes({ store, clock, random: systemRandom })('numbers', { clock });
    },
  ],
];

describe.each(LANES)('a lane %s, when the wall clock is set back by a day', (_, lanesWith) => {
  let clock: ManualClock;
  let lanes: Lanes;

  beforeEach(() => {
    clock = new ManualClock();
    lanes = lanesWith(clock);
  });

  test('keeps nobody waiting for longer than that call waits', async () => {
    await leaveBehind(lanes, 7n);
    const startedAt = clock.monotonic();
    let endedAt = Number.POSITIVE_INFINITY;
    const ended = rejectionOf(lanes.enter(requestOf('waiting'))).finally(() => {
      endedAt = clock.monotonic();
    });
    await clock.pass(5_000, 500);
    clock.setWall(clock.now() - DAY_MS);
    await clock.pass(70_000, 500);
    expect(await ended).toBeInstanceOf(AccountBusyError);
    expect(endedAt - startedAt).toBeLessThanOrEqual(61_000);
  });

  test('says as before that a transaction has not been seen for long', async () => {
    const sent = await lanes.enter(requestOf('sent'));
    await sent.reserve(7n);
    await sent.leave('spent');
    clock.setWall(clock.now() - DAY_MS);
    const next = await lanes.enter(requestOf('next'));
    expect(next.lost(7n)).toEqual([]);
    await clock.pass(21_000, 500);
    expect(next.lost(7n).map(({ requestId }) => requestId)).toEqual(['sent']);
    await next.detach();
  });

  test('uses a number no earlier and no later than otherwise', async () => {
    const sent = await lanes.enter(requestOf('sent'));
    await sent.reserve(7n);
    await sent.leave('spent');
    clock.setWall(clock.now() - DAY_MS);
    const next = await lanes.enter(requestOf('next'));
    expect(await next.reserve(7n)).toBe(8n);
    await clock.pass(601_000, 1_000);
    expect(await next.reserve(7n)).toBe(7n);
    await next.detach();
  });

  test('knows for how long the signer has been asked', async () => {
    const pass = await lanes.enter(requestOf('asked'));
    expect(pass.askedForMs).toBe(Number.POSITIVE_INFINITY);
    await pass.commit();
    clock.setWall(clock.now() - DAY_MS);
    expect(pass.askedForMs).toBe(0);
    await clock.pass(31_000, 500);
    expect(pass.askedForMs).toBe(31_000);
    await pass.detach();
  });
});

describe('a lane that processes share', () => {
  /** Two processes; the second one's clock is a day behind. */
  function pair(): { clock: ManualClock; ahead: Lanes; behind: Lanes; store: Store } {
    const clock = new ManualClock();
    const late = new ManualClock();
    late.setWall(late.now() - DAY_MS);
    const pass = clock.pass.bind(clock);
    clock.pass = async (ms, stepMs = ms) => {
      for (let left = ms; left > 0; left -= stepMs) {
        await late.pass(Math.min(left, stepMs));
        await pass(Math.min(left, stepMs));
      }
    };
    const store = memoryStore({ clock });
    const of = (own: ManualClock) =>
      sharedLanes({ store, clock: own, random: systemRandom })('numbers', { clock: own });
    return { clock, ahead: of(clock), behind: of(late), store };
  }

  test('does not wait for a day because the clocks differ by one', async () => {
    const { clock, ahead, behind } = pair();
    const sent = await ahead.enter(requestOf('sent'));
    await sent.reserve(7n);
    await sent.leave('spent');
    const next: LanePass = await behind.enter(requestOf('next'));
    expect(next.lost(7n)).toEqual([]);
    await clock.pass(21_000, 500);
    expect(next.lost(7n)).toHaveLength(1);
    await next.detach();
  });

  test('counts a request of another process from when it was first seen at the latest', async () => {
    const { clock, ahead, behind } = pair();
    const pass = await ahead.enter(requestOf('asked'));
    await pass.commit();
    const again = await behind.enter(requestOf('asked'));
    expect(again.askedForMs).toBe(0);
    await clock.pass(31_000, 500);
    expect(again.askedForMs).toBe(31_000);
    await Promise.all([pass.detach(), again.detach()]);
  });

  test.each([
    ['back, of the process that asked', -DAY_MS, 0],
    ['forward, of the process that looks', 0, DAY_MS],
  ])('takes nothing for old because a clock is set %s', async (_, asks, looks) => {
    const [asking, looking] = [new ManualClock(), new ManualClock()];
    const store = memoryStore({ clock: asking });
    const of = (clock: ManualClock) =>
      sharedLanes({ store, clock, random: systemRandom })('numbers', { clock });
    const [first, second] = [of(asking), of(looking)];
    // Both have been at work before.
    for (const lanes of [first, second]) {
      await (await lanes.enter(requestOf('earlier'))).leave('given-back');
    }
    await Promise.all([asking.pass(1_000), looking.pass(1_000)]);
    const pass = await first.enter(requestOf('asked'));
    asking.setWall(asking.now() + asks);
    looking.setWall(looking.now() + looks);
    await pass.commit();
    const again = await second.enter(requestOf('asked'));
    expect(again.askedForMs).toBe(0);
    await Promise.all([pass.detach(), again.detach()]);
  });

  test('is kept by a process whose wall clock is set back while it works', async () => {
    const { clock, ahead, behind } = pair();
    const pass = await ahead.enter(requestOf('long'));
    await pass.commit();
    let isIn = false;
    const waiting = behind.enter(requestOf('next', 600_000)).then((next) => {
      isIn = true;
      return next;
    });
    for (let times = 0; times < 5; times++) {
      clock.setWall(clock.now() - DAY_MS);
      await clock.pass(25_000, 500);
    }
    expect(isIn).toBe(false);
    await pass.leave('spent');
    await clock.pass(1_000, 500);
    await (await waiting).detach();
  });

  test('gives out no token twice, though it was lost and the clock was set back', async () => {
    const clock = new ManualClock();
    const store = memoryStore({ clock });
    const lanes = sharedLanes({ store, clock, random: systemRandom })('numbers', { clock });
    const name = `lanes/1/numbers/${ACCOUNT}`;
    const tokenNow = async () => Number(/"token":(\d+)/.exec((await store.get(name)) ?? '')?.[1]);
    const first = await lanes.enter(requestOf('one'));
    const before = await tokenNow();
    await first.detach();
    await store.delete(name);
    clock.setWall(clock.now() - DAY_MS);
    const second = await lanes.enter(requestOf('two'));
    expect(await tokenNow()).toBeGreaterThan(before);
    await second.detach();
  });
});

describe('a transaction, when the wall clock is set back by a day', () => {
  const destination = 'rf1BiGeXwwQoi8Z2ueFYTEXSwuJYfV2Jpn';
  const polling = { firstMs: 1_000, factor: 1.3, maxMs: 4_000 };

  function gatewayOn(node: FakeXrplNode, clock: FakeClock, more: Partial<XrplGatewayOptions> = {}) {
    return new XrplGateway({
      signer: new LocalRawSigner({ seed: 'any', quiet: true }),
      network: 'testnet',
      transport: node,
      polling,
      clock,
      ...more,
    });
  }

  /** A clock that is set back in the first pause. */
  function setBack(): FakeClock {
    const clock = new FakeClock();
    clock.onSleep = () => {
      clock.setWall(clock.now() - DAY_MS);
      clock.onSleep = undefined;
    };
    return clock;
  }

  const params = { amount: '1', destination };

  test('is waited for as long as the caller said, and sent again as soon as otherwise', async () => {
    const clock = setBack();
    const node = new FakeXrplNode();
    node.on('tx', () => {
      throw new XrplNodeError('txnNotFound', undefined);
    });
    node.sequenceOf = () => node.firstSequence;
    const events: TransactionEvent[] = [];
    const gateway = gatewayOn(node, clock, { onEvent: (event) => void events.push(event) });
    const startedAt = clock.monotonic();
    const error = await rejectionOf(gateway.xrpTransfer('0', params, { confirmTimeoutMs: 60_000 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(clock.monotonic() - startedAt).toBe(60_000);
    expect(node.sent.length).toBeGreaterThanOrEqual(3);
    for (const event of events) {
      if ('durationMs' in event) expect(event.durationMs).toBeGreaterThanOrEqual(0);
    }
  });

  test('is offered to a busy node for as long as the caller said', async () => {
    const clock = setBack();
    const node = new FakeXrplNode();
    node.on('submit', () => {
      throw new XrplNodeError('tooBusy', undefined);
    });
    node.on('tx', () => {
      throw new XrplNodeError('txnNotFound', undefined);
    });
    const startedAt = clock.monotonic();
    await rejectionOf(
      gatewayOn(node, clock).xrpTransfer('0', params, { confirmTimeoutMs: 30_000 }),
    );
    expect(clock.monotonic() - startedAt).toBeLessThanOrEqual(31_000);
  });
});
