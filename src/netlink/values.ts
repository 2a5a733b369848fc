/** The kinds of account of release 0.9.13, spelt as they are sent. */
export const ACCOUNT_TYPES = [
  'EXCHANGE',
  'SPOT',
  'FUNDING',
  'MARGIN',
  'FUTURES',
  'OPTIONS',
  'MARGIN_CROSS',
  'USDT_FUTURES',
  'COIN_FUTURES',
] as const;

/** A kind of account. Open: later releases may add some. */
export type AccountType = (typeof ACCOUNT_TYPES)[number] | (string & {});

/** A coin of its own chain, or a token on one. Open. */
export type CoinClass = 'BASE' | 'TOKEN' | (string & {});

/** The status of a deposit or withdrawal. `COMPLETED`, `CANCELLED`, `FAILED` and `REJECTED` are final. Open. */
export type TransactionStatus =
  | 'PROCESSING'
  /** The account's owner has to approve. */
  | 'PENDING_MANUAL_APPROVAL'
  /** The provider has to approve. */
  | 'PENDING_SERVICE_MANUAL_APPROVAL'
  /** On its chain, with the required confirmations. */
  | 'COMPLETED'
  | 'CANCELLED'
  | 'FAILED'
  | 'REJECTED'
  | (string & {});

/** The direction of a transaction, seen from the account. Open. */
export type TransactionDirection = 'CRYPTO_DEPOSIT' | 'CRYPTO_WITHDRAWAL' | (string & {});

/** `IN` is from a sub-account to the main account, `OUT` from the main account to a sub-account. */
export type SubMainDirection = 'IN' | 'OUT';

/** Transfers between own accounts, by the history's names for their two kinds. */
export type SubTransferKind = 'subMainTransfer' | 'subaccountTransfer';
