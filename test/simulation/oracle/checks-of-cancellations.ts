import { type Case, type Finding, isDeadAt, ownersOf, type Request } from './case.js';
import type { CallEvidence, KeyEvidence, SendEvidence } from './evidence.js';
import { readBlob } from './reading/read.js';
import type { TermsRead } from './reading/transaction.js';

/**
 * While the custody has a cancellation, no process sends what it cancels and what may land, but for a call with the
 * cancelled key itself. A call that began before the cancellation was shown may have read the requests before that.
 */
export function sentWhileBeingCancelled(facts: Case): readonly Finding[] {
  const cancellations = facts.requests.filter(({ cancels }) => cancels && !cancels.journaled);
  if (cancellations.length === 0) return [];
  return (facts.evidence.sends ?? []).flatMap((send) => {
    const read = readBlob(send.chain, send.blob);
    return ownersOf(read, facts.requests).flatMap(({ request, member }) => {
      const { key, membersBefore } = request;
      if (!key || isDeadAt(facts, request, member - membersBefore, send.at)) return [];
      const standing = cancellations.find((request) => stands(request, key, read, send));
      if (!standing || !isOnOthersAccount(facts, send, key, standing)) return [];
      const { process, at } = send;
      const text = `${process} sent ${read.hash} at ${at}, being cancelled by ${nameOf(standing)}`;
      return [{ key: key.idempotencyKey, text }];
    });
  });
}

/** Whether a request that takes the number of a key's transaction had been made, and not been refused. */
function stands(
  { cancels, evidence, terms }: Request,
  key: KeyEvidence,
  { number }: TermsRead,
  { at }: SendEvidence,
): boolean {
  const { endedAt = Number.POSITIVE_INFINITY } = evidence;
  const isOfNumber = terms.some(
    (own) => own.number.kind === number.kind && own.number.value === number.value,
  );
  return cancels === key && isOfNumber && shownAt(evidence) <= at && at < endedAt;
}

/** Whether none of the calls of the process may have had a reason to send it. */
function isOnOthersAccount(
  { evidence }: Case,
  { process, at }: SendEvidence,
  wanted: KeyEvidence,
  standing: Request,
): boolean {
  return evidence.keys.every(({ idempotencyKey, account, calls = [] }) =>
    calls
      .filter((call) => account === wanted.account && isOpen(call, process, at))
      .every((call) => {
        const isOwn = idempotencyKey === wanted.idempotencyKey && call.cancels !== true;
        return !isOwn && call.at > shownAt(standing.evidence);
      }),
  );
}

function isOpen(call: CallEvidence, process: string, at: number): boolean {
  const { endedAt = Number.POSITIVE_INFINITY } = call;
  return call.process === process && call.at <= at && at <= endedAt;
}

function shownAt({ at, shownFrom = at }: Request['evidence']): number {
  return shownFrom;
}

function nameOf({ evidence }: Request): string {
  return `${evidence.externalTxId} of ${evidence.at}`;
}
