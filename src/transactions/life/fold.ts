import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Answer } from './answers.js';
import {
  type AttemptFacts,
  type Facts,
  type MemberFacts,
  type RequestFacts,
  type Sent,
  unheardOf,
} from './facts.js';
import { attemptOf, recordOf } from './status.js';

type Known<R> = Partial<AttemptFacts<R>>;

export function fold<T, R>(before: Facts<T, R>, answer: Answer<T, R>): Facts<T, R> {
  const heard = before.request.heard + 1;
  const request = { ...before.request, heard };
  const facts = { ...before, request };
  if (answer.kind === 'waited') {
    const { pause } = answer;
    return aged({ ...facts, request: { ...request, pause, pauses: request.pauses + 1 } });
  }
  const attempt = attemptOf(facts, answer.attempt) ?? unheardOf(request, answer.attempt);
  const known = { ...attempt, heard, ...knownFrom(facts, attempt, answer) };
  const others = request.attempts.filter(({ index }) => index !== known.index);
  const attempts = [...others, known].toSorted((one, other) => one.index - other.index);
  const after = { request: { ...request, attempts }, members: membersAfter(facts, answer) };
  // Actions that take long may be overtaken by changes of other calls.
  const isSlow = answer.kind === 'asked' || (answer.kind === 'entered' && !answer.isToSend);
  return isSlow ? aged(after) : after;
}

/** That there is no such request is true only at the moment of the answer. */
function aged<T, R>({ request, members }: Facts<T, R>): Facts<T, R> {
  const attempts = request.attempts.map((attempt) =>
    attempt.search?.said === 'none' ? { ...attempt, search: undefined } : attempt,
  );
  return { request: { ...request, attempts }, members };
}

function knownFrom<R>(
  { request }: Facts,
  attempt: AttemptFacts<R>,
  answer: Exclude<Answer<unknown, R>, { kind: 'waited' }>,
): Known<R> {
  switch (answer.kind) {
    case 'found': {
      const { search } = answer;
      const soughtAt = request.pauses;
      if (search.said === 'record') {
        // Another call's request need not be for the transaction that was built here.
        const order = attempt.search?.said === 'record' ? attempt.order : undefined;
        return { ...shown(request, attempt, search.record), soughtAt, order };
      }
      // A request that the signer has shown before still exists even if one answer lacks it.
      const isKnown = search.said === 'none' && attempt.search?.said === 'record';
      const custodyId = answer.custodyId ?? attempt.custodyId;
      return { search: isKnown ? attempt.search : search, soughtAt, custodyId };
    }
    case 'updated':
      return { ...shown(request, attempt, answer.record), search: attempt.search };
    case 'not-listed':
      return { listed: { error: answer.error } };
    case 'listed': {
      const listed = { records: answer.records, isWhole: answer.isWhole };
      const own = answer.records.find((one) => one.idempotencyKey === attempt.requestId);
      if (!own || attempt.search?.said === 'record') return { listed };
      // A refusal counts only after the request was searched for: it may still be signed while it is being cancelled.
      if (own.state === 'rejected') return { listed, search: undefined, custodyId: own.providerId };
      // Nor does a list compare a transfer with what was asked for.
      if (own.kind === 'native-transfer') {
        return { listed, ...shown(request, attempt, { ...own, state: 'pending' }), soughtAt: -1 };
      }
      return { listed, ...shown(request, attempt, own) };
    }
    case 'others-listed':
      return { others: answer.others };
    case 'entered': {
      const place = answer.isHeld ? 'held' : 'full';
      const { lane } = answer;
      if (answer.isToSend || !answer.isHeld) return { place, lane };
      return { place, lane, reading: undefined, listed: undefined, isFirst: undefined };
    }
    case 'adopted':
      return { isAdopted: true };
    case 'read':
      return { reading: { ...answer.reading, heard: request.heard } };
    case 'lined-up':
      return answer.isFirst ? { isFirst: true } : { place: 'behind' };
    case 'reserved':
      return { numbers: answer.numbers };
    case 'built':
      return builtFrom(request, attempt, answer);
    case 'committed':
      return { isCommitted: true };
    case 'asked':
      return askedFrom(request, attempt, answer);
    case 'verified':
      return { isVerified: true };
    case 'invalid':
      return { invalid: answer.error };
    case 'transfer-seen':
      return { transfer: { pauses: request.pauses, seen: answer.seen } };
    case 'counted':
      return { gone: answer.gone, next: answer.next };
    case 'left':
      return { place: 'left', end: answer.end };
    case 'blocked':
    case 'turn-lost':
      return { place: 'left' };
    case 'declined':
      return { declined: { mayAppear: answer.mayAppear } };
    case 'given-up':
      return { isGivenUp: true, ...unseen(attempt) };
    case 'overwritten':
      return { overwritten: { error: answer.error } };
    default:
      return {};
  }
}

