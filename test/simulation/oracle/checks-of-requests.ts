import { type Case, type Finding, isDeadAt, partsOf, type Request } from './case.js';
import type { KeyEvidence } from './evidence.js';
import { forgottenDigests, secondDigests } from './journal.js';

/** A second digest for an attempt: one id stands for one thing to be signed. */
export function secondDigestForAttempt(facts: Case): readonly Finding[] {
  const counted = forgottenDigests(facts);
  return secondDigests(facts)
    .filter((request) => !counted.includes(request))
    .map((request) => ({
      ...keyOf(request),
      text: `${request.evidence.externalTxId} was asked for twice, with two contents`,
    }));
}

/** A request that no key stands for, and that creates no Tickets and cancels nothing. */
export function requestOfNobody({ requests }: Case): readonly Finding[] {
  return requests
    .filter(({ evidence, key, cancels }) => !key && !cancels && !createsTickets(evidence.payload))
    .map(({ evidence }) => ({ text: `nobody asked for ${evidence.externalTxId}` }));
}

function createsTickets(payload: unknown): boolean {
  const isObject = typeof payload === 'object' && payload !== null;
  return isObject && 'TransactionType' in payload && payload.TransactionType === 'TicketCreate';
}

/** An attempt that no call has allowed. */
export function attemptWithoutPermission(facts: Case): readonly Finding[] {
  return facts.requests.flatMap((request) => {
    const { attempt, evidence, key } = request;
    if (!key || attempt === 1 || isPermitted(facts, key, request)) return [];
    const text = `attempt ${attempt} was made at ${evidence.at} without permission`;
    return [{ key: key.idempotencyKey, text }];
  });
}

function isPermitted(facts: Case, { calls = [] }: KeyEvidence, request: Request): boolean {
  const { attempt, evidence } = request;
  const allowed = calls.filter(({ at }) => at <= evidence.at);
  if (allowed.some(({ newAttempt }) => newAttempt === attempt)) return true;
  return allowed.some(({ resigns }) => resigns) && hasExpired(facts, request);
}

/** Whether the attempt before it was dead when it was made; true where nothing shows its terms. */
function hasExpired(facts: Case, { key, attempt, membersBefore, evidence }: Request): boolean {
  const before = facts.requests.find(
    (request) =>
      request.key === key &&
      request.attempt === attempt - 1 &&
      request.membersBefore === membersBefore,
  );
  return before?.terms.every((_, index) => isDeadAt(facts, before, index, evidence.at)) ?? false;
}

/** Two signed requests of two keys for one number, in processes that share a store which forgets nothing. */
export function twoKeysForOneNumber(facts: Case): readonly Finding[] {
  const { storeShared, storeLostWrites } = facts.evidence.facts;
  if (!storeShared || storeLostWrites) return [];
  const taken = new Map<string, { request: Request; index: number }[]>();
  return facts.requests.flatMap((request) => {
    if (!request.evidence.signed) return [];
    return request.terms.flatMap(({ account, number }, index) => {
      const name = `${request.chain} ${account} ${number.kind} ${number.value}`;
      const others = taken.get(name) ?? [];
      taken.set(name, [...others, { request, index }]);
      const rival = others.find((other) => isRival(facts, other, { request, index }));
      if (!rival) return [];
      const text = `${name} for ${nameOf(rival.request)} and ${nameOf(request)}`;
      return [{ ...keyOf(request), text }];
    });
  });
}

interface Signed {
  readonly request: Request;
  readonly index: number;
}

function isRival(facts: Case, one: Signed, other: Signed): boolean {
  const [first, second] =
    one.request.evidence.at <= other.request.evidence.at ? [one, other] : [other, one];
  const [whose, others] = [first, second].map(({ request }) => numberOwnerOf(facts, request));
  if (whose === others) return false;
  if (wasGivenBack(first.request, second.request.evidence.at)) return false;
  if (wasFollowedInVain(facts, first, second.request.evidence.at)) return false;
  return !isDeadAt(facts, first.request, first.index, second.request.evidence.at);
}

/**
 * The key that had a request's number first: what cancels or replaces another was made to take it. What creates Tickets
 * has no key, and owns what it takes by its id.
 */
function numberOwnerOf({ evidence }: Case, { key, cancels, evidence: { externalTxId } }: Request) {
  const { idempotencyKey, takesNumberOf } = cancels ?? key ?? {};
  if (takesNumberOf === undefined) return idempotencyKey ?? partsOf(externalTxId).base;
  const taken = evidence.keys.find((one) => one.idempotencyKey === takesNumberOf);
  return taken?.takesNumberOf ?? takesNumberOf;
}

/**
 * A node refused it for now, or its caller heard of its end: its number was for the next. What was to take a
 * refused one's number was refused like that.
 */
function wasGivenBack({ key, cancels }: Request, at: number): boolean {
  const { outcomes = [], journaled = false } = key ?? cancels ?? {};
  // Once cancelled, a journal hands out no signature.
  const ends = ['expired', 'replaced', 'refused', ...(journaled ? ['cancelled', 'rejected'] : [])];
  return outcomes.some(
    ({ at: toldAt, begunAt = toldAt, kind, errorCode }) =>
      // A batch tells of a refused member when it has seen to those before.
      (errorCode === 'TRANSACTION_REFUSED' && begunAt <= at) ||
      (toldAt <= at && ends.includes(kind)),
  );
}

/**
 * A later attempt took its number and was refused, and a caller heard that the one before may still land: the number
 * is for the next, and the ledger takes one of the two.
 */
function wasFollowedInVain({ requests }: Case, { request, index }: Signed, at: number): boolean {
  const { key, attempt } = request;
  const number = request.terms[index]?.number.value;
  return requests.some((later) => {
    const isLater = key !== undefined && later.key === key && later.attempt > attempt;
    const isSame = later.terms.some((terms) => terms.number.value === number);
    if (!isLater || !isSame || later.evidence.signed) return false;
    return key.outcomes.some((told) => {
      return told.kind === 'unknown' && told.attempt === later.attempt && told.at <= at;
    });
  });
}

/** Signed by a journal that could see that its store had been rolled back. */
export function signedAfterRollBack({ evidence, requests }: Case): readonly Finding[] {
  const { rollBackNoticedAt: noticedAt } = evidence.facts;
  if (noticedAt === undefined) return [];
  return requests
    .filter(({ evidence: { at, signed, signedAt = at } }) => signed && signedAt > noticedAt)
    .map((request) => ({ ...keyOf(request), text: `${nameOf(request)} after the roll-back` }));
}

function keyOf({ key }: Request): { readonly key?: string } {
  return key ? { key: key.idempotencyKey } : {};
}

function nameOf({ key, evidence }: Request): string {
  return key?.idempotencyKey ?? evidence.externalTxId;
}
