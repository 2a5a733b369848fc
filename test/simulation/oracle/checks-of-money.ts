import { type Case, type Finding, type Landing, landingsFor, memberOf } from './case.js';
import type { KeyEvidence, OutcomeEvidence, Payment } from './evidence.js';
import { plainHex } from './reading/transaction.js';

/** Two applied transactions for one key; of a batch, for one of its members. */
export function twoAppliedForOneKey(facts: Case): readonly Finding[] {
  const { storeLostWrites } = facts.evidence.facts;
  return facts.evidence.keys
    .filter(({ journaled = false }) => !(journaled && storeLostWrites))
    .flatMap((key) => doublesOf(facts, key));
}

/** What was paid twice: an attempt that failed on the ledger may be followed by another. */
export function doublesOf(facts: Case, key: KeyEvidence): readonly Finding[] {
  const paid = new Map<number, Landing>();
  return landingsFor(facts, key).flatMap((landing) => {
    const member = memberOf(landing, key);
    const before = paid.get(member);
    if (!before || landing.isSuccess) paid.set(member, landing);
    if (!before?.isSuccess || !landing.isSuccess) return [];
    const text = `member ${member} was applied as ${before.read.hash} and ${landing.read.hash}`;
    return [{ key: key.idempotencyKey, text }];
  });
}

/** One applied transaction told as success to two keys without `exclusive: false`. */
export function oneAppliedToldToTwoKeys({ evidence }: Case): readonly Finding[] {
  const told = new Map<string, { key: KeyEvidence; isExclusive: boolean }>();
  const findings: Finding[] = [];
  for (const key of evidence.keys) {
    for (const outcome of key.outcomes) {
      if (outcome.kind !== 'confirmed' || outcome.hash === undefined) continue;
      const name = `${key.chain} ${plainHex(outcome.hash)}`;
      const isExclusive = outcome.exclusive ?? key.exclusive;
      const before = told.get(name);
      if (before && before.key !== key && (before.isExclusive || isExclusive)) {
        const text = `${outcome.hash} was told to ${before.key.idempotencyKey} as well`;
        findings.push({ key: key.idempotencyKey, text });
      }
      told.set(name, before?.isExclusive ? before : { key, isExclusive });
    }
  }
  return findings;
}

/** Success without an applied transaction that does what the key asked for. */
export function successWithoutApplied(facts: Case): readonly Finding[] {
  return facts.evidence.keys.flatMap((key) =>
    key.outcomes
      .filter(({ kind }) => kind === 'confirmed')
      .flatMap((outcome) => {
        const why = whyNoSuccess(facts, key, outcome);
        return why === undefined ? [] : [{ key: key.idempotencyKey, text: why }];
      }),
  );
}

function whyNoSuccess(
  { landings }: Case,
  key: KeyEvidence,
  { at, hash, member = 0, exclusive = key.exclusive }: OutcomeEvidence,
): string | undefined {
  if (hash === undefined) return 'confirmed without a hash';
  const landing = landings.find(
    ({ chain, read }) => chain === key.chain && read.hash === plainHex(hash),
  );
  if (!landing || landing.at > at) return `${hash} was not applied by then`;
  if (!landing.isSuccess) return `${hash} ended with ${landing.applied.result}`;
  const isOwn = landing.owners.some(
    (owner) => owner.request.key === key && owner.member === member,
  );
  if (!isOwn && exclusive) return `${hash} is another's`;
  const asked = key.payments[member];
  if (asked && !landing.read.payments.some((paid) => isSame(paid, asked))) {
    return `${hash} pays ${describe(landing)} instead of ${asked.amount} to ${asked.destination}`;
  }
  return undefined;
}

/** On Stacks a transaction that does nothing pays the least there is to no one. */
const NOTHING: Payment = { destination: 'ST000000000000000000002AMW42H', amount: '1' };

/** Money made or lost: what was applied is what somebody asked for, and no coin more or less exists. */
export function moneyMadeOrLost(facts: Case): readonly Finding[] {
  const { evidence, landings, unreadable } = facts;
  const accounts = new Set(evidence.keys.map(({ account }) => account));
  const unasked = landings.flatMap((landing) => {
    const { applied, owners, read } = landing;
    if (applied.foreign || !accounts.has(read.account)) return [];
    const { request, member } = owners.find((owner) => owner.request.key) ?? {};
    const asked = request?.key?.payments[member ?? 0];
    const isAsked = asked
      ? read.payments.length === 1 && read.payments.every((paid) => isSame(paid, asked))
      : read.payments.every((paid) => isSame(paid, NOTHING));
    if (isAsked && owners.length > 0) return [];
    const key = request?.key && { key: request.key.idempotencyKey };
    return [{ ...key, text: `nobody asked for ${read.hash}, which pays ${describe(landing)}` }];
  });
  const conjured = Object.entries(evidence.ledgers).flatMap(([chain, { supply }]) => {
    if (!supply) return [];
    const { before, after, burned } = supply;
    const isKept = BigInt(before) === BigInt(after) + BigInt(burned);
    return isKept ? [] : [{ text: `${chain} had ${before}, has ${after}, and burned ${burned}` }];
  });
  return [...unreadable, ...unasked, ...conjured];
}

/** A ledger that applies one number twice. */
export function numberAppliedTwice({ landings }: Case): readonly Finding[] {
  const spent = new Map<string, string>();
  return landings.flatMap(({ chain, read }) => {
    const number = `${chain} ${read.account} ${read.number.kind} ${read.number.value}`;
    const before = spent.get(number);
    spent.set(number, read.hash);
    return before === undefined ? [] : [{ text: `${number} as ${before} and ${read.hash}` }];
  });
}

function isSame(paid: Payment, asked: Payment): boolean {
  return (
    paid.destination === asked.destination &&
    paid.amount === asked.amount &&
    (asked.asset === undefined || paid.asset === asked.asset)
  );
}

function describe({ read }: Landing): string {
  const paid = read.payments.map(({ amount, destination }) => `${amount} to ${destination}`);
  return paid.join(', ') || 'nothing';
}
