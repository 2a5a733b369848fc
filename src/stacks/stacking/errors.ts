import { GatewayError } from '../../core/errors.js';

/** The stacking contracts since 2024. */
export type PoxVersion = 4 | 5;

/**
 * The active stacking contract can't be determined, or it is not a supported one. Nothing was signed, or the
 * signed transaction was not sent.
 */
export class UnknownPoxError extends GatewayError {
  constructor(reason: string) {
    super('UNKNOWN_POX', `The active stacking contract is not known: ${reason}.`, {
      retryable: true,
      details: { reason },
    });
  }
}

/**
 * The operation belongs to a stacking contract that is not the active one, where it could only fail and cost its
 * fee. `instead` names the operation that does the same today. Nothing was signed, or the signed transaction was
 * not sent.
 */
export class WrongPoxError extends GatewayError {
  /** The contract that is active. */
  readonly active: string;
  /** The operation of the gateway to use, where there is one. */
  readonly instead: string | undefined;

  constructor(operation: string, active: string, instead: string | undefined) {
    const advice = instead === undefined ? '' : ` Use ${instead}.`;
    super('WRONG_POX', `${operation} does not work with ${active}.${advice}`, {
      details: { operation, active, ...(instead === undefined ? {} : { instead }) },
    });
    this.active = active;
    this.instead = instead;
  }
}

/**
 * The contract would refuse the call now. `rule` is the name of the error with which it would fail, or of a rule
 * of this package. Nothing was signed, or the signed transaction was not sent; but `claimRewards` may have had the
 * manager fetch its rewards before, in the transaction whose hash the error then has.
 */
export class StackingRefusedError extends GatewayError {
  /** Such as `ERR_ALREADY_STAKED`. Open: managers have errors of their own. */
  readonly rule: string;
  /** Why, without the rule's name. */
  readonly reason: string;

  constructor(rule: string, reason: string, { retryable = false } = {}) {
    super('STACKING_REFUSED', `The stacking contract would refuse it, ${rule}: ${reason}.`, {
      retryable,
      details: { rule, reason },
    });
    this.rule = rule;
    this.reason = reason;
  }
}

/** A signer's signature does not permit the operation. Nothing was signed. */
export class SignerSignatureError extends GatewayError {
  constructor(reason: string) {
    super('SIGNER_SIGNATURE', `The signer's signature can't be used: ${reason}.`, {
      details: { reason },
    });
  }
}
