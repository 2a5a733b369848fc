import type * as http from '../../src/handlers.js';
import * as root from '../../src/index.js';
import * as provider from '../../src/provider/index.js';
import * as signer from '../../src/signer/index.js';

const answer = { status: 400, custodyCode: 7, custodyMessage: 'no' };
const request = { requestId: 'cg-1', custodyId: 'custody-1' };

/** One of each error, and how it is answered. */
export const ERRORS: Readonly<Record<string, readonly [root.GatewayError, number, string]>> = {
  GatewayError: [new root.GatewayError('CONFIGURATION', 'secret'), 500, 'Internal Server Error'],
  InvalidInputError: [new root.InvalidInputError('amount', 'is required'), 400, 'Bad Request'],
  ConfigurationError: [new root.ConfigurationError('url', 'x'), 500, 'Internal Server Error'],
  AbortedError: [new root.AbortedError(), 504, 'Gateway Timeout'],
  UnreachableError: [new root.UnreachableError('xrpl', 'x'), 503, 'Service Unavailable'],
  UnexpectedAnswerError: [new root.UnexpectedAnswerError('xrpl', 'x'), 502, 'Bad Gateway'],
  RateLimitedError: [new root.RateLimitedError('custody', 1_500), 429, 'Too Many Requests'],
  IdempotencyConflictError: [new root.IdempotencyConflictError('x'), 409, 'Idempotency Conflict'],
  CustodyError: [new root.CustodyError(answer), 502, 'Custody Refused'],
  CustodyAuthenticationError: [
    new root.CustodyAuthenticationError(answer, 'x'),
    502,
    'Custody Authentication Failed',
  ],
  CustodyClockSkewError: [new root.CustodyClockSkewError(answer, 5), 502, 'Custody Clock Skew'],
  CustodyNotFoundError: [new root.CustodyNotFoundError(answer), 404, 'Not Found at Custody'],
  CustodyPermissionError: [
    new root.CustodyPermissionError(answer),
    502,
    'Custody Permission Denied',
  ],
  CustodyUnavailableError: [new root.CustodyUnavailableError(answer), 503, 'Custody Unavailable'],
  DuplicateExternalIdError: [new root.DuplicateExternalIdError(answer), 409, 'Duplicate Request'],
  CustodyUnconfirmedError: [new root.CustodyUnconfirmedError(undefined), 202, 'Outcome Unknown'],
  InvalidSignatureError: [new root.InvalidSignatureError('x'), 502, 'Invalid Signature'],
  SignaturePendingError: [new root.SignaturePendingError(request), 202, 'Signature Pending'],
  SignatureRejectedError: [new root.SignatureRejectedError(request), 422, 'Signature Rejected'],
  JournalError: [new signer.JournalError('x'), 503, 'Journal Unavailable'],
  StoreError: [new root.StoreError('x'), 503, 'Store Unavailable'],
  NetlinkError: [new root.NetlinkError({ errorCode: 400005 }), 422, 'Provider Refused'],
  NetlinkUnconfirmedError: [
    new root.NetlinkUnconfirmedError('withdraw', undefined),
    202,
    'Outcome Unknown',
  ],
  ProviderApiError: [new root.ProviderApiError({ status: 400 }), 422, 'Provider Refused'],
  IdempotencyKeyReuseError: [
    new root.IdempotencyKeyReuseError({ status: 409 }),
    409,
    'Idempotency Key Reused',
  ],
  ProviderUnconfirmedError: [
    new root.ProviderUnconfirmedError('executeQuote', undefined),
    202,
    'Outcome Unknown',
  ],
  ProviderSignatureError: [
    new root.ProviderSignatureError('getAccounts', 'missing-header'),
    502,
    'Not the Provider',
  ],
  ForcedSettlementError: [
    new provider.ForcedSettlementError('force', 'not-marked'),
    409,
    'Not Possible Now',
  ],
  ProviderRefusal: [new root.ProviderRefusal('quote-not-ready'), 422, 'Refused'],
  UnsupportedAlgorithmError: [
    new root.UnsupportedAlgorithmError('rsa-sha3-256', 'WebCrypto'),
    500,
    'Internal Server Error',
  ],
  SignatureNotSendableError: [new root.SignatureNotSendableError(), 500, 'Internal Server Error'],
  UnexpectedFailureError: [new root.UnexpectedFailureError(1), 202, 'Outcome Unknown'],
  AccountBusyError: [new root.AccountBusyError('x', undefined), 409, 'Account Busy'],
  AlreadyRequestedError: [
    new root.AlreadyRequestedError({ idempotencyKey: 'cg-1', providerId: 'tx-1' }),
    409,
    'Already Requested',
  ],
  BatchIncompleteError: [
    new root.BatchIncompleteError([{ state: 'not-signed', index: 0 }], true),
    202,
    'Batch Incomplete',
  ],
  TicketsUnavailableError: [
    new root.TicketsUnavailableError(new Error('x')),
    422,
    'Tickets Unavailable',
  ],
  FeeTooHighError: [new root.FeeTooHighError(2n, 1n), 422, 'Fee Too High'],
  NotCancellableError: [new root.NotCancellableError('x'), 409, 'Not Cancellable'],
  TransactionExpiredError: [new root.TransactionExpiredError(), 422, 'Transaction Expired'],
  TransactionBlockedError: [
    new root.TransactionBlockedError('pending', 'terNO_LINE', 'the trust line exists'),
    202,
    'Transaction Unconfirmed',
  ],
  TransactionWouldFailError: [
    new root.TransactionWouldFailError('tecPATH_DRY', 'no line'),
    422,
    'Transaction Would Fail',
  ],
  TransactionFailedError: [
    new root.TransactionFailedError('tecPATH_DRY', { meta: { drops: 5n } }),
    422,
    'Transaction Failed',
  ],
  TransactionNotFoundError: [new root.TransactionNotFoundError(), 404, 'Transaction Not Found'],
  TransactionRefusedError: [
    new root.TransactionRefusedError('temBAD', 'x'),
    202,
    'Transaction Refused',
  ],
  TransactionReplacedError: [new root.TransactionReplacedError('AB'), 409, 'Transaction Replaced'],
  TransactionUnconfirmedError: [
    new root.TransactionUnconfirmedError('unknown', 'x'),
    202,
    'Transaction Unconfirmed',
  ],
  AccountNotFundedError: [new root.AccountNotFundedError('r1'), 422, 'Account Not Funded'],
  DestinationTagRequiredError: [
    new root.DestinationTagRequiredError('r1'),
    400,
    'Destination Tag Required',
  ],
  WrongNetworkError: [new root.WrongNetworkError(0, 1), 502, 'Wrong Network'],
  AptosNodeError: [new root.AptosNodeError('invalid_input', 400, 'x'), 502, 'Bad Gateway'],
  IndexerMissingError: [new root.IndexerMissingError(4), 503, 'Indexer Missing'],
  SimulationFailedError: [
    new root.SimulationFailedError({ resultCode: 'OUT_OF_GAS', vmStatus: 'Out of gas' }),
    422,
    'Transaction Would Fail',
  ],
  StacksNodeError: [new root.StacksNodeError('FeeTooLow', 400, 'x'), 502, 'Bad Gateway'],
  ReadOnlyCallError: [
    new root.ReadOnlyCallError('SP1.token', 'get-decimals', 'x'),
    422,
    'No Answer of the Contract',
  ],
  InsufficientFundsError: [
    new root.InsufficientFundsError('STX', 2n, 1n, 6),
    422,
    'Insufficient Funds',
  ],
  UnknownPoxError: [new root.UnknownPoxError('x'), 502, 'Stacking Contract Unknown'],
  WrongPoxError: [
    new root.WrongPoxError('stackSolo', 'pox-5', 'stake'),
    409,
    'Another Stacking Contract',
  ],
  StackingRefusedError: [
    new root.StackingRefusedError('ERR_ALREADY_STAKED', 'x'),
    422,
    'Transaction Would Fail',
  ],
  SignerSignatureError: [new root.SignerSignatureError('x'), 422, "Signer's Signature"],
  NotReplaceableError: [new root.NotReplaceableError('0x00', 'x'), 409, 'Not Replaceable'],
  UnknownTransactionError: [new root.UnknownTransactionError('0x00'), 404, 'Transaction Not Found'],
  XrplNodeError: [new root.XrplNodeError('noNetwork', 'x'), 502, 'Bad Gateway'],
};

/** How each fault of a request's form is answered. */
export const FORMS: Readonly<Record<http.HttpErrorCode, readonly [number, string]>> = {
  ROUTE_NOT_FOUND: [404, 'Not Found'],
  MISSING_VAULT_ACCOUNT: [400, 'Missing vault account ID'],
  IDEMPOTENCY_KEY_REQUIRED: [400, 'Idempotency Key Required'],
  TRANSACTION_WAITING: [202, 'Transaction Waiting'],
  CROSS_ORIGIN: [403, 'Forbidden'],
  FORBIDDEN: [403, 'Forbidden'],
  UNKNOWN_HOST: [421, 'Misdirected Request'],
  BODY_TOO_LARGE: [413, 'Payload Too Large'],
  BODY_ALREADY_READ: [500, 'Body Already Read'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'Unsupported Media Type'],
  UNAUTHORIZED: [401, 'Unauthorized'],
};
