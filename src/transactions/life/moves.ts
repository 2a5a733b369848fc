import { type PollPace, pauseMsOf } from '../../core/poll.js';
import { isRefusal } from '../../signer/errors.js';
import { TransactionUnconfirmedError } from '../errors.js';
import type { Action, Doing } from './actions.js';
import type { AttemptFacts, End, Facts, MemberFacts, Pause, PauseReason } from './facts.js';

/** How often the signer is asked again for a result that it does not have yet. */
export const CUSTODY_PACE: PollPace = { firstMs: 250, factor: 1.6, maxMs: 5_000 };

/** How many transactions are looked up at once. */
export const LOOK_UPS = 10;

export function find(attempt: number): Action {
  return { kind: 'find', attempt };
}

/** Asks all operators for the outcome of a transaction. */
export function look({ request }: Facts, { attempt, index }: MemberFacts, patient = false): Action {
  return { kind: 'look', attempt, member: index, pauses: request.pauses, patient };
}

/** Leaves the lane; no transaction will use the numbers. */
export function giveBack(attempt: AttemptFacts, end?: End): readonly Action[] {
  return [{ ...leave(attempt, 'given-back'), end }];
}

/** Leaves the lane, with one outcome for all numbers. */
export function leave(
  { index: attempt }: AttemptFacts,
  rest: 'spent' | 'given-back',
): Doing<'leave'> {
  return { kind: 'leave', attempt, sent: [], rest, settled: [], end: undefined };
}

/** Ends the call with an error. */
export function stop(attempt: number, error: unknown): readonly Action[] {
  return [{ kind: 'tell', told: { state: 'stopped', attempt, error } }];
}

/** The outcome is not known: neither that the transaction may still land, nor that it can't. */
export function unknownFor(reason: string, cause?: unknown): TransactionUnconfirmedError {
  return new TransactionUnconfirmedError('unknown', reason, { cause });
}

/** When a request is known to exist, a failed search for it does not mean that it may be made. */
export function unfound({ custodyId }: Pick<AttemptFacts, 'custodyId'>, cause: unknown): unknown {
  return custodyId === undefined ? cause : unsaid(cause);
}

/** The error of a search for a request that another call has made. */
export function unsaid(cause: unknown): unknown {
  return isRefusal(cause) ? unknownFor('the signer refused to say', cause) : cause;
}

export function mayStillLand(): TransactionUnconfirmedError {
  return unknownFor('an earlier attempt may still land');
}

export function irreproducible(): TransactionUnconfirmedError {
  const reason = 'its record gives no messages to be signed';
  return unknownFor(reason);
}

/** The attempt, or its one member, that a pause is for. */
type PauseFor = Pick<Pause, 'attempt'> & { readonly member?: number };

/** The next pause of a wait; none once its time is up. Its time begins with its first pause. */
export function pauseOf(
  { request: { time, pause } }: Facts,
  reason: PauseReason,
  { attempt, member }: PauseFor,
  pace: PollPace,
  timeoutMs: number,
): readonly Action[] | undefined {
  const isSame = pause?.reason === reason && pause.attempt === attempt && pause.member === member;
  const since = isSame ? pause.since : time.monotonic;
  const count = isSame ? pause.count + 1 : 1;
  const leftMs = since + timeoutMs - time.monotonic;
  // Written this way round, a time of NaN ends the wait instead of never ending it.
  if (!(leftMs > 0)) return undefined;
  const ms = Math.min(pauseMsOf(pace, count), leftMs);
  return [{ kind: 'wait', pause: { reason, attempt, member, since, count }, ms }];
}

/** The next pause before operators are asked again that knew nothing certain about an attempt, or a member of it. */
export function pauseForCertainty(facts: Facts, of: PauseFor): readonly Action[] | undefined {
  const { confirmPace, confirmTimeoutMs } = facts.request.wanted;
  return pauseOf(facts, 'certainty', of, confirmPace, confirmTimeoutMs());
}
