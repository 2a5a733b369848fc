import { beforeEach, describe, expect, test } from 'vitest';
import type {
  LaneHolder,
  LanePass,
  LaneRequest,
  Lanes,
  Replaced,
} from '../../src/transactions/lanes/lanes.js';
import { WaitingLine } from '../../src/transactions/lanes/line.js';
import { memoryLanes } from '../../src/transactions/lanes/memory.js';
import { ManualClock, settle } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';

const ACCOUNT = 'xrpl:1/rAccount';

function request(
  holder: LaneHolder,
  more: { readonly signal?: AbortSignal; readonly replaces?: Replaced } = {},
): LaneRequest {
  return { account: ACCOUNT, holder, timeoutMs: 600_000, finish: async () => undefined, ...more };
}

describe('a change, however many wait', () => {
  const line = new WaitingLine();
  let woken: string[] = [];
  const join = (holder: LaneHolder, replaces?: Replaced) => {
    const waiter = line.join(request(holder, replaces ? { replaces } : {}));
    waiter.wake = () => woken.push(holder.requestId);
    return waiter;
  };
  const [first, second] = Array.from({ length: 1_000 }, (_, at) => join({ requestId: `r${at}` }));
  beforeEach(() => {
    woken = [];
  });
  const held = (requestId: string) => ({
    holder: { requestId },
    committed: true,
    isOver: false,
    workers: [],
  });

  test('wakes the first alone', () => {
    line.wakeFirst();
    expect(woken).toEqual(['r0']);
  });

  test('wakes those whose request it is about, or who replaced it', () => {
    const replacement = join({ requestId: 'late' }, { requestId: 'r500' });
    line.wakeThoseOf([held('r500'), held('of nobody')]);
    expect(woken).toEqual(['r500', 'late']);
    line.leave(replacement);
    line.wakeThoseOf([held('r500')]);
    expect(woken).toEqual(['r500', 'late', 'r500']);
  });

  test('wakes the one of those with numbers whose numbers end lowest, wherever it stands', () => {
    const numbered = [[8n], [9n, 6n], [7n], [7n]].map((numbers, at) =>
      join({ requestId: `numbered ${at}`, numbers }),
    );
    const [, last, lowest, second] = numbered;
    if (!last || !lowest || !second) throw new Error('They have not come.');
    line.wakeFirst();
    expect(woken.splice(0)).toEqual(['r0', 'numbered 2']);
    expect(numbered.map((one) => line.goesFirst(one))).toEqual([false, false, true, false]);
    // Busy with the work of others, it keeps nobody waiting.
    line.stepAside(lowest);
    line.wakeFirst();
    expect(woken.splice(0)).toEqual(['r0', 'numbered 3']);
    line.stepForward(lowest);
    line.leave(second);
    line.wakeFirst();
    expect(woken.splice(0)).toEqual(['r0', 'numbered 2']);
    for (const one of numbered) line.leave(one);
    line.wakeFirst();
    expect(woken).toEqual(['r0']);
  });

  test('wakes the next once the first has left', () => {
    if (first) line.leave(first);
    line.wakeFirst();
    expect(woken).toEqual(['r1']);
    expect(second && line.goesFirst(second)).toBe(true);
  });
});

/** Waits by hand, and counts: each look of a call that waits ends in a pause of its own. */
class CountingClock extends ManualClock {
  pauses = 0;

  override sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.pauses += 1;
    return super.sleep(ms, signal);
  }
}

describe('of a transfer, however many wait', () => {
  /** How often anybody looked while ten of them had their turns. */
  async function looksOf(
    waiting: number,
    numbersOf: (at: number) => readonly bigint[] | undefined,
  ) {
    const clock = new CountingClock();
    const lanes = memoryLanes({ clock, maxWaiting: 20_000 });
    let pass = await lanes.enter(request({ requestId: 'first', numbers: [1n] }));
    const passes: LanePass[] = [];
    for (let at = 0; at < waiting; at++) {
      const holder = { requestId: `r${at}`, numbers: numbersOf(at) };
      void lanes.enter(request(holder)).then((one) => passes.push(one));
    }
    await settle();
    clock.pauses = 0;
    for (let turn = 0; turn < 10; turn++) {
      await pass.update({ custodyId: 'custody-1' });
      await pass.reserve(1n);
      await pass.commit();
      await pass.turn(1n, {});
      await pass.leave('given-back');
      await settle();
      const next = passes.shift();
      if (!next) throw new Error('Nobody has come.');
      pass = next;
    }
    return clock.pauses;
  }

  test.each<[string, (at: number) => readonly bigint[] | undefined]>([
    ['those who wait for a number', () => undefined],
    ['those who have one', (at) => [BigInt(1_000 + at)]],
  ])('as many of %s look', async (_, numbersOf) => {
    const few = await looksOf(20, numbersOf);
    expect(await looksOf(2_000, numbersOf)).toBe(few);
    expect(few).toBeLessThanOrEqual(50);
  });
});

