import * as z from 'zod/mini';
import { feeLimit } from './fields.js';
import type { NetlinkNetwork } from './networks.js';
import type { AccountType, CoinClass, TransactionDirection, TransactionStatus } from './values.js';

/** An account's balance of one coin. Decimal strings; the sum of the parts need not be the total. */
export interface NetlinkBalance {
  /** The provider's symbol of the coin, such as `BTC`. */
  readonly coinSymbol: string;
  /** All of the coin in this account, in whole units. */
  readonly totalAmount: string;
  /** Seen on its chain, not confirmed. */
  readonly pendingAmount: string;
  /** What can be used now, in whole units. */
  readonly availableAmount: string;
  /** Lent by the provider. */
  readonly creditAmount?: string | null | undefined;
}

/** One type of the linked account, and its balances. */
export interface NetlinkAccount {
  /** The type that holds these balances; each type of the account is an entry of its own. */
  readonly type: AccountType;
  /** Empty if the type is supported and holds nothing. */
  readonly balances: readonly NetlinkBalance[];
  /** The provider's name for this account type, for people; `null` or missing if it gives none. */
  readonly displayName?: string | null | undefined;
  /** The provider's own id of the linked account. */
  readonly uid?: string | null | undefined;
}

/** An address for deposits. */
export interface DepositAddress {
  /** As its network writes it; never empty. */
  readonly depositAddress: string;
  /** Memo or destination tag that a deposit has to name too; `null` or missing if there is none. */
  readonly depositAddressTag?: string | null | undefined;
}

/** The fee of a withdrawal: a decimal string. */
export interface WithdrawalFee {
  /** In whole units of the coin that is withdrawn. */
  readonly feeAmount: string;
}

/** A withdrawal that the provider has accepted. Its status shows its progress. */
export interface Withdrawal {
  /** The provider's id, never empty; `getTransactionById` takes it. */
  readonly transactionID: string;
}

