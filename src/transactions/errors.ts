import { GatewayError, type GatewayErrorOptions } from '../core/errors.js';
import { excerpt, MAX_MESSAGE } from '../core/shown.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import type { LaneHolder } from './lanes/lanes.js';

/**
 * Another signing request of this account holds the lane, and it didn't end in time. `holder` names it: finish or
 * cancel that one, or wait. Where nothing is known under its key, its process may have ended before the custody platform
 * had the request, or the request may be on its way: repeat its call with the same key, or wait for some six minutes.
 */
export class AccountBusyError extends GatewayError {
  /** The request that is ahead. Missing where it is not one request, as while Tickets are created. */
  readonly holder: Omit<LaneHolder, 'numbers' | 'committedAt'> | undefined;

  constructor(reason: string, holder: LaneHolder | undefined, options: GatewayErrorOptions = {}) {
    const named = holder && shownOf(holder);
    super('ACCOUNT_BUSY', `Another transaction of this account is not done: ${reason}.`, {
      retryable: true,
      ...options,
      details: { ...options.details, holder: named ?? {} },
    });
    this.holder = named;
  }
}

/** JSON has no bigints, and the lane's time means nothing outside it. */
function shownOf({ numbers: _, committedAt: __, ...shown }: LaneHolder) {
  return shown;
}

/**
 * The signer was asked for exactly the same transaction already, under another key: `request` names it. Nothing was
 * requested under this key. Repeat the call once the other request has ended without effect, or, where this
 * transaction takes the account's next number, once it has ended in any way.
 */
export class AlreadyRequestedError extends GatewayError {
  /** The other key's request. */
  readonly request: {
    /** Its id, made from the other key: at Fireblocks its `externalTxId`. */
    readonly requestId: string;
    /** The id that the signer gave it. */
    readonly custodyId: string;
  };

  constructor({
    idempotencyKey: requestId,
    providerId: custodyId,
  }: Pick<SigningRecord, 'idempotencyKey' | 'providerId'>) {
    const request = { requestId, custodyId };
    super('ALREADY_REQUESTED', 'Another key has asked for exactly the same transaction.', {
      retryable: true,
      details: request,
    });
    this.request = request;
  }
}

/** Sending this now would cost more than the cap allows. Nothing was signed. */
export class FeeTooHighError extends GatewayError {
  /** Both in the chain's base units. */
  constructor(required: bigint, cap: bigint) {
    super('FEE_TOO_HIGH', `The fee would be ${required}, more than the ${cap} allowed.`, {
      retryable: true,
      details: { required: required.toString(), cap: cap.toString() },
    });
  }
}

/**
 * The node accepted the signed transaction neither now nor for later. This is not final: its number is unspent, and
 * the same call, or a process that finds it signed, sends it again. The next transaction of the account may take the
 * number; then this one can't land any more.
 */
export class TransactionRefusedError extends GatewayError {
  /** The node's own code, such as `temMALFORMED`. */
  readonly resultCode: string;

  constructor(resultCode: string, message: string, options: GatewayErrorOptions = {}) {
    super('TRANSACTION_REFUSED', `The node refused the transaction: ${resultCode}, ${message}`, {
      retryable: true,
      ...options,
      details: { ...options.details, resultCode },
    });
    this.resultCode = resultCode;
  }
}

/**
 * The basis of a final failure: the statement of one operator's nodes, or of as many operators as `agree` requires.
 * When it is `one-operator`, pay again only with `newAttempt` under the same key: that takes the same number, so that
 * both can't land. Where the operator says that the number is spent, or there is none (Aptos' orderless transactions),
 * both may if it lies: ask another operator first. What `replaceTransaction` has replaced is paid by its replacement,
 * whatever the evidence.
 */
export type Evidence = 'one-operator' | 'agreed';

/** Final on the ledger, and paid for, but without the intended effect. `result` is the ledger's result. */
export class TransactionFailedError<Result = unknown> extends GatewayError {
  /** The ledger's code, such as `tecPATH_DRY`. */
  readonly resultCode: string;
  /** The ledger's result, in the chain's own form. */
  readonly result: Result;

  constructor(resultCode: string, result: Result, evidence?: Evidence) {
    super('TRANSACTION_FAILED', `The transaction failed on the ledger: ${resultCode}.`, {
      details: { resultCode, ...(evidence && { evidence }) },
    });
    this.resultCode = resultCode;
    this.result = result;
  }
}

/** It expired before a ledger accepted it, and can't land any more. Final. */
export class TransactionExpiredError extends GatewayError {
  constructor(evidence?: Evidence) {
    super('TRANSACTION_EXPIRED', 'The transaction expired; it had no effect and never will.', {
      details: { ...(evidence && { evidence }) },
    });
  }
}

/** Another transaction spent its number, so it can't land any more. Final. */
export class TransactionReplacedError extends GatewayError {
  /** The hash of the other transaction. */
  constructor(by: string, evidence?: Evidence) {
    super('TRANSACTION_REPLACED', 'Another transaction spent its number; it had no effect.', {
      details: { by, ...(evidence && { evidence }) },
    });
  }
}

