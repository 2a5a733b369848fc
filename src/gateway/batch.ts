import type { BatchMember, ExecutedBatch, Receipt } from '../transactions/index.js';

/** A batch whose transactions are all confirmed. */
export interface BatchResult<Member> {
  /** Always this one: a batch that is not confirmed as a whole ends with an error. */
  readonly status: 'confirmed';
  /** One for each transaction, in the order of the call. */
  readonly members: readonly Member[];
  /** That of the batch's first request, where it took several. It has no hash: each member has its own. */
  readonly receipt: Receipt;
}

export function batchOf<R>({ members, receipt }: ExecutedBatch<R>): BatchResult<BatchMember<R>> {
  return { status: 'confirmed', members, receipt };
}
