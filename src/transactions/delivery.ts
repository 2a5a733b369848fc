import { GatewayError } from '../core/errors.js';
import { type PollPace, poll } from '../core/poll.js';
import type { Age, Delivery, EventBody, Made, Stage } from './attempt.js';
import type { Obstacle, Sighting, Snapshot, Submission } from './chain.js';
import {
  TransactionBlockedError,
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from './errors.js';
import type { OnOdds } from './operators.js';
import type { ResolvedOptions } from './options.js';
import { type ChainOutcome, finalOf } from './outcome.js';

/** How long a node that is busy, or can't be reached, is asked again to take a transaction. */
const SUBMIT_TIMEOUT_MS = 60_000;
const SUBMIT_PACE: PollPace = { firstMs: 500, factor: 2, maxMs: 5_000 };

/** On whose behalf something is sent, how patiently, and who is told. */
export interface Sender {
  readonly options: ResolvedOptions;
  tell(event: EventBody): void;
}

/**
 * What the chain knows of a delivery, once it says anything certain. A transaction about which
 * nothing certain can be said is never sent: its number may have been spent on it.
 *
 * @throws TransactionUnconfirmedError when time is up.
 */
export async function sightForCertain<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  sender: Sender,
  delivery: Delivery<T>,
): Promise<Exclude<Sighting<R>, { state: 'unknown' }>> {
  let reason = 'it was never looked up';
  const certain = await poll(
    async () => {
      const sighting = await sight(stage, sender, delivery);
      if (sighting.state !== 'unknown') return sighting;
      reason = sighting.reason;
      return undefined;
    },
    {
      pace: stage.chain.confirmPace,
      timeoutMs: sender.options.confirmTimeoutMs,
      signal: sender.options.signal,
      clock: stage.clock,
      wakeOn: stage.chain.onLedger,
    },
  );
  if (!certain) throw new TransactionUnconfirmedError('unknown', reason);
  return certain;
}

/** What the chain knows of a transaction, signed here or elsewhere; a failed look-up is `unknown`, never an outcome. */
export async function sight<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  sender: Sender,
  { transaction, signed, age }: Made<T>,
  patient = false,
): Promise<Sighting<R>> {
  const { signal } = sender.options;
  try {
    const request = { transaction, hash: signed?.hash, patient };
    const sighting = await stage.operators.lookUp(request, { signal }, tellOdds(sender));
    return await ifPlausible(stage, transaction, age, sighting);
  } catch (error) {
    return { state: 'unknown', reason: reasonOf(error) };
  }
}

/** A sighting; that a transaction has expired unspent is held against how old it is, where that is known. */
async function ifPlausible<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  transaction: T,
  age: Age | undefined,
  sighting: Sighting<R>,
): Promise<Sighting<R>> {
  if (sighting.state !== 'expired' || sighting.by !== undefined || !age) return sighting;
  const { expiredOrUnknown } = await import('./plausible.js');
  return expiredOrUnknown(stage, transaction, age);
}

/** A node has a transaction. */
export interface Taken<R> {
  /** What became of it, where that is known already. */
  readonly outcome: ChainOutcome<R> | undefined;
  /** Why it can't land yet, where a node says so. */
  readonly obstacle?: Obstacle | undefined;
}

/**
 * Sends a signed transaction until a node has it. After anything but a clear answer, our own transaction is looked up
 * before it is sent again; sending the same bytes twice is harmless.
 *
 * @throws TransactionRefusedError when the node takes it neither now nor later.
 * @throws TransactionBlockedError when it can't land before something else has changed.
 * @throws TransactionUnconfirmedError when nothing certain was heard in time.
 */
