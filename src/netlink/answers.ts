import * as z from 'zod/mini';
import type { NetlinkNetwork } from './networks.js';
import type { AccountType, CoinClass, TransactionDirection, TransactionStatus } from './values.js';

/** An account's balance of one coin. Decimal strings; the sum of the parts need not be the total. */
export interface NetlinkBalance {
  readonly coinSymbol: string;
  readonly totalAmount: string;
  /** Seen on its chain, not confirmed. */
  readonly pendingAmount: string;
  readonly availableAmount: string;
  /** Lent by the provider. */
  readonly creditAmount?: string | null | undefined;
}

/** One type of the linked account, and its balances. */
export interface NetlinkAccount {
  readonly type: AccountType;
  /** Empty if the type is supported and holds nothing. */
  readonly balances: readonly NetlinkBalance[];
  readonly displayName?: string | null | undefined;
  /** The provider's own id of the linked account. */
  readonly uid?: string | null | undefined;
}

/** An address for deposits. */
export interface DepositAddress {
  readonly depositAddress: string;
  readonly depositAddressTag?: string | null | undefined;
}

/** The fee of a withdrawal: a decimal string. */
export interface WithdrawalFee {
  readonly feeAmount: string;
}

/** A withdrawal that the provider has accepted. Its status shows its progress. */
export interface Withdrawal {
  readonly transactionID: string;
}

/** A deposit, a withdrawal or a sub transfer. */
export interface NetlinkTransaction {
  /** Some providers give deposits no id. */
  readonly transactionID: string | undefined;
  readonly status: TransactionStatus;
  /** Missing until the transaction is on its chain. */
  readonly txHash: string | undefined;
  /** Net of the fee; a decimal string. */
  readonly amount: string;
  /** A decimal string. */
  readonly serviceFee: string;
  readonly coinSymbol: string;
  /** Sub transfers may have none. */
  readonly network: NetlinkNetwork | null;
  readonly direction: TransactionDirection;
  /** Milliseconds since the epoch. */
  readonly timestamp: number;
}

/** A page of the history. */
export interface TransactionPage {
  readonly transactions: readonly NetlinkTransaction[];
  /** Where the next page begins; `undefined` for the last one. */
  readonly nextPageCursor: string | undefined;
}

/** An asset that the provider supports. */
export interface NetlinkAsset {
  readonly coinSymbol: string;
  readonly network: NetlinkNetwork;
  readonly coinClass: CoinClass;
  /** For a token, beginning with its contract; on Stellar the issuer, then the asset code. */
  readonly identifiers?: readonly string[] | null | undefined;
}

/** A transfer that involves a sub-account: done, or to be looked up in the history later. */
export interface SubTransfer {
  readonly status: 'completed' | 'pending';
  /** As it was received; `false` means something else for each kind of transfer. */
  readonly completed: boolean;
  readonly transactionID: string | undefined;
}

/** A transfer between account types: done, or failed. */
export interface InternalTransfer {
  readonly status: 'completed' | 'failed';
  /** As it was received; `false` means something else for each kind of transfer. */
  readonly completed: boolean;
  readonly transactionID: string | undefined;
}

/** A provider's result of a transfer: on the wire, `completed` follows from `status`. */
export type ServedTransfer<Transfer> = Omit<Transfer, 'completed'> & {
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
          totalAmount: z.string(),
          pendingAmount: z.string(),
          availableAmount: z.string(),
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

export const withdrawalFee = asItIs<WithdrawalFee>(z.looseObject({ feeAmount: z.string() }));

export const withdrawal = asItIs<Withdrawal>(
  z.looseObject({ transactionID: z.string().check(z.minLength(1)) }),
);

/** A value that is not known yet is an empty text on the wire. */
const transaction = z.pipe(
  z.looseObject({
    transactionID: z.nullable(z.string()),
    status: z.string(),
    txHash: z.nullable(z.string()),
    amount: z.string(),
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
    write: ({ status, ...rest }) => ({ ...rest, completed: status === 'completed' }),
  };
}

export const subTransfer: AnswerForm<SubTransfer, ServedTransfer<SubTransfer>> = transfer(
  'pending',
);
export const internalTransfer: AnswerForm<
  InternalTransfer,
  ServedTransfer<InternalTransfer>
> = transfer('failed');
