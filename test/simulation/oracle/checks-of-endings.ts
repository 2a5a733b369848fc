import { type Case, type Finding, isLostTransfer } from './case.js';
import { isFinal } from './checks-of-answers.js';
import type { Facts, KeyEvidence, OutcomeEvidence } from './evidence.js';

/** When faults stop, every key ends whose approval and evidence exist. */
export function keyNeverEnds(facts: Case): readonly Finding[] {
  const { evidence, requests } = facts;
  const { faultsStoppedAt } = evidence.facts;
  return evidence.keys
    .filter(({ approvable = true, evidenceGoneAt }) => approvable && evidenceGoneAt === undefined)
    .filter((key) => !isLostTransfer(facts, key))
    .flatMap((key) =>
      membersOf(key).flatMap((member) => {
        const said = key.outcomes.filter((outcome) => (outcome.member ?? member) === member);
        const after = said.filter(({ at }) => at >= faultsStoppedAt);
        const last = (after.length > 0 ? after : said).at(-1);
        if (last && isEnd(last)) return [];
        const isAsked = requests.some((request) => request.key === key);
        if (!isAsked && last?.errorCode === 'TRANSACTION_NOT_FOUND') return [];
        const text = last
          ? `member ${member} is still ${last.kind} ${last.errorCode ?? ''} at ${last.at}`
          : `member ${member} has no answer`;
        return [{ key: key.idempotencyKey, text }];
      }),
    );
}

function membersOf({ payments }: KeyEvidence): readonly number[] {
  return payments.length > 1 ? payments.map((_, member) => member) : [0];
}

function isEnd(outcome: OutcomeEvidence): boolean {
  return isFinal(outcome) || outcome.kind === 'refused';
}

export function laneHeld({ evidence }: Case): readonly Finding[] {
  return (evidence.facts.lanesHeld ?? []).map((lane) => ({ text: `${lane} is still held` }));
}

export function probeNotConfirmed({ evidence }: Case): readonly Finding[] {
  return (evidence.facts.probes ?? [])
    .filter(({ outcome }) => outcome !== 'confirmed')
    .map(({ account, outcome }) => ({ text: `a probe of ${account} ended ${outcome}` }));
}

export function unhandledRejection({ evidence }: Case): readonly Finding[] {
  const { unhandledRejections: found } = evidence.facts;
  if (typeof found !== 'number') return found.map((text) => ({ text }));
  return found === 0 ? [] : [{ text: `${found} rejections were not handled` }];
}

export function timerLeft({ evidence }: Case): readonly Finding[] {
  const { timersLeft } = evidence.facts;
  return timersLeft === 0 ? [] : [{ text: `${timersLeft} timers are left` }];
}

export function memoryUnbounded({ evidence }: Case): readonly Finding[] {
  const { memory }: Facts = evidence.facts;
  if (!memory || memory.entries <= memory.bound) return [];
  return [{ text: `${memory.entries} entries are kept, and ${memory.bound} may be` }];
}

/** What the simulation itself saw go wrong. */
export function defect({ evidence }: Case): readonly Finding[] {
  return (evidence.facts.defects ?? []).map((text) => ({ text }));
}
