import type {
  DepositAddress,
  InternalTransfer,
  NetlinkAccount,
  NetlinkAsset,
  NetlinkTransaction,
  ServedTransfer,
  SubTransfer,
  TransactionPage,
  Withdrawal,
  WithdrawalFee,
} from './answers.js';
import type {
  DepositAddressRequest,
  InternalTransferRequest,
  ReceivedTransactionQuery,
  ReceivedWithdrawal,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
  TransactionHashRequest,
  TransactionIdRequest,
  WithdrawalFeeRequest,
} from './requests.js';

/** The caller of a provider, and the duration of the call. */
export interface NetlinkCall {
  /** The API key that signed the request, and whose accounts it is about. */
  readonly apiKey: string;
  /** The operation, such as `withdraw`. */
  readonly operation: keyof NetlinkProvider;
  /** The HTTP request's id; the answer carries it as `X-Request-Id`. */
  readonly requestId: string;
  /** The address that the request came from, from `toNodeListener`. */
  readonly clientAddress: string | undefined;
  /** Fires when the caller has gone; for reads, and before a move is begun, also when the time is over. */
  readonly signal: AbortSignal;
}

/**
 * The interface of a provider: the twelve operations as plain methods. They get checked input, and refuse by
 * throwing a `NetlinkError`; any other error is answered as the provider's own failure, without its message. A
 * `NetlinkClient` has the same methods.
 *
 * The platform may ask for the same withdrawal or transfer only once, and the protocol has no key by which a
 * repetition could be recognised: throw only when nothing has been done.
 */
export interface NetlinkProvider<Call = NetlinkCall> {
  /** One entry for each account type of the API key's account. */
  listAccounts(call: Call): Promise<readonly NetlinkAccount[]>;
  /** `undefined` when there is none yet: then the platform asks to create one. */
  getDepositAddress(
    request: DepositAddressRequest,
    call: Call,
  ): Promise<DepositAddress | undefined>;
  /** The platform asks for it where `getDepositAddress` had none; the kit does not check that. */
  createDepositAddress(request: DepositAddressRequest, call: Call): Promise<DepositAddress>;
  /** The service fee that a withdrawal of this amount would take now: a decimal string. */
  estimateWithdrawalFee(request: WithdrawalFeeRequest, call: Call): Promise<WithdrawalFee>;
  /**
   * Takes a withdrawal on; `listTransactions` and `getTransactionById` show what becomes of it. Refuse one whose fee
   * would be above `maxFee`.
   */
  withdraw(request: ReceivedWithdrawal, call: Call): Promise<Withdrawal>;
  /** `undefined` when there is no such transaction. */
  getTransactionById(
    request: TransactionIdRequest,
    call: Call,
  ): Promise<NetlinkTransaction | undefined>;
  /** The same by its hash on its chain. */
  getTransactionByHash(
    request: TransactionHashRequest,
    call: Call,
  ): Promise<NetlinkTransaction | undefined>;
  /** A page of the history of one coin, or of transfers between own accounts. */
  listTransactions(query: ReceivedTransactionQuery, call: Call): Promise<TransactionPage>;
  /** The assets that can be moved: the server kit refuses moves and new addresses for any other. */
  listSupportedAssets(call: Call): Promise<readonly NetlinkAsset[]>;
  /** Moves a coin between a sub-account and the main account. */
  transferSubMain(
    request: SubMainTransferRequest,
    call: Call,
  ): Promise<ServedTransfer<SubTransfer>>;
  /** Moves a coin from one sub-account to another. */
  transferSubAccounts(
    request: SubAccountsTransferRequest,
    call: Call,
  ): Promise<ServedTransfer<SubTransfer>>;
  /** Moves a coin from one of the account’s types to another. It ends at once, one way or the other. */
  transferInternal(
    request: InternalTransferRequest,
    call: Call,
  ): Promise<ServedTransfer<InternalTransfer>>;
}
