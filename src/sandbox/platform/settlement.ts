import type { PublicBlockchainAddress } from '../../provider/schemas/transfer-methods.js';

/** A transaction between the collateral account and the exchange. */
export interface SettlementTransaction {
  /** The platform's own id of it, a UUID: what `sign` and `cancel` take. */
  readonly settlementTxId: string;
  /** `to-exchange`: out of the collateral account, so that it waits for a signature. */
  readonly direction: 'to-exchange' | 'from-exchange';
  /** In whole units of the asset, a decimal string, as the provider gives it. */
  readonly amount: string;
  /** The exchange's. */
  readonly address: PublicBlockchainAddress;
  /**
   * `PENDING_MANUAL_APPROVAL` while it waits for the customer, `CANCELLED` if the customer denies it; otherwise the
   * provider's word, such as `COMPLETED`.
   */
  readonly status: string;
}

/** How far the forcing of a settlement has come. Times are milliseconds since the epoch. */
type Forcing =
  | { readonly state: 'not-marked' }
  | { readonly state: 'marked'; readonly markedAt: number }
  | { readonly state: 'forced'; readonly forcedAt: number };

/** A settlement, as the platform knows it. */
export interface PlatformSettlement {
  readonly settlementId: string;
  readonly settlementVersion: string;
  readonly accountId: string;
  readonly collateralId: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly transactions: readonly SettlementTransaction[];
  readonly forcing: Forcing;
}

/** What the platform's API shows of a settlement. */
export function settlementJson(settlement: PlatformSettlement) {
  const { forcing, createdAt, ...shown } = settlement;
  return { ...shown, createdAt: new Date(createdAt).toISOString(), status: forcing.state };
}
