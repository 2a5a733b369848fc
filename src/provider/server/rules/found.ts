import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { Ramp, RampRequest } from '../../schemas/ramps.js';
import { keyReused } from '../refusal.js';
import { isSameAmount } from './amounts.js';

// A resource that is found under an idempotency key may belong to another caller, or to another operation: it is not
// this request's success.

/** One end of a transfer, with the fields that stay as requested. */
interface Side {
  readonly asset: AssetReference;
  readonly transferMethod?: string | undefined;
}

interface Withdrawing {
  readonly balanceAsset: AssetReference;
  readonly balanceAmount: string;
  readonly destination: Payee & { readonly amount: string };
}

/** The destination of a transfer, with its transfer method's own field names. */
interface Payee extends Side {
  readonly addressTag?: string | undefined;
}

/** The source of a transfer. */
interface Payer extends Side {
  readonly takeFrom?: unknown;
}

/** @throws ProviderRefusal `idempotency-key-reuse` for another withdrawal than requested. */
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

/** @throws ProviderRefusal `idempotency-key-reuse` for another ramp than requested. */
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

/** @throws ProviderRefusal `idempotency-key-reuse` for an address of another kind than requested. */
export function foundAddress<T extends { readonly destination: Side }>(
  found: T | undefined,
  transferMethod: Side,
): T | undefined {
  return expected(found, ({ destination }) => isSameSide(destination, transferMethod));
}

function expected<T>(found: T | undefined, isAskedFor: (made: T) => boolean): T | undefined {
  // Where a provider is not written in TypeScript, its database says `null`.
  if (!found) return undefined;
  if (isAskedFor(found)) return found;
  throw keyReused();
}

/** An answer need not repeat more of a ramp's payment than the account. */
function isSamePayer(made: Payer, asked: Payer): boolean {
  return isSameSide(made, asked) && repeats(made.takeFrom, asked.takeFrom);
}

function isSamePayee(made: Payee, asked: Payee): boolean {
  const { asset: _same, ...named } = asked;
  return isSameSide(made, asked) && made.addressTag === asked.addressTag && repeats(made, named);
}

/** Whether all requested fields are there; the provider may add others. */
function repeats(made: unknown, asked: unknown): boolean {
  if (typeof asked !== 'object') return asked === undefined || made === asked;
  const named = Object.entries(Object(asked));
  return named.every(([name, value]) => repeats(Object(made)[name], value));
}

function isSameSide(one: Side, other: Side): boolean {
  return one.transferMethod === other.transferMethod && isSameAsset(one.asset, other.asset);
}
