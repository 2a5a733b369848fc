import { describe, expect, it } from 'vitest';
import { type Explained, summaryOf } from '../../src/signer/summary.js';

/** Explained transactions that expire at these times, each with a digest of its own. */
function expiringAt(...all: readonly Explained['expiry'][]): readonly Explained[] {
  return all.map((expiry, index) => ({
    transaction: {},
    account: 'r1',
    signer: 'r1',
    kind: 'single',
    content: new Uint8Array([index]),
    action: `Act ${index}`,
    fee: undefined,
    expiry,
  }));
}

describe('the line of several transactions', () => {
  const ledger = (index: bigint) => ({ kind: 'ledger', index }) as const;
  const time = (seconds: bigint) => ({ kind: 'time', seconds }) as const;

  it('says when the first of them expires, whatever their order', () => {
    for (const [one, other] of [
      [7n, 9n],
      [9n, 7n],
    ] as const) {
      const line = summaryOf(expiringAt(ledger(one), ledger(other)), {});
      expect(line).toBe('2 transactions; the first expires after ledger 7: 1. Act 0; 2. Act 1');
    }
  });

  it('speaks of none as the first where they expire together', () => {
    const line = summaryOf(expiringAt(ledger(7n), ledger(7n)), {});
    expect(line).toBe('2 transactions; expires after ledger 7: 1. Act 0; 2. Act 1');
  });

  it('names a second that no date can be written of', () => {
    const [last, next] = [253_402_300_799n, 253_402_300_800n];
    expect(summaryOf(expiringAt(time(last)), {})).toBe('Act 0; expires 9999-12-31 23:59:59 UTC');
    expect(summaryOf(expiringAt(time(next)), {})).toBe('Act 0; expires at second 253402300800');
  });

  it('says once what several sign', () => {
    const [one] = expiringAt(undefined);
    expect(
      summaryOf(
        [one, one].flatMap((each) => each ?? []),
        {},
      ),
    ).toBe('Act 0');
  });
});
