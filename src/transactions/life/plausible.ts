import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Sighting, Terms } from '../chain.js';
import type { BuiltAt } from '../records/note.js';

/** How far two clocks may be apart, and a ledger's from them. */
const TOLERANCE_MS = 60_000;

/** What is known of how old a transaction is. */
export interface Age {
  /** When this process built it, or heard of it first, on the monotonic clock. */
  readonly since: number;
  readonly built: BuiltAt | undefined;
  /** What the signer remembers of its request. */
  readonly record: SigningRecord | undefined;
}

interface Clocks {
  readonly monotonic: number;
  readonly wall: number;
  readonly signer: number | undefined;
}

/**
 * What is known of a transaction that a node calls expired: nothing, where its time can't be over yet.
 * Then somebody's clock, or word, is wrong.
 */
export function expiredOrUnknown(
  expiries: { readonly leastMs: number; readonly usualMs: number } | undefined,
  terms: Terms,
  age: Age,
  clocks: Clocks,
): Extract<Sighting<never>, { state: 'expired' | 'unknown' }> {
  const leastMs = leastLifeMs(expiries ?? { leastMs: 0, usualMs: 1 }, terms, age);
  const leftMs = leastMs - elapsedMs(age, clocks) - TOLERANCE_MS;
  if (!(leftMs > 0)) return { state: 'expired' };
  const seconds = Math.ceil(leftMs / 1_000);
  const reason = `it can't have expired for another ${seconds} s: the node or the clock here is wrong`;
  return { state: 'unknown', reason };
}

/** How long it takes at the least until a transaction's time is over; of an older request, its approval's. */
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

/** How much time has passed by whichever clock saw the most: no other can be set back along with it. */
function elapsedMs({ since, built, record }: Age, { monotonic, wall, signer }: Clocks): number {
  const createdAt = record?.createdAt;
  const begun = built?.time ?? createdAt;
  return Math.max(
    monotonic - since,
    begun === undefined ? 0 : wall - begun,
    createdAt === undefined || signer === undefined ? 0 : signer - createdAt,
  );
}
