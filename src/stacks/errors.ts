import { formatAmount } from '../core/amount.js';
import { GatewayError } from '../core/errors.js';

/** A node or its API answered with an error of its own, such as `FeeTooLow` or `NoSuchContract`. */
export class StacksNodeError extends GatewayError {
  /** The node's own code, or `http_` and the status if it has none. */
  readonly reason: string;
  /** The HTTP status. */
  readonly status: number;

  constructor(reason: string, status: number, message: string) {
    super('STACKS_NODE', `The node answered ${reason}: ${message}`, {
      retryable: status >= 500,
      details: { reason, status },
    });
    this.reason = reason;
    this.status = status;
  }
}

/**
 * The node, or the API beside it, has no such route, or no longer has it: that says nothing about the requested
 * data.
 */
export class NotServedError extends StacksNodeError {
  constructor(status: number, message: string) {
    super(`http_${status}`, status, message);
  }
}

/** A read-only call of a contract has no result: there is no such function, or it failed. */
export class ReadOnlyCallError extends GatewayError {
  constructor(contract: string, functionName: string, cause: string) {
    super('READ_ONLY_CALL', `${contract}.${functionName} gave no answer: ${cause}`, {
      details: { contract, functionName, cause },
    });
  }
}

/** The account has less than the transaction needs. Nothing was signed. */
export class InsufficientFundsError extends GatewayError {
  /** @param asset - `STX`, or a token as `contract::asset`. Both amounts are in its base units. */
  constructor(asset: string, required: bigint, available: bigint, decimals: number | undefined) {
    const [needs, has] = [required, available].map((units) =>
      decimals === undefined ? `${units} base units` : formatAmount(units, decimals),
    );
    super('INSUFFICIENT_FUNDS', `It takes ${needs} of ${asset}, and ${has} can be spent.`, {
      details: { asset, required: `${required}`, available: `${available}` },
    });
  }
}

/**
 * Neither chain nor mempool shows such a transaction. A transaction that was just sent takes a moment to appear,
 * and a dropped one gives the same answer: it may be mined all the same.
 */
export class UnknownTransactionError extends GatewayError {
  constructor(txid: string) {
    super('UNKNOWN_TRANSACTION', `The node knows no transaction ${txid}.`, {
      retryable: true,
      details: { txid },
    });
  }
}

/** The transaction can no longer be replaced, or this account has not signed it. Nothing was signed. */
export class NotReplaceableError extends GatewayError {
  constructor(txid: string, reason: string) {
    super('NOT_REPLACEABLE', `Nothing can replace ${txid}: ${reason}.`, { details: { txid } });
  }
}
