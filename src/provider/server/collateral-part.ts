import type {
  CollateralAccount,
  CollateralAccountLink,
  CollateralAddress,
  CollateralAssetAddress,
  CollateralDeposit,
  CollateralDepositIntent,
  CollateralDepositIntentRequest,
  CollateralDepositRequest,
  CollateralWithdrawal,
  CollateralWithdrawalIntent,
  CollateralWithdrawalIntentRequest,
  CollateralWithdrawalRequest,
} from '../schemas/collateral.js';
import type { OpenRecord } from '../schemas/platform.js';
import type {
  SettlementInstructions,
  SettlementRequest,
  SettlementState,
} from '../schemas/settlements.js';
import type {
  ProviderServerCall as Call,
  CollateralAddressesRequest,
  ListAnswer,
  PageRequest,
} from './call.js';

/** The answer to a preflight: a rejection has a reason. */
export type Preflight<Intent> = Omit<Intent, 'status' | 'rejectionReason'> &
  (
    | {
        /** The collateral may be added or removed. */
        readonly status: 'Approved';
      }
    | {
        /** It may not. */
        readonly status: 'Rejected';
        /** For people. If it is empty, the kit answers 500. */
        readonly rejectionReason: string;
      }
  );

/**
 * Off-exchange: the collateral account of a main account. The kit asks `listLinks` first: methods with a
 * `collateralId` are only called if it belongs to the account.
 */
export interface ServedCollateral {
  /** An account's link, whatever API key created it; a `Failed` one doesn't count. */
  listLinks(
    accountId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<CollateralAccountLink>>;
  /** Called only for a main account without a `Linked` link; for one that has one, the answer is that link. */
  createLink(
    accountId: string,
    link: CollateralAccount,
    call: Call,
  ): Promise<CollateralAccountLink>;

  /** The addresses of a collateral account, each for one asset. */
  listAddresses(
    accountId: string,
    collateralId: string,
    request: CollateralAddressesRequest,
    call: Call,
  ): Promise<ListAnswer<CollateralAssetAddress>>;
  /**
   * Called only for an eligible asset and an address that isn't listed; for a listed one, the answer is that
   * address.
   */
  createAddress(
    accountId: string,
    collateralId: string,
    address: CollateralAddress,
    call: Call,
  ): Promise<CollateralAssetAddress>;
  /** `undefined` for an address that the collateral account does not have. */
  getAddress(
    accountId: string,
    collateralId: string,
    id: string,
    call: Call,
  ): Promise<CollateralAssetAddress | undefined>;

  /** Whether collateral may be added; called only for eligible assets. */
  requestDeposit(
    accountId: string,
    collateralId: string,
    request: CollateralDepositIntentRequest,
    call: Call,
  ): Promise<Preflight<CollateralDepositIntent>>;
  /** The collateral that was added. */
  listDeposits(
    accountId: string,
    collateralId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<CollateralDeposit>>;
  /** The same `collateralTxId` may arrive again, and is the same deposit. */
  registerDeposit(
    accountId: string,
    collateralId: string,
    request: CollateralDepositRequest,
    call: Call,
  ): Promise<CollateralDeposit>;
  /** `undefined` for a deposit that was never registered. */
  getDeposit(
    accountId: string,
    collateralId: string,
    collateralTxId: string,
    call: Call,
  ): Promise<CollateralDeposit | undefined>;

  /** Whether collateral may be removed. */
  requestWithdrawal(
    accountId: string,
    collateralId: string,
    request: CollateralWithdrawalIntentRequest,
    call: Call,
  ): Promise<Preflight<CollateralWithdrawalIntent>>;
  /** The collateral that was removed. */
  listWithdrawals(
    accountId: string,
    collateralId: string,
    request: PageRequest,
    call: Call,
  ): Promise<ListAnswer<CollateralWithdrawal>>;
  /**
   * The same `collateralTxId` may arrive again, and is the same withdrawal. With `settlementDetails` nothing asks
   * `requiresSettlement`: check that this settlement is open, since only the caller says so.
   */
  registerWithdrawal(
    accountId: string,
    collateralId: string,
    request: CollateralWithdrawalRequest,
    call: Call,
  ): Promise<CollateralWithdrawal>;
  /** `undefined` for a withdrawal that was never registered. */
  getWithdrawal(
    accountId: string,
    collateralId: string,
    collateralTxId: string,
    call: Call,
  ): Promise<CollateralWithdrawal | undefined>;

  /** Instructions for assets that are not eligible are left out of the answer. */
  getSettlementInstructions(
    accountId: string,
    collateralId: string,
    call: Call,
  ): Promise<SettlementInstructions | undefined>;
  /**
   * Starts the settlement of a state that the caller has read, and returns the transfers that it needs. Instructions for
   * assets that are not eligible are left out of the answer.
   */
  startSettlement(
    accountId: string,
    collateralId: string,
    request: SettlementRequest,
    call: Call,
  ): Promise<SettlementInstructions>;
  /** How far a settlement is; `undefined` for a version that there is not. */
  getSettlement(
    accountId: string,
    collateralId: string,
    settlementVersion: string,
    call: Call,
  ): Promise<SettlementState | undefined>;
  /**
   * The platform hands over the transactions of a settlement that is being forced; answering with success
   * approves them. Its body is not published. Missing: 404.
   */
  forceSettlement?(
    accountId: string,
    collateralId: string,
    settlement: OpenRecord,
    call: Call,
  ): Promise<OpenRecord>;

  /**
   * Whether credit is outstanding, so that this account can't withdraw before it is settled. Called before
   * withdrawals of every kind, before ramps that an account pays, and before collateral is removed outside of a
   * settlement; if the answer depends on the amount, refuse with `settlement-required` from the method itself.
   */
  requiresSettlement?(accountId: string, call: Call): Promise<boolean>;
}
