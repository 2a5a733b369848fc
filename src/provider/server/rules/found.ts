import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { Ramp, RampRequest } from '../../schemas/ramps.js';
import { isSameAmount } from './amounts.js';

// What is found under an idempotency key may be another caller's, or of another operation. Where it is,
// nobody knows what became of the request: it is neither this one's success nor its failure.

/** One end of something that moves, in as far as what was asked for stays. */
interface Side {
  readonly asset: AssetReference;
  readonly transferMethod?: string | undefined;
}

interface Withdrawing {
  readonly balanceAsset: AssetReference;
  readonly destination: Side & { readonly amount: string; readonly accountId?: string };
}

/** @throws Error for another withdrawal than was asked for. */
export function foundWithdrawal<T extends Withdrawing>(
  found: T | undefined,
  { balanceAsset, destination }: Withdrawing,
): T | undefined {
  return expected(
    found,
    (made) =>
      isSameAsset(made.balanceAsset, balanceAsset) &&
      isSameSide(made.destination, destination) &&
      made.destination.accountId === destination.accountId &&
      isSameAmount(made.destination.amount, destination.amount),
  );
}

/** @throws Error for another ramp than was asked for. */
export function foundRamp(
  found: Ramp | undefined,
  { type, amount, from, to }: RampRequest,
): Ramp | undefined {
  return expected(
    found,
    (made) =>
      (made.type === 'OnRamp' || made.type === 'OffRamp' || made.type === 'Bridge') &&
      made.type === type &&
      isSameAmount(made.amount, amount) &&
      isSameSide(made.from, from) &&
      isSameSide(made.to, to),
  );
}

/** @throws Error for an address of something else than was asked for. */
export function foundAddress<T extends { readonly destination: Side }>(
  found: T | undefined,
  transferMethod: Side,
): T | undefined {
  return expected(found, ({ destination }) => isSameSide(destination, transferMethod));
}

function expected<T>(found: T | undefined, isAskedFor: (made: T) => boolean): T | undefined {
  if (found === undefined || isAskedFor(found)) return found;
  throw new Error('what was found under the idempotencyKey is not what is asked for');
}

function isSameSide(one: Side, other: Side): boolean {
  return one.transferMethod === other.transferMethod && isSameAsset(one.asset, other.asset);
}
