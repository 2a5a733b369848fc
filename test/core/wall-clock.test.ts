import { describe, expect, it } from 'vitest';
import { Calls } from '../../src/core/calls.js';
import { UnreachableError } from '../../src/core/errors.js';
import { withinTime } from '../../src/core/http.js';
import { poll } from '../../src/core/poll.js';
import { type RetryOptions, retry } from '../../src/core/retry.js';
import { inTime, OutOfTime } from '../../src/http/in-time.js';
import { renewal } from '../../src/provider/server/renewal.js';
import { memoryStore } from '../../src/store/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { ManualClock, settle } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';

const DAY_MS = 86_400_000;
const TIMEOUT_MS = 60_000;

/** A clock that is set by so much in the middle of the first pause. */
function jumping(byMs: number): FakeClock {
  const clock = new FakeClock();
  clock.onSleep = () => {
    clock.setWall(clock.now() + byMs);
    clock.onSleep = undefined;
  };
  return clock;
}

/** Milliseconds that some work really takes. */
async function durationOf(clock: FakeClock, work: () => Promise<unknown>): Promise<number> {
  const startedAt = clock.monotonic();
  await work();
  return clock.monotonic() - startedAt;
}

const never = () => new Promise<never>(() => undefined);
const unreachable = async () => {
  throw new UnreachableError('custody', 'ECONNRESET');
};

describe.each([
  ['back by a day', -DAY_MS],
  ['ahead by a day', DAY_MS],
])('a wall clock that is set %s', (_, byMs) => {
  it('neither lengthens nor shortens a poll', async () => {
    const clock = jumping(byMs);
    const left: number[] = [];
    const pace = { firstMs: 1_000, factor: 1.5, maxMs: 5_000 };
    const look = async (leftMs: number) => void left.push(leftMs);
    const lasted = await durationOf(clock, () =>
      poll(look, { pace, timeoutMs: TIMEOUT_MS, clock }),
    );
    expect(lasted).toBe(TIMEOUT_MS);
    expect(Math.max(...left)).toBe(TIMEOUT_MS);
    expect(left.at(-1)).toBe(0);
  });

  it('neither lengthens nor shortens what is tried again', async () => {
    const [clock, steady] = [jumping(byMs), new FakeClock()];
    const random = () => Uint8Array.of(255, 255, 255, 255);
    const options: RetryOptions = { random, attempts: 1_000, timeoutMs: TIMEOUT_MS };
    await rejectionOf(retry(unreachable, { ...options, clock }));
    await rejectionOf(retry(unreachable, { ...options, clock: steady }));
    expect(clock.pauses).toEqual(steady.pauses);
  });

  it('leaves a call, its tries and its signer the time that they have', async () => {
    const clock = new FakeClock();
    const calls = new Calls({ clock, retry: { attempts: 1_000 }, timeoutMs: 30_000 });
    const given: number[] = [];
    clock.onSleep = () => clock.setWall(clock.now() + byMs);
    const lasted = await durationOf(clock, () =>
      rejectionOf(
        calls.run({ timeoutMs: TIMEOUT_MS }, async (attempt) => {
          const [, left] = await calls.signed(attempt, async () => {
            clock.setWall(clock.now() + byMs);
            clock.pass(1_000);
          });
          given.push(left.timeoutMs);
          clock.pass(left.timeoutMs);
          return unreachable();
        }),
      ),
    );
    expect(lasted).toBeLessThanOrEqual(TIMEOUT_MS + 30_000);
    expect(given[0]).toBe(29_000);
    for (const ms of given) expect(ms).toBeLessThanOrEqual(29_000);
  });

  it('tells no duration that never was', async () => {
    const clock = new FakeClock();
    const calls = new Calls({ clock });
    const told: object[] = [];
    const request = {
      peer: 'custody',
      method: 'GET',
      url: 'http://127.0.0.1',
      timeoutMs: 1_000,
      fetch: async () => {
        clock.pass(250);
        clock.setWall(clock.now() + byMs);
        return new Response('{}');
      },
    };
    const listeners = {
      event: {},
      onRequest: () => undefined,
      onResponse: (end: object) => void told.push(end),
    };
    await calls.exchange(request, listeners, () => new UnreachableError('custody', 'none'));
    expect(told).toEqual([{ status: 200, durationMs: 250 }]);
  });

  it('keeps what a store in memory was to keep, and for no longer', async () => {
    const clock = new FakeClock();
    const store = memoryStore({ clock });
    await store.setIfAbsent('name', 'mine', TIMEOUT_MS);
    clock.setWall(clock.now() + byMs);
    clock.pass(TIMEOUT_MS - 1);
    expect(await store.get('name')).toBe('mine');
    clock.pass(1);
    expect(await store.get('name')).toBeUndefined();
  });

  it('ends what has so much time when that is over', async () => {
    const clock = new FakeClock();
    const limits = { peer: 'store', timeoutMs: TIMEOUT_MS, clock };
    const waiting = rejectionOf(withinTime(limits, never));
    const serving = rejectionOf(inTime({ timeoutMs: TIMEOUT_MS, gone: undefined, clock }, never));
    clock.setWall(clock.now() + byMs);
    clock.pass(TIMEOUT_MS);
    expect(await waiting).toBeInstanceOf(UnreachableError);
    expect(await serving).toBeInstanceOf(OutOfTime);
  });
});

describe('whatever is bounded', () => {
  it('is bounded by the clock that was given, and by no other', async () => {
    const clock = new FakeClock();
    const limits = { peer: 'store', timeoutMs: 1, clock };
    let answer = (_: string) => {};
    const work = withinTime(limits, () => new Promise<string>((resolve) => (answer = resolve)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    answer('in time, since none has passed');
    expect(await work).toBe('in time, since none has passed');
  });

  it('is renewed by that clock, until it ends', async () => {
    const clock = new ManualClock();
    let renewed = 0;
    const held = renewal(clock, 1_000, async () => {
      renewed += 1;
    });
    await clock.pass(3_500, 500);
    expect(renewed).toBe(3);
    await held.end();
    await clock.pass(5_000, 500);
    await settle();
    expect(renewed).toBe(3);
  });
});
