import { GatewayError } from '../core/errors.js';

interface MemberBase {
  /** Its place in the batch, from 0 on. */
  readonly index: number;
}

interface SignedMemberBase extends MemberBase {
  readonly hash: string;
  /** Its sequence number, as decimal text. */
  readonly number: string;
}

/** The outcome of one member of a batch. */
export type BatchMember<Result> =
  | (SignedMemberBase & { readonly state: 'confirmed'; readonly result: Result })
  /** On the ledger and paid for, but without the intended effect. */
  | (SignedMemberBase & {
      readonly state: 'failed';
      readonly code: string;
      readonly result: Result;
    })
  /** Another transaction spent its number. It will never have an effect. */
  | (SignedMemberBase & { readonly state: 'replaced'; readonly by: string })
  /** It will never have an effect. */
  | (SignedMemberBase & { readonly state: 'expired' })
  /** The node accepted it neither now nor for later. Not final: it may be sent again. */
  | (SignedMemberBase & { readonly state: 'refused'; readonly code: string })
  /** A node has it, and it is not final. */
  | (SignedMemberBase & { readonly state: 'pending' })
  /** It may have been sent; nothing certain is known. */
  | (SignedMemberBase & { readonly state: 'unknown' })
  /** Signed, but not sent. */
  | (SignedMemberBase & { readonly state: 'not-sent' })
  /** Its signature was refused, is still missing, or was never requested. */
  | (MemberBase & { readonly state: 'not-signed' });

/**
 * Not every member of a batch was confirmed. `members` has the outcome of each; repeat the call, or call `resume`, to
 * continue with the members that can still be confirmed. The `cause`, if there is one, is the error that stopped the
 * batch.
 */
export class BatchIncompleteError<Result = unknown> extends GatewayError {
  readonly members: readonly BatchMember<Result>[];

  constructor(members: readonly BatchMember<Result>[], retryable: boolean, cause?: unknown) {
    const confirmed = members.filter(({ state }) => state === 'confirmed').length;
    super(
      'BATCH_INCOMPLETE',
      `${confirmed} of the batch's ${members.length} transactions are confirmed.`,
      {
        retryable,
        details: { members: members.map(summaryOf) },
        ...(cause === undefined ? {} : { cause }),
      },
    );
    this.members = members;
  }
}

function summaryOf(member: BatchMember<unknown>) {
  if (member.state === 'not-signed') return { index: member.index, state: member.state };
  const { index, state, hash } = member;
  return { index, state, hash, ...('code' in member ? { code: member.code } : {}) };
}
