import { utf8ToBytes } from '../../core/bytes.js';
import { GatewayError } from '../../core/errors.js';
import { canonicalJson } from '../../core/json.js';
import { BatchIncompleteError, type BatchMember } from '../batch-members.js';
import type { ExecutedBatch } from '../executed.js';
import { evidenceOf } from '../operators.js';
import { type ChainOutcome, errorOf, type MemberState } from '../outcome.js';
import { MAX_NUMBERS } from '../records/note.js';
import { carry } from './carry.js';
import { tell } from './context.js';
import type { Lived } from './driver.js';
import { notFound, receiptOf } from './execute.js';
import type { Facts } from './facts.js';
import type { Job, Stage } from './job.js';
import { type AttemptReference, explained, referenceOf } from './reference.js';
import { attemptOf, isSentHere, membersOf, stateOf, stopsOnFailure } from './status.js';
import { endOf, statesOf } from './told.js';

/** Runs a batch to its end: returns the call's result, or throws. */
export async function executeBatch<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
): Promise<ExecutedBatch<R>> {
  const ending = await runBatch(stage, job);
  if (!ending) throw notFound(stage, job);
  const { reference, members, durationMs, outcome, error } = ending;
  if (outcome !== undefined) {
    const final = { type: 'final', durationMs, outcome, hash: undefined } as const;
    tell({ stage, job }, reference.attempt, final);
  }
  if (error !== undefined) throw error;
  return { kind: 'batch', members, receipt: receiptOf(stage, reference) };
}

/** How a call of a batch ended. */
export interface BatchEnding<R> {
  /** The reference of its first request. */
  readonly reference: AttemptReference;
  /** The attempt of its last request. */
  readonly attempt: number;
  readonly members: readonly BatchMember<R>[];
  /** Whether this call asked the signer for the last request. */
  readonly isAsked: boolean;
  readonly durationMs: number;
  /** `undefined` where it is not over. */
  readonly outcome: FinalOutcome | undefined;
  /** Given unless every member is confirmed. */
  readonly error: unknown;
}

type FinalOutcome = ChainOutcome<unknown>['state'] | 'rejected';

/** The state of one request of a batch. */
interface Part<R> {
  readonly reference: AttemptReference;
  readonly isAsked: boolean;
  readonly members: readonly PlacedMember<R>[];
  /** Whether a member that fails keeps the rest from being sent. */
  readonly stops: boolean;
  /** The error that stopped it. */
  readonly cause: unknown;
  /** How the request ended, as far as its members do not say it. */
  readonly end: FinalOutcome | undefined;
}

/** One transaction of a request, in its place there. */
interface PlacedMember<R> {
  /** Missing where the signer shows no signature of it, and it is not on the ledger. */
  readonly hash: string | undefined;
  readonly number: string;
  readonly state: MemberState<R>;
}

/** The most bytes of JSON that the account and the chain add to each member. */
const OWN_FIELDS_BYTES = 400;

/** What the requests of a batch came to. */
interface Run<R> {
  /** Of its first request. */
  readonly reference: AttemptReference;
  readonly last: Part<R>;
  readonly placed: readonly PlacedMember<R>[];
  /** How many members the batch has. */
  readonly total: number;
  readonly stops: boolean;
}

/**
 * Runs a batch to its end. Its error is a BatchIncompleteError once there are signatures, and before that one of a
 * single transaction.
 */
export async function runBatch<I, T, R>(
  stage: Stage<I, T, R>,
  given: Job<I>,
): Promise<BatchEnding<R> | undefined> {
  const startedAt = stage.clock.monotonic();
  const run = await runRequests(stage, given);
  if (!run) return undefined;
  const { reference, last, placed, total } = run;
  const { cause, end, isAsked } = last;
  const members = placed.map(memberOf);
  const durationMs = stage.clock.monotonic() - startedAt;
  const { attempt } = last.reference;
  const ending = { reference, attempt, members, isAsked, durationMs };
  if (members.length === 0) return { ...ending, outcome: end, error: cause };
  if (members.length === total && members.every(({ state }) => state === 'confirmed')) {
    return { ...ending, outcome: 'confirmed', error: undefined };
  }
  const retryable = mayGoOn(given, run);
  const [lost] = placed.map(({ state: { state } }) => state).filter(isWithoutEffect);
  const evidence = lost && evidenceOf(stage.operators);
  const error = new BatchIncompleteError(padded(members, total), retryable, cause, evidence);
  // What was stopped is not over, as with one transaction, though repeating the call may not help.
  const isOver = !retryable && (cause === undefined || end !== undefined);
  return { ...ending, outcome: isOver ? (lost ?? end) : undefined, error: error.about(reference) };
}

