import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forcedSettlementMoves } from '../../src/provider/index.js';
import {
  checkForcing,
  checkMarking,
  checkReading,
} from '../../src/sandbox/platform/force-rules.js';
import { PlatformRefusal } from '../../src/sandbox/platform/platform-refusal.js';
import type { PlatformSettlement } from '../../src/sandbox/platform/settlement.js';

const HOUR = 3_600_000;

/** Whole and half hours, so that limits are met exactly. */
const time = (hours: number) =>
  fc.integer({ min: 0, max: hours * 2 }).map((halves) => (halves * HOUR) / 2);

function settlement(changes: Partial<PlatformSettlement>): PlatformSettlement {
  return {
    settlementId: 'asked',
    settlementVersion: '1',
    accountId: 'main',
    collateralId: 'c',
    createdAt: 0,
    transactions: [],
    forcing: { state: 'not-marked' },
    ...changes,
  };
}

function leg(direction: 'to-exchange' | 'from-exchange', status: string) {
  const asset = { assetId: 'usdc' };
  const address = { transferMethod: 'PublicBlockchain', asset, address: 'a' } as const;
  return { settlementTxId: `${direction} ${status}`, direction, amount: '1', address, status };
}

function allows(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof PlatformRefusal) return false;
    throw error;
  }
}

describe('who may force a settlement', () => {
  it('is judged as providers are told, at every moment', () => {
    const seen = new Set<string>();
    const situation = fc.record({
      createdAt: fc.constant(0),
      isLast: fc.boolean(),
      anotherIsMarked: fc.boolean(),
      cancelled: fc.constantFrom(undefined, 'to-exchange' as const, 'from-exchange' as const),
      // Up to the three days between the two limits: longer ones providers do not even ask for.
      enforcementSlaMs: time(72),
      now: time(300),
      state: fc.constantFrom('not-marked' as const, 'marked' as const, 'forced' as const),
      since: time(300),
    });
    fc.assert(
      fc.property(situation, (each) => {
        const { createdAt, isLast, anotherIsMarked, cancelled, enforcementSlaMs, now } = each;
        const since = Math.min(each.since, now);
        const forcing =
          each.state === 'marked'
            ? ({ state: 'marked', markedAt: since } as const)
            : each.state === 'forced'
              ? ({ state: 'forced', forcedAt: since } as const)
              : ({ state: 'not-marked' } as const);
        const transactions = [
          leg('to-exchange', cancelled === 'to-exchange' ? 'CANCELLED' : 'PENDING_MANUAL_APPROVAL'),
          leg('from-exchange', cancelled === 'from-exchange' ? 'CANCELLED' : 'PROCESSING'),
        ];
        const asked = settlement({ createdAt, transactions, forcing });
        const other = settlement({
          settlementId: 'other',
          forcing: anotherIsMarked ? { state: 'marked', markedAt: 0 } : { state: 'not-marked' },
        });
        const settlements = isLast ? [other, asked] : [asked, other];
        const rules = { settlements, enforcementSlaMs, now };
        const told = forcedSettlementMoves(
          forcing,
          {
            createdAt,
            isLast,
            anotherIsMarked,
            hasCancelledToExchange: cancelled === 'to-exchange',
            enforcementSlaMs,
          },
          now,
        );
        const judged = {
          mark: allows(() => checkMarking(asked, rules)),
          force: allows(() => checkForcing(asked, rules)),
          read: allows(() => checkReading(asked, rules)),
        };
        expect(judged).toEqual({
          mark: told.mark.allowed,
          force: told.force.allowed,
          read: told.read.allowed,
        });
        for (const [move, allowed] of Object.entries(judged)) seen.add(`${move} ${allowed}`);
      }),
      { numRuns: 3_000 },
    );
    expect(seen.size).toBe(6);
  });
});
