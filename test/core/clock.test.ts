import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOf, idleTime, systemClock, throwIfAborted } from '../../src/core/clock.js';
import { AbortedError, ConfigurationError } from '../../src/core/errors.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { XrplGateway, type XrplGatewayOptions } from '../../src/xrpl/index.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function outcomeOf(promise: Promise<void>) {
  const seen = { state: 'waiting' };
  promise.then(
    () => {
      seen.state = 'done';
    },
    () => {
      seen.state = 'failed';
    },
  );
  return seen;
}

describe('systemClock.sleep', () => {
  it('ends when its time is over, and not before', async () => {
    const seen = outcomeOf(systemClock.sleep(1_000));
    await vi.advanceTimersByTimeAsync(999);
    expect(seen.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.state).toBe('done');
  });

  it('sleeps for 60 days when asked to, though no single timer can', async () => {
    const seen = outcomeOf(systemClock.sleep(60 * DAY_MS));
    await vi.advanceTimersByTimeAsync(60 * DAY_MS - 1);
    expect(seen.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(1);
    expect(seen.state).toBe('done');
  });

  it('can be aborted in the second of several timers', async () => {
    const controller = new AbortController();
    const seen = outcomeOf(systemClock.sleep(Number.POSITIVE_INFINITY, controller.signal));
    await vi.advanceTimersByTimeAsync(100 * DAY_MS);
    expect(seen.state).toBe('waiting');
    controller.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(seen.state).toBe('failed');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('rejects as soon as the signal fires, and leaves neither timer nor listener behind', async () => {
    const controller = new AbortController();
    const sleeping = rejectionOf(systemClock.sleep(1_000, controller.signal));
    controller.abort(new Error('enough'));
    const error = await sleeping;
    expect(error).toBeInstanceOf(AbortedError);
    expect(error).toMatchObject({ code: 'ABORTED', cause: { message: 'enough' } });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('leaves no listener behind when its time is over', async () => {
    const controller = new AbortController();
    const sleeping = systemClock.sleep(10, controller.signal);
    await vi.advanceTimersByTimeAsync(10);
    await sleeping;
    expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
  });

  it('does not begin when the signal has fired before', async () => {
    expect(await rejectionOf(systemClock.sleep(1_000, AbortSignal.abort()))).toBeInstanceOf(
      AbortedError,
    );
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe.each([
  ['systemClock', systemClock],
  ['idleTime', idleTime],
])('%s.after', (_, clock) => {
  it('rings once, when its time is over, and not before', async () => {
    const ring = vi.fn();
    clock.after(1_000, ring);
    await vi.advanceTimersByTimeAsync(999);
    expect(ring).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(ring).toHaveBeenCalledTimes(1);
  });

  it('rings after 60 days when asked to, and never once it was cancelled', async () => {
    const [ring, silent] = [vi.fn(), vi.fn()];
    clock.after(60 * DAY_MS, ring);
    const cancel = clock.after(60 * DAY_MS, silent);
    await vi.advanceTimersByTimeAsync(59 * DAY_MS);
    cancel();
    await vi.advanceTimersByTimeAsync(2 * DAY_MS);
    expect([ring.mock.calls.length, silent.mock.calls.length]).toEqual([1, 0]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is measured on the clock that nobody can set', async () => {
    const ring = vi.fn();
    const startedAt = clock.monotonic();
    clock.after(1_000, ring);
    vi.setSystemTime(Date.now() - DAY_MS);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ring).toHaveBeenCalledTimes(1);
    expect(clock.monotonic() - startedAt).toBe(1_000);
    expect(clock.now()).toBe(Date.now());
  });
});

describe('a clock of a user', () => {
  it('is taken as it is, and none is the machine’s', () => {
    const own = { ...systemClock };
    expect(clockOf(own)).toBe(own);
    expect(clockOf()).toBe(systemClock);
  });

  it.each(['now', 'monotonic', 'sleep', 'after'])('must have %s', (method) => {
    const clock = { ...systemClock, [method]: undefined };
    const options = { signer: new LocalRawSigner({ seed: 'a', quiet: true }), network: 'testnet' };
    const error = thrownBy(() => new XrplGateway({ ...options, clock } as XrplGatewayOptions));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ message: expect.stringContaining('clock') });
  });
});

describe('throwIfAborted', () => {
  it('throws only when the signal has fired', () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(AbortedError);
  });
});
