import { type Case, type Finding, isDeadAt, landingsFor, memberOf, type Request } from './case.js';
import type { CustodyEvidence, KeyEvidence, OutcomeEvidence, OutcomeKind } from './evidence.js';
import { forgottenKeys } from './journal.js';
import { plainHex } from './reading/transaction.js';

/** Answers that end a key. A clear refusal of a creation ends a call: the same key may be tried again. */
const FINAL: readonly OutcomeKind[] = ['confirmed', 'failed', 'expired', 'replaced', 'rejected'];
/** By these a caller believes that nothing was paid, nor ever will be. */
const WITHOUT_EFFECT: readonly OutcomeKind[] = [
  'failed',
  'expired',
  'replaced',
  'rejected',
  'refused',
  'cancelled',
];
/** After these statuses no signature comes. */
const OVER = /^(?:CANCELLED|BLOCKED|REJECTED|FAILED|TIMEOUT|PARTIALLY_COMPLETED)$/;

export function isFinal({ kind }: OutcomeEvidence): boolean {
  return FINAL.includes(kind);
}

function eachAnswer(
  { evidence: { keys } }: Case,
  find: (key: KeyEvidence, outcome: OutcomeEvidence) => string | undefined,
): readonly Finding[] {
  return keys.flatMap((key) =>
    key.outcomes.flatMap((outcome) => {
      const text = find(key, outcome);
      return text === undefined ? [] : [{ key: key.idempotencyKey, text }];
    }),
  );
}

/** Of the keys of which everything is remembered that was signed. */
function eachLastingAnswer(...[facts, find]: Parameters<typeof eachAnswer>): readonly Finding[] {
  const forgotten = forgottenKeys(facts);
  return eachAnswer(facts, (key, outcome) => (forgotten.has(key) ? undefined : find(key, outcome)));
}

/** Failed, expired, replaced, rejected or refused, told of what is applied then or later. */
export function toldDeadButApplied(facts: Case): readonly Finding[] {
  return eachLastingAnswer(facts, (key, outcome) => {
    if (!WITHOUT_EFFECT.includes(outcome.kind)) return undefined;
    const landed = landingsFor(facts, key).find((landing) => {
      // Attempts of the same bytes are one to the ledger: one that was made anew excuses it.
      const own = landing.owners.filter(({ request }) => request.key === key && maySend(request));
      const isMeantByAll = own.every(({ request }) => isMeant(key, outcome, request));
      return (
        landing.isSuccess &&
        (landing.at > outcome.at || !isOfTheRest(key, outcome)) &&
        isAbout(outcome, memberOf(landing, key)) &&
        own.length > 0 &&
        isMeantByAll
      );
    });
    return landed && `told ${outcome.kind} at ${outcome.at}, applied at ${landed.at}`;
  });
}

/** What was never signed has sent nothing, though another attempt have the same bytes. */
function maySend({ evidence: { signed, native } }: Request): boolean {
  return signed || native !== undefined;
}

/** Whether an answer speaks of a request: of each that existed, or that the same call made belatedly. */
function isMeant(
  key: KeyEvidence,
  outcome: OutcomeEvidence,
  { evidence, attempt }: Request,
): boolean {
  if (outcome.attempt !== undefined && attempt > outcome.attempt) return false;
  return !isAsideOf(outcome, evidence) && !wasAskedAnew(key, outcome, evidence);
}

/** Whether a request was made after an answer, by another call. */
function wasAskedAnew(
  { calls = [] }: KeyEvidence,
  outcome: OutcomeEvidence,
  request: CustodyEvidence,
): boolean {
  if (request.at <= outcome.at) return false;
  return calls.some(
    ({ at, creates, process }) =>
      creates &&
      at <= request.at &&
      (request.process === undefined || process === request.process) &&
      (at >= outcome.at || process !== outcome.process),
  );
}

/**
 * A refusal of one call is no word on what another process asked for while that call went on, or before it
 * where the custody didn't show that yet.
 */
function isAsideOf({ kind, begunAt, process }: OutcomeEvidence, request: CustodyEvidence): boolean {
  const { at, shownFrom = at } = request;
  const isOthers = request.process !== undefined && request.process !== process;
  return kind === 'refused' && isOthers && begunAt !== undefined && shownFrom >= begunAt;
}

/** A batch is cancelled when what is left of it is: some of it may have been applied before. */
function isOfTheRest({ payments }: KeyEvidence, { kind }: OutcomeEvidence): boolean {
  return kind === 'cancelled' && payments.length > 1;
}

/** A call to cancel a batch says of the whole what holds of what is left, as long as something is. */
function isAboutTheRest(key: KeyEvidence, { at, begunAt = at, ofCancel, member }: OutcomeEvidence) {
  if (!ofCancel || member !== undefined) return false;
  const ended = key.outcomes.filter((outcome) => isFinal(outcome) && outcome.at <= begunAt);
  const members = new Set(ended.map((outcome) => outcome.member));
  return !members.has(undefined) && members.size < key.payments.length;
}

/** An answer without a member is about each of them. */
function isAbout({ member }: OutcomeEvidence, which: number): boolean {
  return member === undefined || member === which;
}