/** Its outcome must be asked for again. */
function unseen({ search }: AttemptFacts): Known<never> {
  return search?.said === 'record' ? { soughtAt: -1 } : { search: undefined };
}

/** What was seen of a transfer before the signer's final word may be out of date, but for an outcome. */
function seenOf<R>({ transfer }: AttemptFacts<R>, record: SigningRecord | undefined) {
  return record?.state === 'signed' && !transfer?.seen.outcome ? undefined : transfer;
}

/** What a record says, from any source. */
function shown<R>(
  request: RequestFacts,
  attempt: AttemptFacts<R>,
  record: SigningRecord,
): Known<R> {
  const { hash, asked } = attempt;
  return {
    search: { said: 'record', record },
    custodyId: record.providerId,
    hash: hash ?? hashFrom(request, record.txHash),
    transfer: seenOf(attempt, record),
    // After another call has made the request, this call asks once more for the signature, of that request.
    asked: asked?.said === 'conflict' ? undefined : asked,
  };
}

function hashFrom({ time }: RequestFacts, value: string | undefined) {
  return value === undefined ? undefined : { value, since: time.monotonic };
}

function builtFrom(
  { time }: RequestFacts,
  attempt: AttemptFacts,
  { order, built }: Extract<Answer, { kind: 'built' }>,
): Known<never> {
  return built ? { order, built, since: time.monotonic } : { order, built: attempt.built };
}

function askedFrom<R>(
  request: RequestFacts,
  attempt: AttemptFacts<R>,
  { asked, custodyId }: Extract<Answer, { kind: 'asked' }>,
): Known<R> {
  const record = asked.said === 'transferred' ? asked.record : undefined;
  const txHash = asked.said === 'rejected' ? asked.txHash : record?.txHash;
  return {
    asked,
    custodyId: custodyId ?? record?.providerId ?? attempt.custodyId,
    hash: attempt.hash ?? hashFrom(request, txHash),
    transfer: seenOf(attempt, record),
  };
}

function membersAfter<T, R>(
  facts: Facts<T, R>,
  answer: Exclude<Answer<T, R>, { kind: 'waited' }>,
): readonly MemberFacts<T, R>[] {
  const { request, members } = facts;
  const { attempt } = answer;
  const others = members.filter((member) => member.attempt !== attempt);
  const own = members.filter((member) => member.attempt === attempt);
  switch (answer.kind) {
    case 'found': {
      const isKnown = recordOf(attemptOf(facts, attempt)) !== undefined;
      return isKnown || answer.search.said !== 'record' ? members : others;
    }
    case 'built':
      return [...others, ...answer.members.map((one, index) => ({ ...one, attempt, index }))];
    case 'verified':
      return [...others, ...own.map((one, at) => ({ ...one, signed: answer.signed[at] }))];
    case 'asked':
    case 'overwritten':
      // Much may have changed since they were looked up.
      return [...others, ...own.map((one) => ({ ...one, look: undefined }))];
    default:
      if (!('member' in answer)) return members;
      return members.map((member) =>
        member.attempt === attempt && member.index === answer.member
          ? { ...member, ...heardOf(request, member, answer) }
          : member,
      );
  }
}

function heardOf<T, R>(
  { pauses, heard, time }: RequestFacts,
  { sent, look }: MemberFacts<T, R>,
  answer: Extract<Answer<T, R>, { readonly member: number }>,
): Partial<MemberFacts<T, R>> {
  switch (answer.kind) {
    case 'turn-came':
      return { turn: 'come' };
    case 'turn-lost':
      return { turn: 'lost' };
    case 'marked':
      return { isMarked: true };
    case 'look-begun':
      return { look: { pauses: answer.pauses, heard, time, said: [] } };
    case 'said':
      return {
        look: { pauses, ...look, heard, time, said: [...(look?.said ?? []), answer.statement] },
      };
    case 'sent': {
      const { submission, startedAt } = answer;
      if (answer.again && sent) {
        // A transaction that is accepted now has no obstacle from earlier answers.
        const last = submission.state === 'accepted' ? submission : sent.last;
        return { sent: { ...sent, last, lastAt: time.monotonic } };
      }
      const isLeftOpen = submission.state === 'unclear' || submission.state === 'open';
      const mayHaveArrived = sent?.mayHaveArrived === true || isLeftOpen;
      const firstAt = sent?.firstAt ?? startedAt;
      const now: Sent = {
        firstAt,
        lastAt: time.monotonic,
        pauses,
        last: submission,
        mayHaveArrived,
      };
      // After anything but a clear answer it must be looked up.
      return { sent: now, ...(submission.state === 'accepted' ? {} : { look: undefined }) };
    }
  }
}