/** A deposit, a withdrawal or a sub transfer. */
export interface NetlinkTransaction {
  /** Some providers give deposits no id. */
  readonly transactionID: string | undefined;
  /** How far it is. `COMPLETED`, `CANCELLED`, `FAILED` and `REJECTED` don't change any more. */
  readonly status: TransactionStatus;
  /** Missing until the transaction is on its chain. */
  readonly txHash: string | undefined;
  /** Net of the fee; a decimal string. */
  readonly amount: string;
  /** A decimal string. */
  readonly serviceFee: string;
  /** The provider's symbol of the coin that was moved, such as `BTC`. */
  readonly coinSymbol: string;
  /** Sub transfers may have none. */
  readonly network: NetlinkNetwork | null;
  /** `CRYPTO_DEPOSIT` into the account, `CRYPTO_WITHDRAWAL` out of it. */
  readonly direction: TransactionDirection;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

/** A page of the history. */
export interface TransactionPage {
  /** In the provider's order: deposits and withdrawals, or sub transfers, as the query says. */
  readonly transactions: readonly NetlinkTransaction[];
  /** Where the next page begins; `undefined` for the last one. */
  readonly nextPageCursor: string | undefined;
}

/** An asset that the provider supports. */
export interface NetlinkAsset {
  /** The symbol that requests name the coin by, such as `BTC`. */
  readonly coinSymbol: string;
  /** The network on which it moves; the same coin on another network is another entry. */
  readonly network: NetlinkNetwork;
  /** `BASE` for the coin of the network itself, `TOKEN` for another. A sandbox has only `BASE`. */
  readonly coinClass: CoinClass;
  /** For a token, beginning with its contract; on Stellar the issuer, then the asset code. */
  readonly identifiers?: readonly string[] | null | undefined;
}

/** A transfer that involves a sub-account: done, or to be looked up in the history later. */
export interface SubTransfer {
  /** `pending` if the answer's `completed` is `false`. */
  readonly status: 'completed' | 'pending';
  /** As it was received; `false` means something else for each kind of transfer. */
  readonly completed: boolean;
  /** The provider's id; `undefined` if it gave none. */
  readonly transactionID: string | undefined;
}

/** A transfer between account types: done, or failed. */
export interface InternalTransfer {
  /** `failed` if the answer's `completed` is `false`: it will not be done later. */
  readonly status: 'completed' | 'failed';
  /** As it was received; `false` means something else for each kind of transfer. */
  readonly completed: boolean;
  /** The provider's id; `undefined` if it gave none. */
  readonly transactionID: string | undefined;
}

/** A provider's result of a transfer: on the wire, `completed` follows from `status`. */
export type ServedTransfer<Transfer> = Omit<Transfer, 'completed'> & {
  /** Not needed where there is a `status`, which the kit derives it from. */
  readonly completed?: boolean;
};

/** How an answer goes over the wire. Unknown fields are kept, in both directions. */
export interface AnswerForm<Result, FromProvider = Result> {
  /** Reads it, or reports what is not as documented. */
  readonly wire: z.ZodMiniType<Result>;
  /** What goes over the wire for a provider’s result. */
  write(result: FromProvider): unknown;
}

const optionalText = z.optional(z.nullable(z.string()));

/** Debts are below zero. */
const decimal = z.string().check(z.regex(/^-?\d+(\.\d+)?$/));

const asItIs = <Result>(wire: z.ZodMiniType<Result>): AnswerForm<Result> => ({
  wire,
  write: (result) => result,
});

export const accounts = asItIs<readonly NetlinkAccount[]>(
  z.array(
    z.looseObject({
      type: z.string(),
      balances: z.array(
        z.looseObject({
          coinSymbol: z.string(),
          totalAmount: decimal,
          pendingAmount: decimal,
          availableAmount: decimal,
          creditAmount: optionalText,
        }),
      ),
      displayName: optionalText,
      uid: optionalText,
    }),
  ),
);

const address = z.looseObject({ depositAddress: z.string(), depositAddressTag: optionalText });

/** A provider sends an empty address if there is none. */
export const depositAddress: AnswerForm<DepositAddress | undefined> = {
  wire: z.pipe(
    address,
    z.transform((value) => (value.depositAddress === '' ? undefined : value)),
  ),
  write: (result) => result ?? { depositAddress: '' },
};

export const newDepositAddress = asItIs<DepositAddress>(
  address.check(z.refine((value) => value.depositAddress !== '', { path: ['depositAddress'] })),
);

export const withdrawalFee = asItIs<WithdrawalFee>(z.looseObject({ feeAmount: feeLimit }));

export const withdrawal = asItIs<Withdrawal>(
  z.looseObject({ transactionID: z.string().check(z.minLength(1)) }),
);

const transaction = z.pipe(
  z.looseObject({
    transactionID: z.nullable(z.string()),
    status: z.string(),
    txHash: z.nullable(z.string()),
    amount: feeLimit,
    // Some providers have none for a deposit, and send an empty text.
    serviceFee: z.string(),
    coinSymbol: z.string(),
    network: z.nullable(z.string()),
    direction: z.string(),
    timestamp: z.number(),
  }),
  z.transform((value) => ({
    ...value,
    transactionID: value.transactionID || undefined,
    txHash: value.txHash || undefined,
  })),
);

const writeTransaction = (value: NetlinkTransaction) => ({
  ...value,
  transactionID: value.transactionID ?? '',
  txHash: value.txHash ?? '',
});

/** The answer that there is none has status 200. */
export const foundTransaction: AnswerForm<NetlinkTransaction | undefined> = {
  wire: z.union([
    z.pipe(
      z.looseObject({ status: z.literal('NOT_FOUND') }),
      z.transform(() => undefined),
    ),
    transaction,
  ]),
  write: (result) => (result === undefined ? { status: 'NOT_FOUND' } : writeTransaction(result)),
};

/** An absent, null or empty cursor means that there is none. */
export const transactionPage: AnswerForm<TransactionPage> = {
  wire: z.pipe(
    z.looseObject({ transactions: z.array(transaction), nextPageCursor: optionalText }),
    z.transform((page) => ({ ...page, nextPageCursor: page.nextPageCursor || undefined })),
  ),
  write: ({ transactions, nextPageCursor, ...rest }) => ({
    ...rest,
    transactions: transactions.map(writeTransaction),
    nextPageCursor: nextPageCursor ?? null,
  }),
};

export const assets = asItIs<readonly NetlinkAsset[]>(
  z.array(
    z.looseObject({
      coinSymbol: z.string(),
      network: z.string(),
      coinClass: z.string(),
      identifiers: z.optional(z.nullable(z.array(z.string()))),
    }),
  ),
);

interface Transfer<Otherwise extends string> {
  readonly status: 'completed' | Otherwise;
  readonly completed: boolean;
  readonly transactionID: string | undefined;
}

/** `completed: false` means not done yet for two of the transfers, and failed for the third. */
function transfer<Otherwise extends string>(
  otherwise: Otherwise,
): AnswerForm<Transfer<Otherwise>, ServedTransfer<Transfer<Otherwise>>> {
  return {
    wire: z.pipe(
      z.looseObject({ completed: z.boolean(), transactionID: optionalText }),
      z.transform((value) => ({
        ...value,
        status: value.completed ? ('completed' as const) : otherwise,
        transactionID: value.transactionID || undefined,
      })),
    ),
    write: ({ status, ...rest }) => ({
      ...rest,
      completed: status === 'completed' || (status === otherwise ? false : rest.completed),
    }),
  };
}

export const subTransfer: AnswerForm<SubTransfer, ServedTransfer<SubTransfer>> = transfer(
  'pending',
);
export const internalTransfer: AnswerForm<
  InternalTransfer,
  ServedTransfer<InternalTransfer>
> = transfer('failed');