/** A final answer that becomes another final answer, pending, or unknown while the evidence is there. */
export function finalAnswerChanged(facts: Case): readonly Finding[] {
  return eachLastingAnswer(facts, (key, later) => {
    if (isOutOfSight(facts, key, later)) return undefined;
    // A call that reaches no peer knows nothing.
    const { faultsStoppedAt, hasLiar } = facts.evidence.facts;
    const isInBadWeather = (later.begunAt ?? later.at) < faultsStoppedAt;
    if (later.kind === 'unknown' && isInBadWeather) return undefined;
    // Of one who lies and one who is behind, both may say that it is on its way.
    if (later.kind === 'pending' && hasLiar && isInBadWeather) return undefined;
    const before = key.outcomes.find(
      (earlier) => isChanged(key, earlier, later) && !isSameForUnsigned(facts, key, earlier, later),
    );
    return before && `${before.kind} at ${before.at} became ${later.kind} at ${later.at}`;
  });
}

/**
 * Told to a call that began while the custody didn't show the request, or that of a later attempt, yet; or before
 * another process asked for a later attempt: a frozen process reports what it heard before. That an attempt failed on
 * the ledger stays true of it, so that a call may say so that began before its own process asked for another.
 */
export function isOutOfSight(
  { requests }: Case,
  wanted: KeyEvidence,
  { kind, at, begunAt = at, attempt = 1, process }: OutcomeEvidence,
): boolean {
  const isOpen = kind === 'pending' || kind === 'unknown';
  return requests.some(({ key, attempt: which, evidence }) => {
    const isLater = which > attempt;
    const isElsewhere = evidence.process !== process || kind === 'failed';
    const askedAt = isLater && isElsewhere ? evidence.at : 0;
    const isUnheardOf = begunAt < (evidence.shownFrom ?? askedAt);
    return key === wanted && isUnheardOf && (isOpen || isLater);
  });
}

/** Of what was never signed these say the same: it had no effect, and never will. */
const UNSIGNED: readonly OutcomeKind[] = ['expired', 'replaced', 'rejected'];

/** Whether another word was used for the end of what was never signed: it is counted. */
export function isSameForUnsigned(
  { requests }: Case,
  wanted: KeyEvidence,
  ...outcomes: readonly OutcomeEvidence[]
): boolean {
  const attempts = new Set(outcomes.map(({ attempt = 1 }) => attempt));
  const isSigned = requests.some(
    ({ key, attempt, evidence }) => key === wanted && attempts.has(attempt) && evidence.signed,
  );
  return !isSigned && outcomes.every(({ kind }) => UNSIGNED.includes(kind));
}

function isChanged(key: KeyEvidence, earlier: OutcomeEvidence, later: OutcomeEvidence): boolean {
  if (!isFinal(earlier) || earlier.at > later.at || earlier === later) return false;
  if ((earlier.member ?? 0) !== (later.member ?? 0)) return false;
  if ((later.attempt ?? 1) > (earlier.attempt ?? 1)) return false;
  if (isFinal(later)) {
    if (earlier.kind !== later.kind) return true;
    const [one, other] = [earlier.hash, later.hash];
    return one !== undefined && other !== undefined && plainHex(one) !== plainHex(other);
  }
  // A call that was under way when another ended knows what it knew before.
  if ((later.begunAt ?? later.at) < earlier.at) return false;
  if (later.kind === 'pending') return !isAboutTheRest(key, later);
  const { evidenceGoneAt = Number.POSITIVE_INFINITY } = key;
  return later.kind === 'unknown' && later.at < evidenceGoneAt;
}

/** Told as final while the ledger could still have applied it, or as failed while nothing had failed. */
export function finalWhileItMayLand(facts: Case): readonly Finding[] {
  return eachLastingAnswer(facts, (key, outcome) => {
    const { at, kind } = outcome;
    const isEnd = kind === 'cancelled' ? !isOfTheRest(key, outcome) : isFinal(outcome);
    if (!isEnd || kind === 'confirmed') return undefined;
    // Once cancelled, a journal hands out no signature. Should one be used all the same, it will have landed.
    if (key.journaled && (kind === 'cancelled' || kind === 'rejected')) return undefined;
    const requests = facts.requests.filter(
      (request) =>
        request.key === key &&
        request.evidence.at <= at &&
        (outcome.attempt === undefined || request.attempt <= outcome.attempt),
    );
    if (kind === 'failed') return hasFailed(facts, key, outcome, requests);
    const alive = requests.flatMap((request) =>
      request.messages.flatMap((message, index) => {
        if (!isAbout(outcome, request.membersBefore + index)) return [];
        const { attempt = request.attempt } = outcome;
        if (request.attempt < attempt && hasLandedInVain(facts, message, at)) return [];
        return mayLand(facts, request, index, at) ? [message] : [];
      }),
    );
    return alive.length === 0 ? undefined : `told ${kind} while it could be applied`;
  });
}

