import { maximum, minimum } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { FeeTooHighError } from '../../transactions/index.js';
import type { Salt } from '../../transactions/salt.js';
import type { TransactionFields } from './codec.js';

/** The ledger's fees at the moment, in drops. */
export interface FeeLevels {
  /** The least that any transaction pays now. */
  readonly minimum: bigint;
  /** The fee that gets a transaction into the open ledger at once, rather than into the queue. */
  readonly openLedger: bigint;
  /** The reserve of an object in the ledger; some transactions cost as much. */
  readonly reserveIncrement: bigint | undefined;
}

/** How much is added to what is asked now, in percent: a signature takes its time, and the load may rise. */
const CUSHION_PERCENT = 120n;

/** By how much equal transactions under two keys may differ. */
const SALT_DROPS = 63n;

/** Transactions that cost as much as an object reserves. */
const RESERVE_PRICED: ReadonlySet<unknown> = new Set([
  'AccountDelete',
  'AMMCreate',
  'LedgerStateFix',
  'VaultCreate',
]);

/** Whether a transaction's cost depends on the reserve, which takes one more request. */
export function needsReserve(transaction: TransactionFields): boolean {
  return RESERVE_PRICED.has(transaction.TransactionType);
}

/**
 * The fee to offer, in drops: the caller's choice, or what the open ledger asks and a little more, but never
 * above the cap. Under load the cap may lead into the queue rather than into the next ledger. Each of several
 * signers costs as much again as the transaction. A fee that is chosen here varies with the salt.
 *
 * @throws FeeTooHighError when even the least is above the cap, or the caller's own fee is.
 * @throws InvalidInputError when the caller's own fee is less than the least.
 */
export function chooseFee(
  transaction: TransactionFields,
  levels: FeeLevels,
  cap: bigint,
  { signers = 0, salt }: { readonly signers?: number; readonly salt?: Salt } = {},
): bigint {
  const units = BigInt(signers) + unitsOf(transaction);
  const reserve = needsReserve(transaction) ? (levels.reserveIncrement ?? 0n) : 0n;
  const least = maximum(levels.minimum * units, reserve);
  const { Fee } = transaction;
  if (Fee !== undefined && BigInt(String(Fee)) < least) {
    throw new InvalidInputError('transaction.Fee', `must be at least ${least} drops now`);
  }
  if (least > cap) throw new FeeTooHighError(least, cap);
  if (Fee !== undefined) return checkFee(BigInt(String(Fee)), cap);
  const wanted = maximum(divideUp(levels.openLedger * units * CUSHION_PERCENT, 100n), least);
  const fee = minimum(wanted, cap);
  return salt ? salt.vary(fee, SALT_DROPS, { least, most: cap }) : fee;
}

/** Checks a fee that was not chosen here against the cap. */
export function checkFee(fee: bigint, cap: bigint): bigint {
  if (fee > cap) throw new FeeTooHighError(fee, cap);
  return fee;
}

/** How many plain transactions this one costs. */
function unitsOf({ TransactionType, Fulfillment }: TransactionFields): bigint {
  if (TransactionType !== 'EscrowFinish' || typeof Fulfillment !== 'string') return 1n;
  return 33n + divideUp(BigInt(Fulfillment.length) / 2n, 16n);
}

function divideUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
