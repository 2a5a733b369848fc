import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { expiredOrUnknown } from '../../src/transactions/life/plausible.js';

const SECOND = { leastMs: 1_000, usualMs: 1_000 };
const number = { kind: 'sequence', value: 1n } as const;
const clocks = { monotonic: 0, wall: 0, signer: undefined };
const young = { since: 0, built: { height: 0n, time: 0 }, record: undefined };

describe('what a node calls expired', () => {
  const terms = { number, fee: 1n, expiry: 1_000n };

  test('is not, while no clock here has seen enough time pass', () => {
    expect(expiredOrUnknown(SECOND, terms, young, clocks).state).toBe('unknown');
  });

  test('is not by what the signer’s clock shows, where it never saw the request', () => {
    const shown = { ...clocks, signer: 10_000_000 };
    expect(expiredOrUnknown(SECOND, terms, young, shown).state).toBe('unknown');
  });

  test.each(['monotonic', 'wall'] as const)('is, once the %s clock has', (clock) => {
    const late = { ...clocks, [clock]: 10_000_000 };
    expect(expiredOrUnknown(SECOND, terms, young, late).state).toBe('expired');
  });

  test('is, where it says of itself no end', () => {
    const endless = { ...terms, expiry: undefined };
    expect(expiredOrUnknown(SECOND, endless, young, clocks).state).toBe('expired');
  });
});

describe('what lives for so many seconds', () => {
  const lives = (seconds: number) => ({ number, fee: 1n, expiry: BigInt(seconds) });
  const stateAfter = (ms: number, seconds: number, clock: 'monotonic' | 'wall' = 'monotonic') =>
    expiredOrUnknown(SECOND, lives(seconds), young, { ...clocks, [clock]: ms }).state;

  test.each([
    [1, 750],
    [57, 42_750],
    [58, 43_500],
    [240, 180_000],
    [241, 181_000],
    [7_500, 7_440_000],
  ])('%i: has not expired before %i ms, and may have from then on', (seconds, ms) => {
    for (const clock of ['monotonic', 'wall'] as const) {
      expect(stateAfter(ms - 1, seconds, clock)).toBe('unknown');
      expect(stateAfter(ms, seconds, clock)).toBe('expired');
    }
  });

  test('is never expired at once, and always once all of it has passed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (seconds) => {
        expect(stateAfter(seconds * 500, seconds)).toBe('unknown');
        expect(stateAfter(seconds * 1_000, seconds)).toBe('expired');
      }),
    );
  });
});
