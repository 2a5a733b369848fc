/** An error as the node words it. */
export class RpcError extends Error {
  readonly error: string;
  /** Members beside the error, such as `searched_all`. */
  readonly extra: Readonly<Record<string, unknown>>;

  constructor(
    error: string,
    message: string | undefined = undefined,
    extra: Readonly<Record<string, unknown>> = {},
  ) {
    super(message ?? KNOWN.get(error)?.message ?? error);
    this.error = error;
    this.extra = extra;
  }

  /** The members of an error response. */
  toJson(): Record<string, unknown> {
    const code = KNOWN.get(this.error)?.code;
    return {
      ...this.extra,
      error: this.error,
      ...(code === undefined ? {} : { error_code: code }),
      error_message: this.message,
    };
  }
}

/** What a node answers to a blob that is no transaction or whose signature is bad. */
export class InvalidTransaction extends RpcError {
  constructor(exception: string) {
    super('invalidTransaction', exception);
  }

  override toJson(): Record<string, unknown> {
    return { error: this.error, error_exception: this.message };
  }
}

export function invalidField(name: string): RpcError {
  return new RpcError('invalidParams', `Invalid field '${name}'.`);
}

export function missingField(name: string): RpcError {
  return new RpcError('invalidParams', `Missing field '${name}'.`);
}

interface Known {
  readonly code: number;
  readonly message: string;
}

const KNOWN: ReadonlyMap<string, Known> = new Map([
  ['actMalformed', { code: 35, message: 'Account malformed.' }],
  ['actNotFound', { code: 19, message: 'Account not found.' }],
  ['amendmentBlocked', { code: 14, message: 'Amendment blocked, need upgrade.' }],
  [
    'badCredentials',
    { code: 95, message: 'Credentials do not exist, are not accepted, or have expired.' },
  ],
  ['badMarket', { code: 42, message: 'No such market.' }],
  ['dstActMalformed', { code: 48, message: 'Destination account is malformed.' }],
  ['dstActMissing', { code: 49, message: 'Destination account not provided.' }],
  ['dstActNotFound', { code: 50, message: 'Destination account not found.' }],
  ['dstAmtMalformed', { code: 51, message: 'Destination amount/currency/issuer is malformed.' }],
  ['dstIsrMalformed', { code: 53, message: 'Destination issuer is malformed.' }],
  ['entryNotFound', { code: 98, message: 'Entry not found.' }],
  ['excessiveLgrRange', { code: 78, message: 'Ledger range exceeds 1000.' }],
  ['highFee', { code: 11, message: 'Current transaction fee exceeds your limit.' }],
  ['internal', { code: 73, message: 'Internal error.' }],
  ['invalidLgrRange', { code: 79, message: 'Ledger range is invalid.' }],
  ['invalidParams', { code: 31, message: 'Invalid parameters.' }],
  ['lgrIdxMalformed', { code: 58, message: 'Ledger index malformed.' }],
  ['lgrIdxsInvalid', { code: 57, message: 'Ledger indexes invalid.' }],
  ['lgrNotFound', { code: 21, message: 'ledgerNotFound' }],
  ['lgrNotValidated', { code: 22, message: 'Ledger not validated.' }],
  ['malformedStream', { code: 71, message: 'Stream malformed.' }],
  ['noCurrent', { code: 16, message: 'Current ledger is unavailable.' }],
  ['noEvents', { code: 7, message: 'Current transport does not support events.' }],
  ['noNetwork', { code: 17, message: 'Not synced to the network.' }],
  ['notImpl', { code: 74, message: 'Not implemented.' }],
  ['notReady', { code: 13, message: 'Not ready to handle this request.' }],
  ['notSynced', { code: 18, message: 'Not synced to the network.' }],
  ['slowDown', { code: 10, message: 'You are placing too much load on the server.' }],
  ['srcActMalformed', { code: 65, message: 'Source account is malformed.' }],
  ['srcActMissing', { code: 66, message: 'Source account not provided.' }],
  ['srcActNotFound', { code: 67, message: 'Source account not found.' }],
  ['srcCurMalformed', { code: 69, message: 'Source currency is malformed.' }],
  ['srcIsrMalformed', { code: 70, message: 'Source issuer is malformed.' }],
  ['tooBusy', { code: 9, message: 'The server is too busy to help you now.' }],
  ['transactionSigned', { code: 96, message: 'Transaction should not be signed.' }],
  ['txnNotFound', { code: 29, message: 'Transaction not found.' }],
  ['unknownCmd', { code: 32, message: 'Unknown method.' }],
  ['unlBlocked', { code: 80, message: 'Validator list expired.' }],
  ['wrongNetwork', { code: 4, message: 'Wrong network.' }],
]);
