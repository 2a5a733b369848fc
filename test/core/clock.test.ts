import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock, throwIfAborted } from '../../src/core/clock.js';
import { AbortedError } from '../../src/core/errors.js';
import { rejectionOf } from '../support/rejections.js';

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

describe('throwIfAborted', () => {
  it('throws only when the signal has fired', () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(AbortedError);
  });
});
