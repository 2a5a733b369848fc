import type { BatchMember, ExecutedBatch, Receipt } from '../transactions/index.js';

/** A batch whose transactions are all confirmed. */
export interface BatchResult<Member> {
  readonly status: 'confirmed';
  readonly members: readonly Member[];
  readonly receipt: Receipt;
}

export function batchOf<R>({ members, receipt }: ExecutedBatch<R>): BatchResult<BatchMember<R>> {
  return { status: 'confirmed', members, receipt };
}