describe('who waits in a lane', () => {
  const clock = new ManualClock();
  let lanes: Lanes;
  let first: LanePass;
  beforeEach(async () => {
    lanes = memoryLanes({ clock });
    first = await lanes.enter(request({ requestId: 'first' }));
  });

  test('comes when its turn is, though the one before is gone just then', async () => {
    const controller = new AbortController();
    const gone = lanes.enter(request({ requestId: 'gone' }, { signal: controller.signal }));
    gone.catch(() => undefined);
    let hasCome = false;
    void lanes.enter(request({ requestId: 'next' })).then(() => {
      hasCome = true;
    });
    await settle();
    const leaving = first.leave('spent');
    controller.abort();
    await leaving;
    await expect(gone).rejects.toMatchObject({ code: 'ABORTED' });
    await settle();
    expect(hasCome).toBe(true);
  });

  test('comes at once where the one before gives up while it finishes what others left', async () => {
    await first.commit();
    await first.detach();
    const controller = new AbortController();
    const busy = lanes.enter({
      ...request({ requestId: 'busy' }, { signal: controller.signal }),
      finish: () => new Promise((_, reject) => controller.signal.addEventListener('abort', reject)),
    });
    await settle();
    const finished: string[] = [];
    const next = lanes.enter({
      ...request({ requestId: 'next' }),
      async finish(holder, pass) {
        finished.push(holder.requestId);
        await pass.leave('given-back');
      },
    });
    await settle();
    expect(finished).toEqual([]);
    controller.abort();
    await expect(busy).rejects.toMatchObject({ code: 'ABORTED' });
    await settle();
    expect(finished).toEqual(['first']);
    await (await next).leave('spent');
  });

  test('comes though the one before that has lower numbers is busy with what others left', async () => {
    const wide = memoryLanes({ clock, width: 2 });
    const [left, other] = [
      await wide.enter(request({ requestId: 'left', numbers: [3n] })),
      await wide.enter(request({ requestId: 'other', numbers: [2n] })),
    ];
    await left.commit();
    await left.detach();
    const busy = { ...request({ requestId: 'busy', numbers: [5n] }), finish: () => forever };
    void wide.enter(busy);
    let hasCome = false;
    void wide.enter(request({ requestId: 'next', numbers: [6n] })).then(() => {
      hasCome = true;
    });
    await settle();
    expect(hasCome).toBe(false);
    await other.leave('spent');
    await settle();
    expect(hasCome).toBe(true);
  });
  const forever = new Promise<never>(() => undefined);

  test('lets one go before whose numbers are lower, and comes behind it', async () => {
    await first.update({ numbers: [1n] });
    const order: string[] = [];
    const come = (requestId: string, numbers?: readonly bigint[]) =>
      lanes.enter(request({ requestId, numbers })).then(async (pass) => {
        order.push(requestId);
        await pass.reserve(20n);
        await settle();
        await pass.leave('spent');
      });
    const calls = [come('earliest'), come('high', [9n]), come('low', [8n])];
    await settle();
    await first.leave('spent');
    await Promise.all(calls);
    expect(order).toEqual(['earliest', 'low', 'high']);
  });

  test('comes once what it replaces was sent before all that others hold', async () => {
    await first.update({ numbers: [1n, 3n] });
    void lanes.enter(request({ requestId: 'before' }));
    let hasCome = false;
    const replacing = request({ requestId: 'replacing' }, { replaces: { numbers: [2n] } });
    void lanes.enter(replacing).then(() => {
      hasCome = true;
    });
    await settle();
    expect(hasCome).toBe(false);
    await first.sent(1n);
    await settle();
    expect(hasCome).toBe(true);
  });

  test('comes at once where it replaces what was sent before all that others hold', async () => {
    await first.update({ numbers: [2n] });
    void lanes.enter(request({ requestId: 'before' }));
    const come: string[] = [];
    for (const number of [3n, 1n]) {
      const requestId = `replaces ${number}`;
      const replacing = request({ requestId }, { replaces: { numbers: [number] } });
      void lanes.enter(replacing).then(() => come.push(requestId));
    }
    await settle();
    expect(come).toEqual(['replaces 1']);
  });

  test('comes at once where another call got its request a place', async () => {
    void lanes.enter(request({ requestId: 'before' }));
    let hasCome = false;
    void lanes.enter(request({ requestId: 'shared' })).then(() => {
      hasCome = true;
    });
    await settle();
    expect(hasCome).toBe(false);
    await first.acknowledge([{ requestId: 'shared', numbers: [3n] }]);
    await settle();
    expect(hasCome).toBe(true);
  });

  test('comes while the first of those who wait is busy with what others left', async () => {
    let isBusy = false;
    await first.commit();
    await first.detach();
    const busy = request({ requestId: 'busy' });
    void lanes.enter({
      ...busy,
      async finish(_holder, pass) {
        isBusy = true;
        await settle();
        await pass.acknowledge([{ requestId: 'shared', numbers: [3n] }]);
        await new Promise(() => undefined);
      },
    });
    let hasCome = false;
    void lanes.enter(request({ requestId: 'shared' })).then(() => {
      hasCome = true;
    });
    await settle();
    await settle();
    expect([isBusy, hasCome]).toEqual([true, true]);
  });
});

