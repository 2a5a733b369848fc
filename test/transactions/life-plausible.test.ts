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
