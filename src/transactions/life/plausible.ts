import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Terms, TransactionStatus } from '../chain.js';
import type { BuiltAt } from '../records/note.js';
import type { Time } from './facts.js';

/** How far two clocks may differ, and a ledger's time from them. */
const TOLERANCE_MS = 60_000;
/** The part of a transaction's life that this may be: else one that lives for a minute could expire at once. */
const TOLERATED_PART = 1 / 4;

/** What is known of a transaction's age. */
export interface Age {
  /** When this process built it, or first received a fact about it, on the monotonic clock. */
  readonly since: number;
  readonly built: BuiltAt | undefined;
  /** The signer's record of its request. */
  readonly record: SigningRecord | undefined;
}

/**
 * The status of a transaction that a node reports as expired: `unknown`, where it can't be expired yet. Then a clock,
 * or the node's statement, is wrong.
 */
export function expiredOrUnknown(
  expiries: { readonly leastMs: number; readonly usualMs: number } | undefined,
  terms: Terms,
  age: Age,
  clocks: Time,
): Extract<TransactionStatus<never>, { state: 'expired' | 'unknown' }> {
  const leastMs = leastLifeMs(expiries ?? { leastMs: 0, usualMs: 1 }, terms, age);
  const toleranceMs = Math.min(TOLERANCE_MS, leastMs * TOLERATED_PART);
  const leftMs = leastMs - elapsedMs(age, clocks) - toleranceMs;
  if (!(leftMs > 0)) return { state: 'expired' };
  const seconds = Math.ceil(leftMs / 1_000);
  const reason = `it can't have expired for another ${seconds} s: the node or the clock here is wrong`;
  return { state: 'unknown', reason };
}

/** The shortest time until a transaction expires; for an older request, the time of its approval. */
function leastLifeMs(
  { leastMs, usualMs }: { readonly leastMs: number; readonly usualMs: number },
  { expiry }: Terms,
  { built, record }: Age,
): number {
  if (built && expiry !== undefined) return Number(expiry - built.height) * leastMs;
  const { createdAt, expiresAt } = record ?? {};
  if (createdAt === undefined || expiresAt === undefined) return 0;
  return ((expiresAt - createdAt) / usualMs) * leastMs;
}

/**
 * How much time has passed according to the clock that measured the most: another clock can't be set back together
 * with it.
 */
function elapsedMs({ since, built, record }: Age, { monotonic, wall, signer }: Time): number {
  const createdAt = record?.createdAt;
  const begun = built?.time ?? createdAt;
  return Math.max(
    monotonic - since,
    begun === undefined ? 0 : wall - begun,
    createdAt === undefined || signer === undefined ? 0 : signer - createdAt,
  );
}