export async function submitUntilTaken<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  sender: Sender,
  delivery: Delivery<T>,
): Promise<Taken<R>> {
  const { signal, confirmTimeoutMs } = sender.options;
  const startedAt = stage.clock.monotonic();
  let heard = 'no answer';
  let mayHaveArrived = false;
  let blocked: TransactionBlockedError | undefined;
  let isFirst = true;

  const trySubmit = async (): Promise<Taken<R> | undefined> => {
    const submission = await submitOnce(stage, sender, delivery);
    heard = submission.code;
    if (isFirst) tellIfUnderpaid(stage, sender, delivery, submission);
    isFirst = false;
    if (submission.state === 'refused' && !mayHaveArrived) {
      throw new TransactionRefusedError(submission.code, submission.message);
    }
    if (submission.state === 'accepted') {
      return { outcome: undefined, obstacle: submission.obstacle };
    }
    mayHaveArrived ||= submission.state === 'unclear' || submission.state === 'open';
    const sighting = await sight(stage, sender, delivery);
    const outcome = finalOf(sighting);
    blocked = submission.state === 'open' ? blockedBy(submission, sighting) : undefined;
    if (submission.state === 'open') {
      if (outcome) return { outcome };
      // A node shows what it holds back as well, so that it is seen says nothing here.
      if (stage.clock.monotonic() - startedAt < submission.tryForMs) return undefined;
      throw blocked;
    }
    const isThere = outcome !== undefined || (sighting.state === 'open' && sighting.seen);
    if (isThere) return { outcome };
    if (submission.state !== 'refused') return undefined;
    // What one node refuses another may have: the bytes were on their way before.
    throw new TransactionUnconfirmedError('unknown', `refused (${heard}), but not at first`);
  };

  const timeoutMs = Math.min(SUBMIT_TIMEOUT_MS, confirmTimeoutMs);
  const options = { pace: SUBMIT_PACE, timeoutMs, signal, clock: stage.clock };
  const taken = await poll(trySubmit, options);
  if (!taken) {
    throw blocked ?? new TransactionUnconfirmedError('unknown', `no node took it (${heard})`);
  }
  sender.tell({
    type: 'submitted',
    durationMs: stage.clock.monotonic() - startedAt,
    hash: delivery.signed.hash,
    code: heard,
  });
  return taken;
}

function tellIfUnderpaid<I, S extends Snapshot, T, R>(
  { chain }: Stage<I, S, T, R>,
  sender: Sender,
  { transaction, signed: { hash } }: Delivery<T>,
  { asks = 0n }: Submission,
): void {
  const { fee } = chain.termsOf(transaction);
  if (asks > fee) sender.tell({ type: 'underpaid', hash, fee: `${fee}`, asked: `${asks}` });
}

async function submitOnce<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  sender: Sender,
  delivery: Delivery<T>,
): Promise<Submission> {
  const { signal } = sender.options;
  try {
    return await stage.operators.submit(delivery.signed, { signal });
  } catch (error) {
    // Whatever went wrong on the way, the bytes may have arrived.
    return { state: 'unclear', code: reasonOf(error) };
  }
}

/**
 * Waits for the final word on a transaction that a node has, and sends it again when the node seems
 * to have lost it.
 *
 * @throws TransactionUnconfirmedError when time is up first.
 */
export async function confirm<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  sender: Sender,
  delivery: Delivery<T>,
  obstacle?: Obstacle,
): Promise<ChainOutcome<R>> {
  const { options } = sender;
  const timeoutMs = Math.min(options.confirmTimeoutMs, obstacle?.tryForMs ?? Number.MAX_VALUE);
  const seen: { last: Sighting<R> } = { last: { state: 'unknown', reason: 'never looked up' } };
  let sentAt = stage.clock.monotonic();

  const look = async (): Promise<ChainOutcome<R> | undefined> => {
    const sighting = await sight(stage, sender, delivery, true);
    seen.last = sighting;
    if (
      sighting.state === 'open' &&
      stage.clock.monotonic() - sentAt >= stage.chain.resubmitAfterMs
    ) {
      sentAt = stage.clock.monotonic();
      await submitOnce(stage, sender, delivery);
      sender.tell({ type: 'resubmitted', hash: delivery.signed.hash });
    }
    return finalOf(sighting);
  };

  const outcome = await poll(look, {
    pace: stage.chain.confirmPace,
    timeoutMs,
    signal: options.signal,
    clock: stage.clock,
    wakeOn: stage.chain.onLedger,
  });
  if (outcome) return outcome;
  if (seen.last.state === 'unknown') {
    throw new TransactionUnconfirmedError('unknown', seen.last.reason);
  }
  if (seen.last.state === 'open' && seen.last.dropped !== undefined) {
    throw new TransactionUnconfirmedError('unknown', seen.last.dropped);
  }
  if (obstacle) {
    const { code: resultCode, cure } = obstacle;
    const reason = `the node answered ${resultCode}, and it can land once ${cure}`;
    throw new TransactionUnconfirmedError('pending', reason, { details: { resultCode, cure } });
  }
  throw new TransactionUnconfirmedError('pending', `not after ${timeoutMs} ms`);
}

/** It is not on its way, though it may land: what has to change first. */
function blockedBy({ code, cure }: Obstacle, { state }: Sighting<unknown>) {
  return new TransactionBlockedError(state === 'unknown' ? 'unknown' : 'pending', code, cure);
}

/** Somebody is wrong, or lies: the user is to know who. */
export function tellOdds(sender: Pick<Sender, 'tell'>): OnOdds {
  return (said) => sender.tell({ type: 'operators-disagree', said });
}

function reasonOf(error: unknown): string {
  return error instanceof GatewayError ? error.message : 'an unexpected error';
}