function hasFailed(
  facts: Case,
  key: KeyEvidence,
  { at }: OutcomeEvidence,
  requests: readonly Request[],
): string | undefined {
  const onLedger = landingsFor(facts, key).some(
    (landing) => !landing.isSuccess && landing.at <= at,
  );
  const atCustody = requests.some(({ evidence }) => OVER.test(evidence.status));
  return onLedger || atCustody ? undefined : 'told failed, and nothing had failed';
}

/** An attempt that failed on the ledger may be followed by another, and has no effect any more. */
function hasLandedInVain({ landings }: Case, message: string, by: number): boolean {
  return landings.some(
    ({ isSuccess, at, read }) => !isSuccess && at <= by && read.messages.includes(message),
  );
}

function mayLand(facts: Case, request: Request, index: number, at: number): boolean {
  const { evidence, terms } = request;
  const isOver = !evidence.signed && OVER.test(evidence.status);
  // Where nothing shows the terms, the ledger is asked whether it was applied in the end, elsewhere.
  return !isOver && terms[index] !== undefined && !isDeadAt(facts, request, index, at);
}

/** By these a call says that it has asked for nothing. */
const ASKED_NOTHING = /^(?:TRANSACTION_NOT_FOUND|ACCOUNT_BUSY)$/;

/** Whether all that was asked for under a key was made, or shown, after a call began: another call heard of it. */
function isOutOfSightOf(
  { requests }: Case,
  wanted: KeyEvidence,
  { at, begunAt = at }: OutcomeEvidence,
): boolean {
  return requests
    .filter(({ key }) => key === wanted)
    .every(({ evidence }) => (evidence.shownFrom ?? evidence.at) >= begunAt);
}

/**
 * An error after a creation without key and custody id, or after a signature without the hash; or about an attempt that
 * there can't be, of which nothing else could be held against it.
 */
export function errorWithoutReference(facts: Case): readonly Finding[] {
  return eachAnswer(facts, (key, outcome) => {
    const {
      kind,
      member,
      attempt = 1,
      afterCreate,
      afterSignature,
      custodyId,
      hash,
      namesKey,
      errorCode = '',
      error = '',
    } = outcome;
    if (kind === 'confirmed' || kind === 'cancelled') return undefined;
    if (ASKED_NOTHING.test(errorCode) && isOutOfSightOf(facts, key, outcome)) return undefined;
    const isOfOne = member !== undefined || key.payments.length <= 1;
    // What hasn't taken a signature in, or is about other input, knows no hash.
    const isWithoutHash =
      /^(?:SIGNATURE_PENDING|IDEMPOTENCY_CONFLICT)$/.test(errorCode) ||
      /its request had ended already/.test(error);
    const needsHash = afterSignature && isOfOne && !isWithoutHash;
    const needsEarlier = isOfOne && !outcome.isOfOtherVersion && hasEarlier(facts, key, outcome);
    const lacks = [
      ...(attempt < 1 ? ['attempt'] : []),
      ...(afterCreate && custodyId === undefined ? ['custody id'] : []),
      ...((afterCreate || afterSignature) && namesKey === false ? ['key'] : []),
      ...(needsHash && hash === undefined ? ['hash'] : []),
      ...(needsEarlier && hash === undefined ? ['hash of an earlier attempt'] : []),
    ];
    return lacks.length === 0 ? undefined : `${kind} ${errorCode} without ${lacks.join(' and ')}`;
  });
}

/**
 * Whether an earlier attempt than an outcome's was signed when its call began, and is not on the ledger. One operator's
 * word that it had no effect is no proof; several may have agreed on it.
 */
function hasEarlier(
  { requests, landings, evidence: { facts } }: Case,
  wanted: KeyEvidence,
  { at, begunAt = at, attempt = 1 }: OutcomeEvidence,
): boolean {
  const hasLanded = (request: Request) =>
    landings.some((landing) => landing.owners.some((owner) => owner.request === request));
  return (
    !facts.severalAgree &&
    requests.some((request) => {
      const { signedAt = Number.POSITIVE_INFINITY, shownFrom = 0 } = request.evidence;
      const wasKnown = Math.max(signedAt, shownFrom) < begunAt;
      const isEarlier = request.key === wanted && request.attempt < attempt;
      return isEarlier && wasKnown && !hasLanded(request);
    })
  );
}

/**
 * An error that says that its call did nothing, and never will have, of what the call itself asked for and is applied.
 * Of two processes that ask for the same, only the one whose request reached the custody has.
 */
export function toldNothingButApplied(facts: Case): readonly Finding[] {
  return eachAnswer(facts, (key, outcome) => {
    const { happened, made = [], at, process } = outcome;
    if (happened !== 'nothing') return undefined;
    const isOwn = (request: CustodyEvidence) =>
      (request.process ?? process) === process &&
      made.includes(request.externalTxId) &&
      !wasAskedAnew(key, outcome, request);
    const landed = facts.landings.find(
      ({ isSuccess, owners }) =>
        isSuccess && owners.some(({ request }) => isOwn(request.evidence) && maySend(request)),
    );
    return landed && `told at ${at} that nothing happened, applied at ${landed.at}`;
  });
}
