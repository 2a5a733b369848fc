import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { AbortedError } from '../../src/core/errors.js';
import { poll } from '../../src/core/poll.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

const PACE = { firstMs: 100, factor: 2, maxMs: 1_000 };
/** For tests in which nothing but a wake may end a pause. */
const NEVER = { firstMs: 1e9, factor: 1, maxMs: 1e9 };

/** Finds something at the look of this number; counts the looks and their times. */
function findingAt(number: number, clock: FakeClock) {
  const looks: number[] = [];
  const start = clock.now();
  const look = async () => {
    looks.push(clock.now() - start);
    return looks.length === number ? 'found' : undefined;
  };
  return { look, looks };
}

function waker() {
  const wakes = new Set<() => void>();
  return {
    wakes,
    wakeOn: (wake: () => void) => {
      wakes.add(wake);
      return () => void wakes.delete(wake);
    },
    ring: () => {
      for (const wake of wakes) wake();
    },
  };
}

describe('poll', () => {
  it('looks at once', async () => {
    const clock = new FakeClock();
    const { look, looks } = findingAt(1, clock);
    expect(await poll(look, { pace: PACE, timeoutMs: 5_000, clock })).toBe('found');
    expect(looks).toEqual([0]);
    expect(clock.pauses).toEqual([]);
  });

  it('makes growing pauses, up to the longest', async () => {
    const clock = new FakeClock();
    const { look } = findingAt(8, clock);
    await poll(look, { pace: PACE, timeoutMs: 1e9, clock });
    expect(clock.pauses).toEqual([100, 200, 400, 800, 1_000, 1_000, 1_000]);
  });

  it('looks a last time at the very end, and not after it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 20_000 }), async (timeoutMs) => {
        const clock = new FakeClock();
        const { look, looks } = findingAt(-1, clock);
        expect(await poll(look, { pace: PACE, timeoutMs, clock })).toBeUndefined();
        expect(looks.at(-1)).toBe(timeoutMs);
      }),
    );
  });

  it('looks once when there is no time at all, or none that is a number', async () => {
    for (const timeoutMs of [0, -1, Number.NaN]) {
      const clock = new FakeClock();
      const { look, looks } = findingAt(-1, clock);
      expect(await poll(look, { pace: PACE, timeoutMs, clock })).toBeUndefined();
      expect(looks).toEqual([0]);
    }
  });

  it('goes on for ever when asked to', async () => {
    const clock = new FakeClock();
    const { look } = findingAt(5_000, clock);
    const options = { pace: PACE, timeoutMs: Number.POSITIVE_INFINITY, clock };
    expect(await poll(look, options)).toBe('found');
  });

  it('tells each look how much time is left, slow looks included', async () => {
    const clock = new FakeClock();
    const left: number[] = [];
    const look = async (leftMs: number) => {
      left.push(leftMs);
      clock.pass(50);
      return undefined;
    };
    await poll(look, { pace: PACE, timeoutMs: 500, clock });
    expect(left).toEqual([500, 350, 100, 0]);
  });

  it('passes on what a look throws, and unsubscribes', async () => {
    const { wakes, wakeOn } = waker();
    const error = new Error('no');
    const look = () => Promise.reject(error);
    const polling = poll(look, { pace: PACE, timeoutMs: 1, clock: new FakeClock(), wakeOn });
    expect(await rejectionOf(polling)).toBe(error);
    expect(wakes.size).toBe(0);
  });

  it('finds falsy things', async () => {
    const clock = new FakeClock();
    for (const thing of [0, '', false, null]) {
      expect(await poll(async () => thing, { pace: PACE, timeoutMs: 1, clock })).toBe(thing);
    }
  });

  it('looks at once when woken in a pause', async () => {
    const clock = new FakeClock();
    const { look, looks } = findingAt(2, clock);
    const { ring, wakeOn, wakes } = waker();
    clock.onSleep = ring;
    expect(await poll(look, { pace: NEVER, timeoutMs: 1e12, clock, wakeOn })).toBe('found');
    expect(looks).toEqual([0, 0]);
    expect(wakes.size).toBe(0);
  });

  it('does not lose a wake that comes between a look and its pause', async () => {
    const { ring, wakeOn } = waker();
    let looks = 0;
    const look = async () => {
      looks += 1;
      // What is looked for appears after it was looked for, and before the pause begins.
      if (looks === 1) ring();
      return looks === 2 ? 'found' : undefined;
    };
    const options = { pace: NEVER, timeoutMs: 1e12, clock: systemClock, wakeOn };
    expect(await poll(look, options)).toBe('found');
    expect(looks).toBe(2);
  });

  it('takes one wake for one look, not for all that follow', async () => {
    const clock = new FakeClock();
    const { look, looks } = findingAt(3, clock);
    const { ring, wakeOn } = waker();
    let rung = false;
    clock.onSleep = () => {
      if (!rung) ring();
      rung = true;
    };
    await poll(look, { pace: { ...PACE, factor: 1 }, timeoutMs: 1e9, clock, wakeOn });
    expect(looks).toEqual([0, 0, 100]);
  });

  it('ends at once when the caller aborts in a pause, and leaves no listener behind', async () => {
    const controller = new AbortController();
    const { look, looks } = findingAt(-1, new FakeClock());
    const polling = rejectionOf(
      poll(look, { pace: NEVER, timeoutMs: 1e12, clock: systemClock, signal: controller.signal }),
    );
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect(await polling).toBeInstanceOf(AbortedError);
    expect(looks).toHaveLength(1);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('does not look when the caller aborted before', async () => {
    const clock = new FakeClock();
    const { look, looks } = findingAt(1, clock);
    const polling = poll(look, { pace: PACE, timeoutMs: 1, clock, signal: AbortSignal.abort() });
    expect(await rejectionOf(polling)).toBeInstanceOf(AbortedError);
    expect(looks).toEqual([]);
  });

  it('gives what the last look found, though the caller aborted during it', async () => {
    const controller = new AbortController();
    const look = async () => {
      controller.abort();
      return 'found';
    };
    const options = { pace: PACE, timeoutMs: 1, clock: new FakeClock(), signal: controller.signal };
    expect(await poll(look, options)).toBe('found');
  });
});