/**
 * A batch that is too large for one request to the signer is split into several, each under an id of its own; the next
 * is made when the one before it is confirmed.
 */
async function runRequests<I, T, R>(
  stage: Stage<I, T, R>,
  given: Job<I>,
): Promise<Run<R> | undefined> {
  let { total, stopOnFailure: stops } = given.batch ?? { total: 0, stopOnFailure: false };
  const placed: PlacedMember<R>[] = [];
  let run: Run<R> | undefined;
  let left = leftOf(given, placed);
  for (let chunk = 0; placed.length < total && placed.every(goesOn(given, stops)); chunk++) {
    const inputs = left.inputs && chunkOf(stage, left.inputs);
    const numbers = left.numbers?.slice(0, inputs?.length);
    const lived = await carry(
      stage,
      { ...given, inputs, left: left.inputs, numbers, batch: { total, stopOnFailure: stops } },
      { purpose: 'carry', chunk },
    );
    const part = partOf(stage, lived);
    if (!part) break;
    stops ||= part.stops;
    placed.push(...part.members);
    left = leftOf(given, placed);
    // An earlier call's requests may have had more numbers than are left to cancel.
    if (left.numbers) total = placed.length + left.numbers.length;
    const reference = { ...part.reference, ...run?.reference };
    run = { reference, last: part, placed, total, stops };
    if (part.cause !== undefined) break;
  }
  return run;
}

/** As many members as one request can hold, and one at least. */
function chunkOf<I>({ chain, signer }: Stage<I>, inputs: readonly I[]): readonly I[] {
  const { maxMessages, maxPayloadBytes } = signer.capabilities;
  let bytes = 0;
  const tooMany = inputs.findIndex((input, index) => {
    bytes += utf8ToBytes(canonicalJson(chain.canonicalOf(input))).length + OWN_FIELDS_BYTES;
    const isFull = index >= Math.min(maxMessages, MAX_NUMBERS) || bytes > maxPayloadBytes;
    return index > 0 && isFull;
  });
  return tooMany === -1 ? inputs : inputs.slice(0, tooMany);
}

function partOf<R>({ operators }: Stage, { told, facts }: Lived<R>): Part<R> | undefined {
  if (told.state === 'none' || told.state === 'finished') return undefined;
  const reference = referenceOf(facts, told.attempt);
  const attempt = attemptOf(facts, told.attempt);
  const [stops, isAsked] = [stopsOnFailure(facts, attempt), attempt?.isCommitted === true];
  const known = { reference, isAsked, stops, members: [], cause: undefined, end: undefined };
  const about = (error: unknown) => ({ ...known, cause: explained(error, reference) });
  switch (told.state) {
    case 'signed':
      return { ...known, members: placedIn(facts, told.attempt, statesOf(facts, told.attempt)) };
    case 'rejected':
      return { ...about(told.error), members: signedBefore(facts, told.attempt), end: 'rejected' };
    case 'ended': {
      // A member that has landed has a signature, even if the signer does not show it.
      const members = placedIn(facts, told.attempt, statesOf(facts, told.attempt));
      const outcome = endOf(facts, told.attempt);
      if (members.length > 0 || !outcome || outcome.state === 'confirmed')
        return { ...known, members };
      return { ...about(errorOf(outcome, evidenceOf(operators))), end: outcome.state };
    }
    case 'stopped':
      return { ...about(told.error), members: stoppedIn(facts, told.attempt) };
    default:
      return undefined;
  }
}

/**
 * The members of the attempt, or, where it has no signature, those of the one before. The end of that one is not final
 * then: the attempt may follow, or have been requested by another call. Once the attempt is requested, an earlier one
 * that this call did not send was told before.
 */
