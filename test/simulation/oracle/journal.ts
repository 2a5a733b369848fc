import type { Case, Request } from './case.js';
import type { KeyEvidence } from './evidence.js';

/** The requests whose id was asked for before with another content, each with its key. */
export function secondDigests({ requests }: Case): readonly Request[] {
  const seen = new Map<string, Request>();
  return requests.filter((request) => {
    const { externalTxId } = request.evidence;
    const before = seen.get(externalTxId);
    seen.set(externalTxId, request);
    return before !== undefined && before.messages.join() !== request.messages.join();
  });
}

/**
 * Those of a journal whose store lost what it had acknowledged. Nothing else knows what such a signer has
 * signed, so they are counted: at most as many as entries were lost.
 */
export function forgottenDigests(facts: Case): readonly Request[] {
  const { journalEntriesLost = [] } = facts.evidence.facts;
  const found = secondDigests(facts).filter(({ key, cancels, evidence }) => {
    const whose = key ?? cancels;
    // What creates Tickets is nobody's: its own entry has to be among those that were lost.
    return whose ? whose.journaled : journalEntriesLost.includes(evidence.externalTxId);
  });
  return found.length <= journalEntriesLost.length ? found : [];
}

/** The keys of which a journal forgot what it had signed: what was told before is no promise any more. */
export function forgottenKeys(facts: Case): ReadonlySet<KeyEvidence> {
  const { journalEntriesLost = [] } = facts.evidence.facts;
  const lost = facts.requests.filter(
    ({ key, evidence }) => key?.journaled && journalEntriesLost.includes(evidence.externalTxId),
  );
  return new Set([...forgottenDigests(facts), ...lost].flatMap(({ key }) => key ?? []));
}
