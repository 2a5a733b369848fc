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
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
  readonly coinSymbol: string;
  /** The network as in `listSupportedAssets`, such as `Ethereum`. */
  readonly network: NetlinkNetwork;
}

/** The withdrawal whose fee to estimate. */
export interface WithdrawalFeeRequest {
  /** A decimal string. */
  readonly transferAmount: string;
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
  readonly coinSymbol: string;
  /** The network as in `listSupportedAssets`, such as `Ethereum`. */
  readonly network: NetlinkNetwork;
}

/** A withdrawal to an external address. Amounts are decimal strings. */
export interface WithdrawalRequest {
  /** The type that pays: the one that the provider is registered to fund. */
  readonly accountType: AccountType;
  /** The provider gets its hash, if the registration says that it is masked. */
  readonly toAddress: string;
  /** Memo or destination tag, if the network has one. Masked like the address. */
  readonly tag?: string | null | undefined;
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
  readonly coinSymbol: string;
  /** The network as in `listSupportedAssets`, such as `Ethereum`. */
  readonly network: NetlinkNetwork;
  /** In whole units, above zero. */
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
  /** As the provider gave it in the answer to the withdrawal or transfer, or in the history. */
  readonly transactionID: string;
}

/** A transaction by its hash on its chain, or the chain's equivalent. */
export interface TransactionHashRequest {
  /** As the network writes it. */
  readonly txHash: string;
  /** The network that it is on, such as `Ethereum`. */
  readonly network: NetlinkNetwork;
}

/** The part of the history to read. */
export interface TransactionQuery {
  /** Milliseconds since the epoch, or a Date. */
  readonly fromDate: number | Date;
  /** In the same forms, and not before `fromDate`. */
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
  /** The one coin whose entries are read, such as `BTC`. */
  readonly coinSymbol: string;
  /** May be left out for sub transfers only. */
  readonly network?: NetlinkNetwork | null | undefined;
}

/** A transfer between a sub-account and the main account. */
export interface SubMainTransferRequest {
  /** The sub-account, by the provider's own id. No operation lists sub-accounts. */
  readonly subAccountID: string;
  /** `IN` to the main account, `OUT` to the sub-account. */
  readonly direction: SubMainDirection;
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
  readonly coinSymbol: string;
  /** A decimal string. */
  readonly amount: string;
}

/** A transfer from one sub-account to another. */
export interface SubAccountsTransferRequest {
  /** The sub-account that gives, by the provider's own id. No operation lists sub-accounts. */
  readonly srcSubAccountID: string;
  /** The sub-account that receives, by the provider's own id. No operation lists sub-accounts. */
  readonly dstSubAccountID: string;
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
  readonly coinSymbol: string;
  /** A decimal string. */
  readonly amount: string;
}

/** A transfer from one of the account's types to another. */
export interface InternalTransferRequest {
  /** The type that gives, such as `FUNDING`. */
  readonly fromAccountType: AccountType;
  /** The type that receives, such as `SPOT`. */
  readonly toAccountType: AccountType;
  /** The symbol of the coin as in `listSupportedAssets`, such as `BTC`. */
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

/** Any text: the server kit refuses a type that the provider doesn't have for the operation (400007). */
const accountType = openText<AccountType>();
/** Any text: the list of networks grows without a release. */
const network = openText<NetlinkNetwork>();

const DEFAULT_PAGE_SIZE = 500;

/** The forms of a request: from a caller, whose mistakes are reported, and from the wire. */
function formsOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  return { given: z.strictObject(shape), received: z.object(shape) };
}

export const nothing = formsOf({});
export const depositAddress = formsOf({
  accountType,
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  network,
});
export const withdrawalFee = formsOf({
  /** A decimal string above zero, in whole units. */
  transferAmount: amount,
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  network,
});
export const transactionId = formsOf({
  /** The provider's id. */
  transactionID: text,
});
export const transactionHash = formsOf({
  /** As the network writes it. */
  txHash: text,
  network,
});

const withdrawalShape = {
  accountType,
  /** The provider gets its hash, if the registration says that it is masked. */
  toAddress: text,
  /** Memo or destination tag, masked like the address; missing if there is none. */
  tag: maybe(text),
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  network,
  amount,
  /** Whether `amount` includes the fees. On the wire it is text. */
  isGross: flag,
  /** The highest service fee that is accepted: a decimal string, which may be zero. */
  maxFee: maybe(feeLimit),
  /** Whether it is part of a settlement. On the wire it is text. */
  isSettlementTx: flag,
};

export const withdrawal = {
  given: z.strictObject({
    ...withdrawalShape,
    /** Whether it is part of a settlement. Default `false`. */
    isSettlementTx: orElse(flag, false),
  }),
  received: z.object(withdrawalShape),
};

/** `false` for deposits and withdrawals; for transfers between own accounts their kind, or `true`. */
const isSubTransfer = z.union(
  [flag, z.enum(['subMainTransfer', 'subaccountTransfer'])],
  'must be false, true, subMainTransfer or subaccountTransfer',
);

const transactionsShape = {
  /** Milliseconds since the epoch. */
  fromDate: time,
  /** Milliseconds since the epoch, not before `fromDate`. */
  toDate: time,
  /** Entries of a page, from 1 on. */
  pageSize: count,
  /** `nextPageCursor` of the page before; missing for the first page. */
  pageCursor: maybe(cursor),
  isSubTransfer,
  /** Missing for both directions. */
  direction: maybe(
    z.enum(['CRYPTO_DEPOSIT', 'CRYPTO_WITHDRAWAL'], 'must be CRYPTO_DEPOSIT or CRYPTO_WITHDRAWAL'),
  ),
  /** The one coin whose entries are read. */
  coinSymbol: text,
  /** Missing only if `isSubTransfer` is not `false`. */
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
      /** Entries of a page, from 1 on. Default 500. */
      pageSize: orElse(count, DEFAULT_PAGE_SIZE),
      /** `false`, the default, for deposits and withdrawals; else the kind of transfer, or `true`. */
      isSubTransfer: orElse(isSubTransfer, false),
    })
    .check(ordered, somewhere),
  received: z.object(transactionsShape).check(ordered, somewhere),
};

export const subMainTransfer = formsOf({
  /** The sub-account, by the provider's own id. */
  subAccountID: text,
  /** `IN` to the main account, `OUT` to the sub-account. */
  direction: z.enum(['IN', 'OUT']),
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  amount,
});

export const subAccountsTransfer = formsOf({
  /** The sub-account that gives, by the provider's own id. */
  srcSubAccountID: text,
  /** The sub-account that receives, by the provider's own id. */
  dstSubAccountID: text,
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  amount,
});

export const internalTransfer = formsOf({
  /** The type that gives. The server kit takes only its `accountTypes`. */
  fromAccountType: accountType,
  /** The type that receives. The server kit takes only its `accountTypes`. */
  toAccountType: accountType,
  /** As in `listSupportedAssets`. */
  coinSymbol: text,
  amount,
});