describe('that an account is busy', () => {
  const enter = (lanes: Lanes, requestId: string) =>
    lanes.enter({ ...request({ requestId }), timeoutMs: 0 });
  const asked = async (lanes: Lanes, requestId: string, next = 5n) => {
    const pass = await enter(lanes, requestId);
    const number = (await pass.reserve(next)) ?? 0n;
    await pass.commit();
    return { pass, number };
  };
  const named = (requestId: string) => ({
    code: 'ACCOUNT_BUSY',
    details: { holder: { requestId } },
  });

  test('names the request whose number comes before, whichever came first', async () => {
    const lanes = memoryLanes({ width: 3 });
    const refused = await asked(lanes, 'refused');
    const { pass, number } = await asked(lanes, 'second');
    await refused.pass.leave('given-back');
    expect(await asked(lanes, 'third')).toHaveProperty('number', 5n);
    const error = await rejectionOf(pass.turn(number, { timeoutMs: 0 }));
    expect(error).toMatchObject(named('third'));
  });

  test('names no request that holds nothing any more', async () => {
    const lanes = memoryLanes({ width: 1 });
    const lost = await asked(lanes, 'lost');
    await lost.pass.leave('may-appear');
    await asked(lanes, 'holder');
    expect(await rejectionOf(enter(lanes, 'waiting'))).toMatchObject(named('holder'));
  });
});

test('a call that replaces a request, and finishes another on its way, does not wait for the replaced one', async () => {
  const lanes = memoryLanes({ width: 5 });
  const holders = [
    { requestId: 'replaced', numbers: [1n, 2n] },
    { requestId: 'left', numbers: [3n] },
  ];
  const first = await lanes.enter(request({ requestId: 'first' }));
  await first.acknowledge(holders);
  await first.leave('given-back');
  const turns: string[] = [];
  const replacement = await lanes.enter({
    ...request({ requestId: 'replacement' }, { replaces: { requestId: 'replaced' } }),
    async finish({ requestId, numbers = [] }, pass) {
      for (const number of numbers)
        turns.push(`${requestId} ${await pass.turn(number, { timeoutMs: 0 })}`);
      await pass.leave('spent');
    },
  });
  await replacement.takeAll([2n, 4n]);
  await replacement.sent(2n);
  expect(await replacement.turn(4n, { timeoutMs: 1_000 })).toBe('come');
  expect(turns).toEqual(['left come']);
});
