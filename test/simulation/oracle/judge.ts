import type { Evidence, KeyEvidence, ToldOutcome, Violation } from './evidence.js';
import { attemptOf, requestIdsOf } from './request-ids.js';
import { signingDigestOf } from './xrpl-blobs.js';

const NEGATIVE = new Set(['failed', 'expired', 'replaced', 'rejected', 'cancelled']);
const FINAL = new Set(['confirmed', 'failed', 'expired', 'replaced', 'rejected']);

/** A transaction of a key that is in a ledger. */
interface Landed {
  readonly hash: string;
  readonly at: number;
  readonly attempt: number;
  readonly result: string;
}

/** What the evidence shows that must never be. */
export function judge(evidence: Evidence): readonly Violation[] {
  const landed = new Map(evidence.keys.map((key) => [key, landedOf(key, evidence)]));
  const doublesCount = evidence.facts.storeLostWrites;
  return [
    ...evidence.facts.defects.map((text) => ({ invariant: 'defect', text })),
    ...[...landed].flatMap(([key, found]) => [
      ...(doublesCount ? [] : judgeCount(key, found)),
      ...judgeSuccesses(key, found, evidence),
      ...judgeEnds(key, found),
      ...judgeChanges(key),
    ]),
    ...judgeSharing(evidence),
  ];
}

function landedOf(key: KeyEvidence, { custody, ledgers }: Evidence): readonly Landed[] {
  const ids = requestIdsOf(key);
  const own = custody.filter(({ externalTxId }) => ids.isOurs(externalTxId));
  const applied = ledgers[key.chain]?.applied ?? [];
  return applied.flatMap(({ blob, hash, at, result }) => {
    const digest = signingDigestOf(blob);
    const request = own.find(
      ({ digests, native }) => digests.includes(digest) || native?.hash === hash,
    );
    if (request === undefined) return [];
    return [{ hash, at, result, attempt: attemptOf(request.externalTxId) }];
  });
}

function judgeCount(key: KeyEvidence, landed: readonly Landed[]): readonly Violation[] {
  const done = landed.filter(({ result }) => result === 'tesSUCCESS');
  if (done.length <= key.payments.length) return [];
  const text = `${done.length} transactions are applied: ${done.map(({ hash }) => hash)}`;
  return [violation('one key, one transaction', key, text)];
}

function judgeSuccesses(
  key: KeyEvidence,
  landed: readonly Landed[],
  { ledgers }: Evidence,
): readonly Violation[] {
  const applied = ledgers[key.chain]?.applied ?? [];
  return key.outcomes
    .filter(({ kind }) => kind === 'confirmed')
    .filter(({ hash }) => {
      const found = applied.find((entry) => entry.hash === hash);
      return found?.result !== 'tesSUCCESS' || !landed.some((entry) => entry.hash === hash);
    })
    .map((outcome) =>
      violation('success is applied', key, `${told(outcome)} is not an applied one of its own`),
    );
}

function judgeEnds(key: KeyEvidence, landed: readonly Landed[]): readonly Violation[] {
  const done = landed.filter(({ result }) => result === 'tesSUCCESS');
  return key.outcomes
    .filter(({ kind }) => NEGATIVE.has(kind))
    .flatMap((outcome) => {
      const against = done.find(
        ({ hash, attempt }) =>
          (outcome.hash === undefined || outcome.hash === hash) &&
          attempt === (outcome.attempt ?? 1) &&
          (outcome.member === undefined || outcome.hash !== undefined),
      );
      if (against === undefined) return [];
      return [
        violation('no end of what is applied', key, `${told(outcome)}, but ${against.hash} is`),
      ];
    });
}

function judgeChanges(key: KeyEvidence): readonly Violation[] {
  const finals = new Map<string, ToldOutcome>();
  return key.outcomes.flatMap((outcome) => {
    const about = `${outcome.attempt ?? 1} ${outcome.member ?? ''}`;
    const before = finals.get(about);
    if (FINAL.has(outcome.kind) && before === undefined) finals.set(about, outcome);
    const changes = before && outcome.kind !== before.kind;
    if (!changes || !(FINAL.has(outcome.kind) || outcome.kind === 'pending')) return [];
    return [violation('a final answer stays', key, `${told(before)}, then ${told(outcome)}`)];
  });
}

/** One transaction told as success to two keys. */
function judgeSharing({ keys }: Evidence): readonly Violation[] {
  const owners = new Map<string, KeyEvidence>();
  return keys.flatMap((key) => {
    const hashes = new Set(
      key.outcomes.flatMap(({ kind, hash }) => (kind === 'confirmed' && hash ? [hash] : [])),
    );
    return [...hashes].flatMap((hash) => {
      const owner = owners.get(hash);
      owners.set(hash, key);
      if (owner === undefined || !key.exclusive) return [];
      const text = `${hash} is told as success of ${owner.idempotencyKey} too`;
      return [violation('one transaction, one key', key, text)];
    });
  });
}

function violation(invariant: string, key: KeyEvidence, text: string): Violation {
  return { invariant, key: key.idempotencyKey, text };
}

function told({ kind, hash, at, process, errorCode, attempt }: ToldOutcome): string {
  const which = [errorCode, hash, attempt && `attempt ${attempt}`].filter(Boolean).join(' ');
  return `"${kind}" (${which}) by ${process} at ${(at / 1_000).toFixed(1)} s`;
}
