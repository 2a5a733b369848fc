import type { ApprovalRequest, Sandbox } from '../../sandbox/index.js';

/** The notes of transactions in the demo, by which the approvers decide. */
export const NOTES = {
  slow: 'rent, to be approved by Alice',
  forbidden: 'to an unknown exchange',
  alice: 'for Alice to approve, when she is back',
  bob: 'for Bob to approve',
} as const;

/** The custody platform's side of the demo: a rule that forbids, and people that answer slowly. */
export function approvalsAfter(slowMs: number) {
  return ({ note = '' }: ApprovalRequest) => {
    if (note.includes(NOTES.forbidden)) return 'block' as const;
    if (note.includes(NOTES.slow)) return { decision: 'approve', afterMs: slowMs } as const;
    return note.includes(NOTES.alice) || note.includes(NOTES.bob) ? 'wait' : 'approve';
  };
}

/** Approves the waiting request with a note. */
export function approve({ custody }: Sandbox, note: string): void {
  const request = custody.transactions.find(
    ({ json, status }) => status === 'PENDING_AUTHORIZATION' && String(json.note).includes(note),
  );
  if (request) custody.approve(request.id);
}
