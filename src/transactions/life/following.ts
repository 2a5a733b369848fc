import { SignaturePendingError } from '../../signer/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import { detailsOf } from '../records/records.js';
import type { Action } from './actions.js';
import type { AttemptFacts, Facts } from './facts.js';
import {
  CUSTODY_PACE,
  find,
  giveBack,
  leave,
  pauseOf,
  stop,
  unfound,
  unknownFor,
} from './moves.js';
import { transferOf } from './status.js';

const UNDECIDED = 'the custody platform calls it failed, and no node does';
const CONTRADICTED = 'the custody platform calls it completed, and the chain does not';

/** How long our own node may take to know a transaction that the custody platform has broadcast. */
const SEEN_TIMEOUT_MS = 20_000;

/** A transfer that this call has asked the custody platform to make by itself. */
export function transferring(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { index, asked } = attempt;
  if (!asked) return [{ kind: 'ask', attempt: index }, ...watching(facts, attempt)];
  if (asked.said === 'rejected') return judging(facts, attempt);
  return completing(facts, attempt);
}

/** A transfer that another call has asked for. */
export function following(
  facts: Facts,
  attempt: AttemptFacts,
  record: SigningRecord,
): readonly Action[] {
  const { wanted, pauses } = facts.request;
  const { index, soughtAt = 0, requestId } = attempt;
  if (record.state === 'signed') return completing(facts, attempt);
  if (record.state === 'rejected') return judging(facts, attempt);
  const seeks = soughtAt < pauses ? [find(index)] : [];
  const watches = watching(facts, attempt).filter(({ kind }) => kind !== 'wait');
  const asks = [...seeks, ...watches];
  if (asks.length > 0) return asks;
  const timeoutMs = wanted.signatureTimeoutMs();
  const paused = pauseOf(facts, 'custody', { attempt: index }, CUSTODY_PACE, timeoutMs);
  return paused ?? stop(index, new SignaturePendingError(detailsOf(requestId, record)));
}

/** Leaves the lane as soon as our own node can tell which number the custody platform's transaction took. */
function watching(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { request } = facts;
  const { hash, transfer, place } = attempt;
  if (!hash || place !== 'held') return [];
  const number = transfer?.seen.number;
  if (number !== undefined) return [{ ...leave(attempt, 'spent'), sent: [number] }];
  if (request.time.monotonic - hash.since >= SEEN_TIMEOUT_MS) return [];
  return asking(facts, attempt, SEEN_TIMEOUT_MS) ?? [];
}

function asking(
  facts: Facts,
  { index, transfer }: AttemptFacts,
  timeoutMs: number,
  reason: 'hash' | 'confirmation' = 'hash',
): readonly Action[] | undefined {
  const { pauses } = facts.request;
  if (!transfer || transfer.pauses < pauses) {
    return [{ kind: 'look-for-transfer', attempt: index }];
  }
  return pauseOf(facts, reason, { attempt: index }, CUSTODY_PACE, timeoutMs);
}

/**
 * Stays in the lane until the number is known: the next transaction might take the same. A chain that does not show the
 * transfer says nothing against the custody platform; one that shows that it failed, or another transaction, does, so
 * that one that has not validated it yet is asked again.
 */
function completing(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const watches = watching(facts, attempt);
  if (watches.length > 0) return watches;
  const { index, hash, transfer, place } = attempt;
  const { number, outcome, isOther } = transfer?.seen ?? {};
  if (hash && !outcome && !isOther && (!transfer || number !== undefined)) {
    const asks = asking(facts, attempt, SEEN_TIMEOUT_MS, 'confirmation');
    if (asks) return asks;
  }
  if (outcome?.state !== 'failed' && !isOther) {
    return [{ ...leave(attempt, 'spent'), end: 'settled' }];
  }
  return place === 'held' ? [leave(attempt, 'spent')] : stop(index, unknownFor(CONTRADICTED));
}

/**
 * The custody platform gave up a transfer that it may have broadcast: then only the chain knows the outcome, and
 * until that is known no other attempt may be made.
 */
export function judging(facts: Facts, attempt: AttemptFacts): readonly Action[] {
  const { index, hash, transfer, place, search } = attempt;
  if (!hash) return giveBack(attempt, 'rejected');
  const outcome = transfer?.seen.outcome;
  if (outcome) {
    const isKnown = outcome.state === 'failed' || transferOf(attempt) !== undefined;
    if (isKnown) return [{ ...leave(attempt, 'spent'), end: 'settled' }];
    if (!search) return [find(index)];
    if (search.said === 'failed') return stop(index, unfound(attempt, search.error));
    return place === 'held' ? [leave(attempt, 'spent')] : stop(index, unknownFor(UNDECIDED));
  }
  const timeoutMs = Math.min(SEEN_TIMEOUT_MS, facts.request.wanted.confirmTimeoutMs());
  const asked = asking(facts, attempt, timeoutMs);
  if (asked) return asked;
  // A transaction that may still land keeps its number, even if another request takes it: one of them lands.
  return place === 'held' ? giveBack(attempt) : stop(index, unknownFor(UNDECIDED));
}