function stoppedIn<R>(facts: Facts<unknown, R>, index: number): readonly PlacedMember<R>[] {
  const { search, asked } = attemptOf(facts, index) ?? {};
  const isRequested = search?.said === 'record' || (asked && asked.said !== 'refused');
  const own = isRequested ? placedIn(facts, index, statesIn(facts, index)) : [];
  if (own.length > 0 || (isRequested && !isSentHere(facts, index - 1))) return own;
  const before = statesIn(facts, index - 1).map((state): MemberState<R> => {
    const isDead = state.state === 'expired' || state.state === 'replaced';
    return isDead ? { state: 'unknown' } : state;
  });
  return placedIn(facts, index - 1, before);
}

function statesIn<R>(facts: Facts<unknown, R>, index: number): readonly MemberState<R>[] {
  return membersOf(facts, { index }).map((member) => stateOf(facts, member));
}

/** What was signed for an earlier attempt, where only one operator says how that ended: it may have an effect yet. */
function signedBefore<R>(facts: Facts<unknown, R>, index: number): readonly PlacedMember<R>[] {
  const { attempts, wanted } = facts.request;
  if (wanted.agree > 1) return [];
  const earlier = attempts.map((one) => one.index).filter((one) => one < index);
  const placed = earlier.map((one) => placedIn(facts, one, statesOf(facts, one)));
  return placed.findLast(({ length }) => length > 0) ?? [];
}

/**
 * The transactions of a request, once there is a signature of one. Each keeps its place: what comes after a request is
 * counted by all of them.
 */
function placedIn<R>(
  facts: Facts<unknown, R>,
  index: number,
  states: readonly MemberState<R>[],
): readonly PlacedMember<R>[] {
  const placed = membersOf(facts, { index }).flatMap(({ signed, terms }, at) => {
    const state = states[at];
    const number = terms.number.value.toString();
    const hash = signed?.hash ?? (state && 'hash' in state ? state.hash : undefined);
    return state ? [{ hash, number, state }] : [];
  });
  return placed.some(({ hash }) => hash !== undefined) ? placed : [];
}

function memberOf<R>({ hash, number, state }: PlacedMember<R>, index: number): BatchMember<R> {
  if (hash === undefined) return { index, state: 'not-signed' };
  const { particulars: _, ...member } = { particulars: undefined, hash, ...state, index, number };
  return member;
}

function isWithoutEffect(state: string): state is 'failed' | 'replaced' | 'expired' {
  return state === 'failed' || state === 'replaced' || state === 'expired';
}

/** Whether the same call may bring a batch further. */
function mayGoOn<R>(given: Job, { placed, total, stops, last: { cause } }: Run<R>): boolean {
  const states = placed.map(({ state: { state } }) => state);
  // A transaction that the node refused is signed, and may be sent again.
  if (states.some((state) => ['pending', 'unknown', 'refused'].includes(state))) return true;
  const isHalted = stops && states.some(isWithoutEffect);
  if (states.includes('not-sent')) return !isHalted;
  // Who cancels it wants no more of it, and the same call would ask for the rest.
  if (given.wasCancelled?.()) return false;
  const isFinal = cause instanceof GatewayError && !cause.retryable;
  const asksMore = placed.length < total && placed.every(goesOn(given, stops));
  return asksMore && !isFinal;
}

/**
 * Whether the rest of a batch may follow a member with this outcome. A cancellation goes on where what it cancels was
 * faster.
 */
function goesOn({ numbers }: Job, stops: boolean) {
  return ({ state: { state } }: PlacedMember<unknown>): boolean =>
    state === 'confirmed' ||
    (state === 'failed' && !stops) ||
    (state === 'replaced' && numbers !== undefined);
}

/**
 * What no request of the batch has yet. Chosen numbers are those of a cancellation, whose first requests may have had
 * more of them than are left to cancel now.
 */
function leftOf<I>(
  { inputs, numbers }: Job<I>,
  placed: readonly PlacedMember<unknown>[],
): Pick<Job<I>, 'inputs' | 'numbers'> {
  if (!numbers) return { inputs: inputs?.slice(placed.length) };
  const had = new Set(placed.map(({ number }) => number));
  const isLeft = (_: unknown, at: number) => !had.has(`${numbers[at]?.value}`);
  return { inputs: inputs?.filter(isLeft), numbers: numbers.filter(isLeft) };
}

/** All members of a batch, including those that were never signed. */
function padded<R>(members: readonly BatchMember<R>[], total: number): readonly BatchMember<R>[] {
  const length = Math.max(total, members.length);
  return Array.from({ length }, (_, index) => members[index] ?? { index, state: 'not-signed' });
}