/**
 * Signed, and not seen to be final. `pending`: it is on its way. `unknown`: nothing certain is known. Neither is
 * success or failure: ask again with the same key, or `resume` it.
 */
export class TransactionUnconfirmedError extends GatewayError {
  /** `pending`: it is on its way. `unknown`: nothing certain is known. */
  readonly status: 'pending' | 'unknown';

  constructor(status: 'pending' | 'unknown', reason: string, options: GatewayErrorOptions = {}) {
    super('TRANSACTION_UNCONFIRMED', `The outcome is not known yet: ${reason}.`, {
      retryable: true,
      ...options,
      details: { ...options.details, status },
    });
    this.status = status;
  }
}

/** Why a transaction can't land yet, for people. */
export function heldUpBy(resultCode: string, cure: string): string {
  return `the node answered ${resultCode}, and it can land once ${cure}`;
}

/**
 * Signed and sent, and it can't land before something else has changed: `cure` names the condition, and `resultCode`
 * is a node's code. It may still land, so paying again under another key would pay twice. Ask again with the same key
 * once the condition holds, or `cancel` it, which spends its number without effect. Until then other transactions of
 * the account end with {@link AccountBusyError}, unless it only waits for one of them.
 */
export class TransactionBlockedError extends TransactionUnconfirmedError {
  /** The node's own code, such as `terNO_LINE`. */
  readonly resultCode: string;
  /** The condition under which it can land: it follows the word `once`. */
  readonly cure: string;

  constructor(status: 'pending' | 'unknown', resultCode: string, cure: string) {
    const reason = `${heldUpBy(resultCode, cure)}; cancel spends its number`;
    super(status, reason, { details: { resultCode, cure } });
    this.resultCode = resultCode;
    this.cure = cure;
  }
}

/**
 * Another call has used the key: it has sent the transaction that this one was about to request, or asks with it for
 * more or fewer transactions. Where the signer has no such request, it may have lost one: another signature might pay
 * twice.
 */
export class KeyUsedError extends TransactionUnconfirmedError {
  constructor(cause?: unknown) {
    const reason = 'another call has used the key, and its request is not shown';
    super('unknown', reason, { cause });
  }
}

/**
 * The signer has no request under this key. That does not prove that none will come: a transaction may wait for its
 * turn in another process, or still be on its way to the signer. Repeated with the same key it is made once; with
 * another key it may be made twice.
 */
export class TransactionNotFoundError extends GatewayError {
  constructor() {
    super(
      'TRANSACTION_NOT_FOUND',
      'No transaction is known under this key. One may wait elsewhere: make it again with the same key, ' +
        'never with another.',
    );
  }
}

/**
 * Too late to cancel: the transaction has its final outcome. Or, of a batch, all that was asked for has; the rest was
 * never asked for, and nothing but the caller keeps a later call with the key from doing so.
 */
export class NotCancellableError extends GatewayError {
  constructor(reason: string) {
    super('NOT_CANCELLABLE', `It can't be cancelled any more: ${reason}.`);
  }
}

/**
 * There was no Ticket to spend, and none could be created. Nothing was signed under this key, so the same call may be
 * made again; the `cause` is the error of the transaction that should have created the Tickets.
 */
export class TicketsUnavailableError extends GatewayError {
  constructor(cause: unknown) {
    super('TICKETS_UNAVAILABLE', 'No Ticket could be created for this transaction.', {
      retryable: true,
      cause,
    });
  }
}

/**
 * Code outside this package failed, such as a signer of your own; `details.reason` is its message, at most 500
 * characters of it, with control characters escaped. How far the transaction came is not known from this: ask again with
 * the same key.
 */
export class UnexpectedFailureError extends GatewayError {
  /** The original error is left out on purpose: printing it could show secrets. */
  constructor(error: unknown) {
    super('UNEXPECTED_FAILURE', 'Code outside this package failed.', {
      details: { reason: wordsOf(error) },
      retryable: true,
    });
  }
}

/** Foreign code may throw what can't be read, too: the caller has to hear of the request all the same. */
function wordsOf(error: unknown): string {
  try {
    if (!(error instanceof Error)) return typeof error;
    return excerpt(`${error.name}: ${error.message}`, MAX_MESSAGE);
  } catch {
    return "an error that can't be read";
  }
}

/** The ledger has no such account: it was never funded. */
export class AccountNotFundedError extends GatewayError {
  constructor(address: string) {
    super('ACCOUNT_NOT_FUNDED', `The ledger has no account ${address}; fund it first.`, {
      details: { address },
    });
  }
}

/** The node belongs to another network than the configured one. Nothing was signed. */
export class WrongNetworkError extends GatewayError {
  constructor(expected: number, actual: number) {
    super('WRONG_NETWORK', `The node is of network ${actual}, not ${expected}.`, {
      details: { expected, actual },
    });
  }
}
