import * as z from 'zod/mini';
import {
  amount,
  count,
  cursor,
  feeLimit,
  flag,
  maybe,
  openText,
  orElse,
  text,
  time,
} from './fields.js';
import type { NetlinkNetwork } from './networks.js';
import type {
  AccountType,
  SubMainDirection,
  SubTransferKind,
  TransactionDirection,
} from './values.js';

/** Identifies a deposit address. */
export interface DepositAddressRequest {
  /** The type that the provider is registered to fund. */
  readonly accountType: AccountType;
  readonly coinSymbol: string;
  readonly network: NetlinkNetwork;
}

/** The withdrawal whose fee to estimate. */
export interface WithdrawalFeeRequest {
  /** A decimal string. */
  readonly transferAmount: string;
  readonly coinSymbol: string;
  readonly network: NetlinkNetwork;
}

/** A withdrawal to an external address. Amounts are decimal strings. */
export interface WithdrawalRequest {
  readonly accountType: AccountType;
  /** The provider gets its hash, if the registration says that it is masked. */
  readonly toAddress: string;
  /** Memo or destination tag, if the network has one. Masked like the address. */
  readonly tag?: string | null | undefined;
  readonly coinSymbol: string;
  readonly network: NetlinkNetwork;
  readonly amount: string;
  /** Whether `amount` includes the fees; else they are added to it. */
  readonly isGross: boolean;
  /** The highest service fee that is accepted. */
  readonly maxFee?: string | null | undefined;
  /** Whether it is part of a settlement (off-exchange). Default `false`. */
  readonly isSettlementTx?: boolean | undefined;
}

/** A transaction by the provider's id. */
export interface TransactionIdRequest {
  readonly transactionID: string;
}

/** A transaction by its hash on its chain, or the chain's equivalent. */
export interface TransactionHashRequest {
  readonly txHash: string;
  readonly network: NetlinkNetwork;
}

/** The part of the history to read. */
export interface TransactionQuery {
  /** Milliseconds since the epoch, or a Date. */
  readonly fromDate: number | Date;
  readonly toDate: number | Date;
  /** Entries a page, from 1 on. Default 500. */
  readonly pageSize?: number | undefined;
  /** The start of the page: `nextPageCursor` of the one before. Default: the first page. */
  readonly pageCursor?: string | null | undefined;
  /**
   * `false`, the default, for deposits and withdrawals; for transfers between own accounts their kind, or `true`,
   * which some providers require instead.
   */
  readonly isSubTransfer?: boolean | SubTransferKind | undefined;
  /** Default: both. It has no meaning for sub transfers. */
  readonly direction?: TransactionDirection | null | undefined;
  readonly coinSymbol: string;
  /** May be left out for sub transfers only. */
  readonly network?: NetlinkNetwork | null | undefined;
}

/** A transfer between a sub-account and the main account. */
export interface SubMainTransferRequest {
  readonly subAccountID: string;
  readonly direction: SubMainDirection;
  readonly coinSymbol: string;
  /** A decimal string. */
  readonly amount: string;
}

/** A transfer from one sub-account to another. */
export interface SubAccountsTransferRequest {
  readonly srcSubAccountID: string;
  readonly dstSubAccountID: string;
  readonly coinSymbol: string;
  /** A decimal string. */
  readonly amount: string;
}

/** A transfer from one of the account's types to another. */
export interface InternalTransferRequest {
  readonly fromAccountType: AccountType;
  readonly toAccountType: AccountType;
  readonly coinSymbol: string;
  /** A decimal string. */
  readonly amount: string;
}

/** A withdrawal as a provider receives it. */
export interface ReceivedWithdrawal extends WithdrawalRequest {
  readonly tag: string | undefined;
  readonly maxFee: string | undefined;
  readonly isSettlementTx: boolean;
}

/** A request for a part of the history, as a provider receives it. */
export interface ReceivedTransactionQuery extends TransactionQuery {
  readonly fromDate: number;
  readonly toDate: number;
  readonly pageSize: number;
  readonly pageCursor: string | undefined;
  readonly isSubTransfer: boolean | SubTransferKind;
  readonly direction: TransactionDirection | undefined;
  readonly network: NetlinkNetwork | undefined;
}

const accountType = openText<AccountType>();
const network = openText<NetlinkNetwork>();

const DEFAULT_PAGE_SIZE = 500;

/** The forms of a request: from a caller, whose mistakes are reported, and from the wire. */
function formsOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  return { given: z.strictObject(shape), received: z.object(shape) };
}

export const nothing = formsOf({});
export const depositAddress = formsOf({ accountType, coinSymbol: text, network });
export const withdrawalFee = formsOf({ transferAmount: amount, coinSymbol: text, network });
export const transactionId = formsOf({ transactionID: text });
export const transactionHash = formsOf({ txHash: text, network });

const withdrawalShape = {
  accountType,
  toAddress: text,
  tag: maybe(text),
  coinSymbol: text,
  network,
  amount,
  isGross: flag,
  maxFee: maybe(feeLimit),
  isSettlementTx: flag,
};

export const withdrawal = {
  given: z.strictObject({ ...withdrawalShape, isSettlementTx: orElse(flag, false) }),
  received: z.object(withdrawalShape),
};

const isSubTransfer = z.union(
  [flag, z.enum(['subMainTransfer', 'subaccountTransfer'])],
  'must be false, true, subMainTransfer or subaccountTransfer',
);

const transactionsShape = {
  fromDate: time,
  toDate: time,
  pageSize: count,
  pageCursor: maybe(cursor),
  isSubTransfer,
  direction: maybe(
    z.enum(['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'], 'must be CRYPTO_DEPOSIT or CRYPTO_WITHDRAWAL'),
  ),
  coinSymbol: text,
  network: maybe(network),
};

const ordered = z.refine<{ fromDate: number; toDate: number }>(
  ({ fromDate, toDate }) => fromDate <= toDate,
  { path: ['toDate'], error: 'must not be before fromDate' },
);

const somewhere = z.refine<{ isSubTransfer: unknown; network?: unknown }>(
  (query) => query.isSubTransfer !== false || query.network !== undefined,
  { path: ['network'], error: 'is required unless isSubTransfer' },
);

export const transactions = {
  given: z
    .strictObject({
      ...transactionsShape,
      pageSize: orElse(count, DEFAULT_PAGE_SIZE),
      isSubTransfer: orElse(isSubTransfer, false),
    })
    .check(ordered, somewhere),
  received: z.object(transactionsShape).check(ordered, somewhere),
};

export const subMainTransfer = formsOf({
  subAccountID: text,
  direction: z.enum(['IN', 'OUT']),
  coinSymbol: text,
  amount,
});

export const subAccountsTransfer = formsOf({
  srcSubAccountID: text,
  dstSubAccountID: text,
  coinSymbol: text,
  amount,
});

export const internalTransfer = formsOf({
  fromAccountType: accountType,
  toAccountType: accountType,
  coinSymbol: text,
  amount,
});
