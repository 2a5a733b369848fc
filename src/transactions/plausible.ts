import type { Clock } from '../core/clock.js';
import type { RawSigner } from '../signer/raw-signer.js';
import type { Age } from './attempt.js';
import type { Chain, Sighting, Snapshot } from './chain.js';

/** How far two clocks may be apart, and a ledger's from them. */
const TOLERANCE_MS = 60_000;

interface Witnesses<I, S extends Snapshot, T, R> {
  readonly chain: Pick<Chain<I, S, T, R>, 'expiries' | 'termsOf'>;
  readonly signer: RawSigner;
  readonly clock: Clock;
}

/**
 * What is known of a transaction that a node calls expired: nothing, where its time can't be over yet.
 * Then somebody's clock, or word, is wrong.
 */
export function expiredOrUnknown<I, S extends Snapshot, T, R>(
  stage: Witnesses<I, S, T, R>,
  transaction: T,
  age: Age,
): Extract<Sighting<R>, { state: 'expired' | 'unknown' }> {
  const leftMs = leastLifeMs(stage, transaction, age) - elapsedMs(stage, age) - TOLERANCE_MS;
  if (!(leftMs > 0)) return { state: 'expired' };
  const seconds = Math.ceil(leftMs / 1_000);
  const reason = `it can't have expired for another ${seconds} s: the node or the clock here is wrong`;
  return { state: 'unknown', reason };
}

/** How long it takes at the least until a transaction's time is over; of an older request, its approval's. */
function leastLifeMs<I, S extends Snapshot, T, R>(
  { chain }: Witnesses<I, S, T, R>,
  transaction: T,
  { built, record }: Age,
): number {
  const { leastMs, usualMs } = chain.expiries ?? { leastMs: 0, usualMs: 1 };
  const { expiry } = chain.termsOf(transaction);
  if (built && expiry !== undefined) return Number(expiry - built.height) * leastMs;
  const { createdAt, expiresAt } = record ?? {};
  if (createdAt === undefined || expiresAt === undefined) return 0;
  return ((expiresAt - createdAt) / usualMs) * leastMs;
}

/** How much time has passed by whichever clock saw the most: no other can be set back along with it. */
function elapsedMs<I, S extends Snapshot, T, R>(
  { clock, signer }: Witnesses<I, S, T, R>,
  { since, built, record }: Age,
): number {
  const createdAt = record?.createdAt;
  const begun = built?.time ?? createdAt;
  const signersTime = signer.time?.();
  return Math.max(
    clock.monotonic() - since,
    begun === undefined ? 0 : clock.now() - begun,
    createdAt === undefined || signersTime === undefined ? 0 : signersTime - createdAt,
  );
}
