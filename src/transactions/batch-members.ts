import { GatewayError } from '../core/errors.js';
import type { Evidence } from './errors.js';

interface MemberBase {
  /** Its place in the batch, from 0 on. */
  readonly index: number;
}

interface SignedMemberBase extends MemberBase {
  /** The hash that it has on the chain, or would have there. */
  readonly hash: string;
  /** Its sequence number, as decimal text. */
  readonly number: string;
}

/** The outcome of one member of a batch. */
export type BatchMember<Result> =
  | (SignedMemberBase & {
      /** On the ledger with its effect. Final. */
      readonly state: 'confirmed';
      /** The ledger's result. */
      readonly result: Result;
    })
  | (SignedMemberBase & {
      /** On the ledger and paid for, but without the intended effect. Final. */
      readonly state: 'failed';
      /** The ledger's code, such as `tecPATH_DRY`. */
      readonly code: string;
      /** The ledger's result. */
      readonly result: Result;
    })
  | (SignedMemberBase & {
      /** Another transaction spent its number. It will never have an effect. */
      readonly state: 'replaced';
      /** The hash of the other transaction. */
      readonly by: string;
    })
  | (SignedMemberBase & {
      /** Its time is over. It will never have an effect. */
      readonly state: 'expired';
    })
  | (SignedMemberBase & {
      /** The node accepted it neither now nor for later. Not final: it may be sent again. */
      readonly state: 'refused';
      /** The node's own code, such as `temMALFORMED`. */
      readonly code: string;
    })
  | (SignedMemberBase & {
      /** A node has it, and it is not final. */
      readonly state: 'pending';
    })
  | (SignedMemberBase & {
      /** It may have been sent; nothing certain is known. */
      readonly state: 'unknown';
    })
  | (SignedMemberBase & {
      /** Signed, but not sent. */
      readonly state: 'not-sent';
    })
  | (MemberBase & {
      /**
       * Its signature was refused, is still missing, or was never requested; or none was seen before the transaction
       * could land no more.
       */
      readonly state: 'not-signed';
    });

/**
 * Not every member of a batch was confirmed. `members` has the outcome of each; repeat the call, or call `resume`, to
 * continue with the members that can still be confirmed. The `cause`, if there is one, is the error that stopped the
 * batch. Where members have failed, expired or been replaced, `details.evidence` is the basis of that: when it is
 * `one-operator`, look elsewhere before you pay them again with another key. One that `replaceTransaction` has replaced
 * is paid already: its `by` is the replacement.
 */
export class BatchIncompleteError<Result = unknown> extends GatewayError {
  /** One for each transaction of the batch, in the order of the call, also for those that were not signed. */
  readonly members: readonly BatchMember<Result>[];

  /** @param evidence - The basis, where members have failed, expired or been replaced. */
  constructor(
    members: readonly BatchMember<Result>[],
    retryable: boolean,
    cause?: unknown,
    evidence?: Evidence,
  ) {
    const confirmed = members.filter(({ state }) => state === 'confirmed').length;
    super(
      'BATCH_INCOMPLETE',
      `${confirmed} of the batch's ${members.length} transactions are confirmed.`,
      {
        retryable,
        details: { members: members.map(summaryOf), ...(evidence && { evidence }) },
        ...(cause === undefined ? {} : { cause }),
      },
    );
    this.members = members;
  }
}

function summaryOf(member: BatchMember<unknown>) {
  const { result: _, number: __, ...summary } = { result: undefined, number: undefined, ...member };
  return summary;
}
