/** What transactions cost and accounts must keep, in drops. */
export interface NetworkFees {
  /** The cost of a plain transaction. */
  readonly baseFee: bigint;
  /** What gets a transaction into the open ledger at once. Less waits in the queue. */
  readonly openLedgerFee: bigint;
  /** The server's load in 256ths: 256 is idle. Multiplies what it accepts or queues at all. */
  readonly loadFactor: number;
  /** What every account keeps. */
  readonly reserveBase: bigint;
  /** What an account keeps for every entry it owns. */
  readonly reserveIncrement: bigint;
}

export const LOAD_BASE = 256;

export const DEFAULT_FEES: NetworkFees = {
  baseFee: 10n,
  openLedgerFee: 10n,
  loadFactor: LOAD_BASE,
  reserveBase: 1_000_000n,
  reserveIncrement: 200_000n,
};

/** The fee below which a server takes nothing, not even into its queue. */
export function minimumFee(fees: NetworkFees): bigint {
  return divideUp(fees.baseFee * BigInt(fees.loadFactor), BigInt(LOAD_BASE));
}

/** What the open ledger asks of a plain transaction now. */
export function currentFee(fees: NetworkFees): bigint {
  return larger(fees.openLedgerFee, minimumFee(fees));
}

export function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

/** A fee in levels: 256 is the base fee. */
export function feeLevel(fees: NetworkFees, fee: bigint): bigint {
  return fees.baseFee === 0n ? BigInt(LOAD_BASE) : (fee * BigInt(LOAD_BASE)) / fees.baseFee;
}

export function accountReserve(fees: NetworkFees, ownerCount: number): bigint {
  return fees.reserveBase + fees.reserveIncrement * BigInt(ownerCount);
}

function divideUp(above: bigint, below: bigint): bigint {
  return (above + below - 1n) / below;
}
