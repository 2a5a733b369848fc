import { PlatformRefusal } from './platform-refusal.js';
import type { PlatformSettlement } from './settlement.js';

/**
 * Who may force a settlement, and when: the specification's table, judged here on its own so that a
 * provider's idea of it is put to the test.
 */
export interface ForceRules {
  /** Every settlement there was, oldest first. */
  readonly settlements: readonly PlatformSettlement[];
  /** Between marking and forcing, in milliseconds. */
  readonly enforcementSlaMs: number;
  readonly now: number;
}

const DAYS = 24 * 60 * 60 * 1_000;

/** @throws PlatformRefusal */
export function checkMarking(settlement: PlatformSettlement, rules: ForceRules): void {
  if (settlement.forcing.state === 'forced') throw refused('already-forced');
  if (settlement.forcing.state === 'marked') throw refused('already-marked');
  checkCandidate(settlement, rules);
  if (markedOf(rules.settlements) !== undefined) throw refused('another-is-marked');
  if (rules.now - settlement.createdAt > 7 * DAYS) throw refused('too-old');
}

/** @throws PlatformRefusal */
export function checkForcing(settlement: PlatformSettlement, rules: ForceRules): void {
  const { forcing, createdAt } = settlement;
  if (forcing.state !== 'marked') throw refused('not-marked');
  checkCandidate(settlement, rules);
  if (rules.now - createdAt > 10 * DAYS) throw refused('too-old');
  if (rules.now - forcing.markedAt < rules.enforcementSlaMs) throw refused('enforcement-sla');
}

/** Its information is for the time in which the customer may still act. @throws PlatformRefusal */
export function checkReading(settlement: PlatformSettlement, rules: ForceRules): void {
  const { forcing } = settlement;
  if (forcing.state !== 'marked') throw refused('not-marked');
  if (rules.now - forcing.markedAt > rules.enforcementSlaMs) throw refused('enforcement-sla');
}

export function markedOf(
  settlements: readonly PlatformSettlement[],
): PlatformSettlement | undefined {
  return settlements.find(({ forcing }) => forcing.state === 'marked');
}

function checkCandidate(settlement: PlatformSettlement, { settlements }: ForceRules): void {
  const cancelled = settlement.transactions.some(
    ({ direction, status }) => direction === 'to-exchange' && status === 'CANCELLED',
  );
  if (cancelled) throw refused('cancelled-to-exchange-transaction');
  if (settlements.at(-1)?.settlementId !== settlement.settlementId) throw refused('not-the-last');
}

function refused(code: string): PlatformRefusal {
  return new PlatformRefusal(409, code);
}
