import type { Case, Finding } from './case.js';
import { isFinal } from './checks-of-answers.js';
import type { Facts, KeyEvidence, OutcomeEvidence } from './evidence.js';

/** When faults stop, every key ends whose approval and evidence exist. */
export function keyNeverEnds({ evidence }: Case): readonly Finding[] {
  const { faultsStoppedAt } = evidence.facts;
  return evidence.keys
    .filter(({ approvable = true, evidenceGoneAt }) => approvable && evidenceGoneAt === undefined)
    .flatMap((key) =>
      membersOf(key).flatMap((member) => {
        const said = key.outcomes.filter((outcome) => (outcome.member ?? member) === member);
        const after = said.filter(({ at }) => at >= faultsStoppedAt);
        const last = (after.length > 0 ? after : said).at(-1);
        if (last && isEnd(last)) return [];
        const detail = last
          ? `member ${member} is still ${last.kind} ${last.errorCode ?? ''} at ${last.at}`
          : `member ${member} has no answer`;
        return [{ key: key.idempotencyKey, detail }];
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
  return (evidence.facts.lanesHeld ?? []).map((lane) => ({ detail: `${lane} is still held` }));
}

export function probeNotConfirmed({ evidence }: Case): readonly Finding[] {
  return (evidence.facts.probes ?? [])
    .filter(({ outcome }) => outcome !== 'confirmed')
    .map(({ account, outcome }) => ({ detail: `a probe of ${account} ended ${outcome}` }));
}

export function unhandledRejection({ evidence }: Case): readonly Finding[] {
  const { unhandledRejections: found } = evidence.facts;
  if (typeof found !== 'number') return found.map((detail) => ({ detail }));
  return found === 0 ? [] : [{ detail: `${found} rejections were not handled` }];
}

export function timerLeft({ evidence }: Case): readonly Finding[] {
  const { timersLeft } = evidence.facts;
  return timersLeft === 0 ? [] : [{ detail: `${timersLeft} timers are left` }];
}

export function memoryUnbounded({ evidence }: Case): readonly Finding[] {
  const { memory }: Facts = evidence.facts;
  if (!memory || memory.entries <= memory.bound) return [];
  return [{ detail: `${memory.entries} entries are kept, and ${memory.bound} may be` }];
}
