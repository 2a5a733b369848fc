import type { Clock } from '../core/clock.js';
import type { RawSigner, SigningRecord } from '../signer/raw-signer.js';
import type { Chain, Sighting, Snapshot } from './chain.js';
import { type BuiltAt, readNote } from './note-record.js';

/** What is known of how old a transaction is. */
export interface Age {
  /** When this process built it, or heard of it first, on the monotonic clock. */
  readonly since: number;
  readonly built?: BuiltAt | undefined;
  /** When the signer took the request, in milliseconds since the epoch. */
  readonly createdAt?: number | undefined;
  /** How long its approval may take. */
  readonly windowMs?: number | undefined;
}

/** How far two clocks may be apart, and a ledger's from them. */
const TOLERANCE_MS = 60_000;

/** The same, with what the signer remembers of its request. */
export function withRecord(age: Age, { note, createdAt, expiresAt }: SigningRecord): Age {
  return {
    since: age.since,
    built: readNote(note)?.built ?? age.built,
    createdAt: createdAt ?? age.createdAt,
    windowMs:
      createdAt === undefined || expiresAt === undefined ? age.windowMs : expiresAt - createdAt,
  };
}

interface Witnesses<I, S extends Snapshot, T, R> {
  readonly chain: Pick<Chain<I, S, T, R>, 'expiries' | 'termsOf'>;
  readonly signer: RawSigner;
  readonly clock: Clock;
}

/**
 * A sighting, unless it says that a transaction has expired whose time can't be over yet: a ledger
 * can't be as far as that. What is known then is that somebody's clock, or word, is wrong.
 */
export function ifPlausible<I, S extends Snapshot, T, R>(
  stage: Witnesses<I, S, T, R>,
  transaction: T,
  age: Age | undefined,
  sighting: Sighting<R>,
): Sighting<R> {
  if (sighting.state !== 'expired' || !age) return sighting;
  const leftMs = leastLifeMs(stage, transaction, age) - elapsedMs(stage, age) - TOLERANCE_MS;
  if (!(leftMs > 0)) return sighting;
  const seconds = Math.ceil(leftMs / 1_000);
  const reason = `it can't have expired for another ${seconds} s: the node or the clock here is wrong`;
  return { state: 'unknown', reason };
}

/** How long it takes at the least until a transaction's time is over; of an older request, its approval's. */
function leastLifeMs<I, S extends Snapshot, T, R>(
  { chain }: Witnesses<I, S, T, R>,
  transaction: T,
  { built, windowMs = 0 }: Age,
): number {
  const { leastMs, usualMs } = chain.expiries ?? { leastMs: 0, usualMs: 1 };
  const { expiry } = chain.termsOf(transaction);
  if (!built || expiry === undefined) return (windowMs / usualMs) * leastMs;
  return Number(expiry - built.height) * leastMs;
}

/** How much time has passed by whichever clock saw the most: no other can be set back along with it. */
function elapsedMs<I, S extends Snapshot, T, R>(
  { clock, signer }: Witnesses<I, S, T, R>,
  { since, built, createdAt }: Age,
): number {
  const begun = built?.time ?? createdAt;
  const signersTime = signer.time?.();
  return Math.max(
    clock.monotonic() - since,
    begun === undefined ? 0 : clock.now() - begun,
    createdAt === undefined || signersTime === undefined ? 0 : signersTime - createdAt,
  );
}
