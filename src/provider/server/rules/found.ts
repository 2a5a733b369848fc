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
  readonly balanceAmount: string;
  readonly destination: Payee & { readonly amount: string };
}

/** Where money goes, named as its transfer method has it. */
interface Payee extends Side {
  readonly addressTag?: string | undefined;
}

/** Where money comes from. */
interface Payer extends Side {
  readonly takeFrom?: unknown;
}

/** @throws Error for another withdrawal than was asked for. */
export function foundWithdrawal<T extends Withdrawing>(
  found: T | undefined,
  { balanceAsset, balanceAmount, destination }: Withdrawing,
): T | undefined {
  const { amount, ...payee } = destination;
  return expected(
    found,
    (made) =>
      isSameAsset(made.balanceAsset, balanceAsset) &&
      isSameAmount(made.balanceAmount, balanceAmount) &&
      isSamePayee(made.destination, payee) &&
      isSameAmount(made.destination.amount, amount),
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
      made.type === type &&
      isSameAmount(made.amount, amount) &&
      isSamePayer(made.from, from) &&
      isSamePayee(made.to, to),
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
  throw new Error('the idempotencyKey is of another request');
}

/** Of what pays for a ramp its answer need not repeat more than the account. */
function isSamePayer(made: Payer, asked: Payer): boolean {
  return isSameSide(made, asked) && repeats(made.takeFrom, asked.takeFrom);
}

function isSamePayee(made: Payee, asked: Payee): boolean {
  const { asset: _same, ...named } = asked;
  return isSameSide(made, asked) && made.addressTag === asked.addressTag && repeats(made, named);
}

/** Whether all that was asked for is there, with whatever the provider adds. */
function repeats(made: unknown, asked: unknown): boolean {
  if (typeof asked !== 'object') return asked === undefined || made === asked;
  const named = Object.entries(Object(asked));
  return named.every(([name, value]) => repeats(Object(made)[name], value));
}

function isSameSide(one: Side, other: Side): boolean {
  return one.transferMethod === other.transferMethod && isSameAsset(one.asset, other.asset);
}
