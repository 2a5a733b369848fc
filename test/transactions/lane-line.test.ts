import { beforeEach, describe, expect, test } from 'vitest';
import { WaitingLine } from '../../src/transactions/lane-line.js';
import type {
  LaneHolder,
  LanePass,
  LaneRequest,
  Lanes,
  Outrun,
} from '../../src/transactions/lanes.js';
import { memoryLanes } from '../../src/transactions/memory-lanes.js';
import { HandClock, settle } from '../support/hand-clock.js';

const ACCOUNT = 'xrpl:1/rAccount';

function request(
  holder: LaneHolder,
  more: { readonly signal?: AbortSignal; readonly outruns?: Outrun } = {},
): LaneRequest {
  return { account: ACCOUNT, holder, timeoutMs: 600_000, finish: async () => undefined, ...more };
}

describe('a change, however many wait', () => {
  const line = new WaitingLine();
  let woken: string[] = [];
  const join = (holder: LaneHolder, outruns?: Outrun) => {
    const waiter = line.join(request(holder, outruns ? { outruns } : {}));
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

  test('wakes those whose request it is about, or who outrun it', () => {
    const outrunner = join({ requestId: 'late' }, { requestId: 'r500' });
    line.wakeThoseOf([held('r500'), held('of nobody')]);
    expect(woken).toEqual(['r500', 'late']);
    line.leave(outrunner);
    line.wakeThoseOf([held('r500')]);
    expect(woken).toEqual(['r500', 'late', 'r500']);
  });

  test('wakes who has a number already, wherever it stands', () => {
    const numbered = join({ requestId: 'numbered', numbers: [7n] });
    line.wakeFirst();
    expect(woken).toEqual(['r0', 'numbered']);
    line.leave(numbered);
  });

  test('wakes the next once the first has left', () => {
    if (first) line.leave(first);
    line.wakeFirst();
    expect(woken).toEqual(['r1']);
    expect(second && line.goesFirst(second)).toBe(true);
  });
});

describe('who waits in a lane', () => {
  const clock = new HandClock();
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
