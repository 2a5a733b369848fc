import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  GatewayError,
  RateLimitedError,
  UnreachableError,
} from '../../src/core/errors.js';
import { type RetryOptions, retry } from '../../src/core/retry.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

const unreachable = () => new UnreachableError('custody', 'ECONNRESET');

/** Fails as often as there are errors, then succeeds. */
function failing(...errors: unknown[]) {
  const attempts: number[] = [];
  const work = async (attempt: number) => {
    attempts.push(attempt);
    const error = errors[attempt - 1];
    if (error !== undefined) throw error;
    return 'done';
  };
  return { work, attempts };
}

function always(error: unknown) {
  const attempts: number[] = [];
  const work = async (attempt: number): Promise<never> => {
    attempts.push(attempt);
    throw error;
  };
  return { work, attempts };
}

/** Four bytes that are read as this fraction. */
function bytesOf(fraction: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, Math.floor(fraction * 2 ** 32), true);
  return bytes;
}

describe('retry', () => {
  it('does not try again what succeeded', async () => {
    const clock = new FakeClock();
    const { work, attempts } = failing();
    expect(await retry(work, { clock })).toBe('done');
    expect(attempts).toEqual([1]);
    expect(clock.pauses).toEqual([]);
  });

  it('tries again what may succeed later, and tells each try its number', async () => {
    const { work, attempts } = failing(unreachable(), unreachable());
    expect(await retry(work, { clock: new FakeClock() })).toBe('done');
    expect(attempts).toEqual([1, 2, 3]);
  });

  it('never tries more often than asked, and throws the last error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 12 }), async (attempts) => {
        const error = unreachable();
        const failed = always(error);
        expect(await rejectionOf(retry(failed.work, { attempts, clock: new FakeClock() }))).toBe(
          error,
        );
        expect(failed.attempts).toHaveLength(attempts);
      }),
    );
  });

  it.each([0, -1, Number.NaN])('tries once when %s attempts are asked for', async (attempts) => {
    const failed = always(unreachable());
    await rejectionOf(retry(failed.work, { attempts, clock: new FakeClock() }));
    expect(failed.attempts).toEqual([1]);
  });

  it('tries four times unless told otherwise', async () => {
    const failed = always(unreachable());
    await rejectionOf(retry(failed.work, { clock: new FakeClock() }));
    expect(failed.attempts).toHaveLength(4);
  });

  it.each([
    ['an error that is no other tomorrow', new GatewayError('FORBIDDEN', 'no')],
    ['an error of somebody else', new TypeError('no')],
    ["somebody's abort", new AbortedError()],
    ['what is no error at all', 'no'],
  ])('throws %s at once', async (_, error) => {
    const clock = new FakeClock();
    const failed = always(error);
    expect(await rejectionOf(retry(failed.work, { clock }))).toBe(error);
    expect(failed.attempts).toEqual([1]);
    expect(clock.pauses).toEqual([]);
  });

  it('pauses for a random part of a bound that doubles up to its maximum', async () => {
    const policy = fc.record({
      baseMs: fc.integer({ min: 1, max: 1_000 }),
      maxMs: fc.integer({ min: 1, max: 20_000 }),
      attempts: fc.integer({ min: 2, max: 10 }),
    });
    const randoms = fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), {
      minLength: 10,
      maxLength: 10,
    });
    await fc.assert(
      fc.asyncProperty(policy, randoms, async ({ baseMs, maxMs, attempts }, values) => {
        const clock = new FakeClock();
        const left = [...values];
        const random = () => bytesOf(left.shift() ?? 0);
        await rejectionOf(
          retry(always(unreachable()).work, { baseMs, maxMs, attempts, clock, random }),
        );
        expect(clock.pauses).toHaveLength(attempts - 1);
        let bound = baseMs;
        for (const [index, pause] of clock.pauses.entries()) {
          expect(pause).toBeCloseTo(values[index]! * Math.min(bound, maxMs), 4);
          bound += bound;
        }
      }),
    );
  });

  it('uses the whole range of the jitter: from no pause to the bound', async () => {
    const pausesWith = async (value: number) => {
      const clock = new FakeClock();
      const options: RetryOptions = {
        clock,
        random: () => bytesOf(value),
        baseMs: 100,
        attempts: 2,
      };
      await rejectionOf(retry(always(unreachable()).work, options));
      return clock.pauses;
    };
    expect(await pausesWith(0)).toEqual([0]);
    expect((await pausesWith(0.999999))[0]).toBeCloseTo(100, 3);
  });

  it('never asks a peer earlier than the peer said, whatever the jitter', async () => {
    const value = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    await fc.assert(
      fc.asyncProperty(value, fc.integer({ min: 0, max: 60_000 }), async (random, askedMs) => {
        const clock = new FakeClock();
        const { work } = failing(new RateLimitedError('custody', askedMs));
        await retry(work, { clock, random: () => bytesOf(random), baseMs: 250 });
        expect(clock.pauses[0]).toBeCloseTo(Math.max(askedMs, random * 250), 4);
      }),
    );
  });

  it('nor where its refusal is another than 429', async () => {
    const clock = new FakeClock();
    const details = { status: 503, retryAfterMs: 30_000 };
    const { work } = failing(
      new GatewayError('CUSTODY_REFUSED', 'no', { retryable: true, details }),
    );
    await retry(work, { clock });
    expect(clock.pauses).toEqual([30_000]);
  });

  it('falls back on its own pauses when the peer does not say for how long', async () => {
    const clock = new FakeClock();
    const { work } = failing(new RateLimitedError('custody'));
    await retry(work, { clock, random: () => bytesOf(0.5), baseMs: 200 });
    expect(clock.pauses).toEqual([100]);
  });

  it('does not wait an hour because the peer says so, but passes on what it said', async () => {
    const clock = new FakeClock();
    const failed = always(new RateLimitedError('custody', 3_600_000));
    expect(await rejectionOf(retry(failed.work, { clock }))).toMatchObject({
      retryAfterMs: 3_600_000,
    });
    expect(failed.attempts).toEqual([1]);
    expect(clock.pauses).toEqual([]);
    const patient = failing(new RateLimitedError('custody', 3_600_000));
    await retry(patient.work, { clock, maxRetryAfterMs: 3_600_000 });
    expect(clock.pauses).toEqual([3_600_000]);
  });

  it('begins no pause that would end after the time is up', async () => {
    const clock = new FakeClock();
    const failed = always(unreachable());
    const options = {
      clock,
      random: () => bytesOf(0.999),
      baseMs: 100,
      attempts: 50,
      timeoutMs: 1_000,
    };
    await rejectionOf(retry(failed.work, options));
    expect(clock.now() - new FakeClock().now()).toBeLessThanOrEqual(1_000);
    expect(failed.attempts.length).toBeGreaterThan(2);
    expect(failed.attempts.length).toBeLessThan(8);
  });

  it('ends in the middle of a pause when the caller aborts', async () => {
    const controller = new AbortController();
    const clock = new FakeClock();
    clock.onSleep = () => controller.abort();
    const failed = always(unreachable());
    const error = await rejectionOf(retry(failed.work, { clock, signal: controller.signal }));
    expect(error).toBeInstanceOf(AbortedError);
    expect(failed.attempts).toEqual([1]);
  });

  it('does not try again when the caller aborted during the try', async () => {
    const controller = new AbortController();
    const clock = new FakeClock();
    const error = unreachable();
    const work = async () => {
      controller.abort();
      throw error;
    };
    expect(await rejectionOf(retry(work, { clock, signal: controller.signal }))).toBe(error);
    expect(clock.pauses).toEqual([]);
  });
});
