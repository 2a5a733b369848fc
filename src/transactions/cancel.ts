import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError } from '../signer/errors.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import { Attempt, type Job, orderOf, type Stage } from './attempt.js';
import type { BatchFlow } from './batch.js';
import { isOver, type Passage } from './batch-members.js';
import type { Snapshot } from './chain.js';
import {
  NotCancellableError,
  TransactionNotFoundError,
  TransactionUnconfirmedError,
} from './errors.js';
import type { Flow } from './flow.js';
import { followNativeTransfer } from './native.js';
import type { ChainOutcome } from './outcome.js';
import { findAttempt, findRecord, findSuccessor } from './records.js';
import { detailsOf, learnSigned } from './signing.js';

const PACE: PollPace = { firstMs: 250, factor: 1.6, maxMs: 5_000 };

/**
 * Cancels the latest attempt of a key. A request that still awaits its signature is given up at the
 * custody. A signature can't be taken back; then the number is spent on a transaction that does
 * nothing, which needs an approval of its own.
 *
 * @throws NotCancellableError when the transaction, or the custody's own transfer, came first.
 */
export async function cancelTransaction<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  flow: Flow<I, S, T, R>,
  job: Job<I>,
): Promise<Attempt<I>> {
  const attempts = await attemptsOf(stage, job, 0);
  const latest = attempts.at(-1);
  if (!latest) throw new TransactionNotFoundError();
  try {
    const ended = await giveUp(stage, latest.attempt, latest.record);
    // Every attempt that has a signature may land, whatever became of a later one. The latest is the first to
    // be outrun, since whoever waits for its number sends it.
    for (const { attempt, record } of [
      { ...latest, record: ended },
      ...attempts.slice(0, -1).reverse(),
    ]) {
      if (record.kind === 'native-transfer') await refuseIfSent(stage, attempt, record);
      else if (record.state === 'signed') {
        await spendOnNothing(stage, flow, attempt, record).catch((error: unknown) => {
          throw attempt.explain(error);
        });
      }
    }
    return latest.attempt;
  } catch (error) {
    throw latest.attempt.explain(error);
  }
}

/**
 * Cancels what is left of a batch: each of its requests that is not over. What is on the ledger
 * already stays there, and what was not asked for yet is asked for by no call of this process under way.
 *
 * @throws NotCancellableError when nothing was left to cancel.
 */
export async function cancelBatch<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  batches: BatchFlow<I, S, T, R>,
  job: Job<I>,
  total: number,
): Promise<Attempt<I>> {
  let last = new Attempt<I>(stage, job, 1);
  let cancelled = false;
  let asked = 0;
  for (let chunk = 0; ; chunk++) {
    const latest = (await attemptsOf(stage, job, chunk)).at(-1);
    if (!latest) break;
    last = latest.attempt;
    asked += latest.record.messages.length;
    try {
      const ended = await giveUp(stage, latest.attempt, latest.record);
      const left = ended.state === 'rejected' || (await spendRest(stage, batches, last, ended));
      cancelled ||= left;
    } catch (error) {
      throw latest.attempt.explain(error);
    }
  }
  if (!cancelled && asked >= total)
    throw last.explain(new NotCancellableError('the ledger has all of it'));
  return last;
}

/**
 * Spends what a signed batch has not spent on nothing.
 *
 * @returns whether any member was kept from having an effect, by this call or an earlier one.
 */
async function spendRest<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  batches: BatchFlow<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<boolean> {
  const passages = await batches.standing(attempt, record);
  const open = passages.filter(({ state }) => !isOver(state));
  if (open.length > 0) {
    const job = await outrunning(
      stage,
      attempt,
      open.map(({ number }) => number),
    );
    const failure = await batches.run(job).then(
      () => undefined,
      (error: unknown) => error,
    );
    const after = await batches.standing(attempt, record);
    if (after.every(({ state }) => isOver(state))) return after.some(isWithoutEffect);
    throw failedToOutrun(failure);
  }
  return passages.some(isWithoutEffect);
}

/** The batch of no-ops that takes a batch's numbers; the one that was made before, if there is one. */
async function outrunning<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  numbers: readonly bigint[],
): Promise<Job<I>> {
  const idempotencyKey = `cancel:${attempt.requestId}`;
  const { requestId: outrun } = attempt;
  const job: Job<I> = {
    ...attempt.job,
    inputs: undefined,
    idempotencyKey,
    batch: undefined,
    outruns: { requestId: outrun },
  };
  const { requestId } = new Attempt<I>(stage, job, 1);
  const record = await findRecord(stage, requestId, { signal: attempt.job.options.signal });
  if (record) return { ...job, known: record };
  const batch = { total: numbers.length, stopOnFailure: false, numbers };
  return { ...job, inputs: numbers.map(() => stage.chain.noop), batch };
}

function isWithoutEffect({ state }: Passage<unknown, unknown>): boolean {
  return state.state === 'replaced' || state.state === 'expired';
}

/** An error of its own: it is about the caller's transaction, not about the one that outruns it. */
function failedToOutrun(cause: unknown): Error {
  if (cause instanceof SignaturePendingError) return new SignaturePendingError(cause.request);
  const reason = 'what should outrun it did not get through';
  return new TransactionUnconfirmedError('unknown', reason, { cause });
}

async function attemptsOf<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  job: Job<I>,
  chunk: number,
): Promise<readonly { readonly attempt: Attempt<I>; readonly record: SigningRecord }[]> {
  const found: { attempt: Attempt<I>; record: SigningRecord }[] = [];
  for (let index = 1; ; index++) {
    const attempt = new Attempt(stage, job, index, chunk);
    const record = await findForCertain(stage, attempt, found.at(-1)?.attempt);
    if (!record) return found;
    attempt.learnRecord(record);
    await learnSigned(stage, attempt, record);
    found.push({ attempt, record });
  }
}

/**
 * What a signer shows nothing of, it may have all the same. Asked to give it up, it settles that first.
 *
 * @throws what the signer says when it can't: about the attempt before, which is known to exist.
 */
async function findForCertain<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  previous: Attempt<I> | undefined,
): Promise<SigningRecord | undefined> {
  const find = () => (previous ? findSuccessor(stage, previous) : findAttempt(stage, attempt));
  const record = attempt.age.record ?? (await find());
  if (record || !stage.signer.cancel) return record;
  try {
    await stage.signer.cancel(attempt.requestId, { signal: attempt.options.signal });
  } catch (error) {
    attempt.learnFrom(error);
    throw (previous ?? attempt).explain(error);
  }
  return find();
}

/** Asks the custody to give a live request up, and waits for what came of it. */
async function giveUp<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<SigningRecord> {
  if (record.state !== 'pending') return record;
  const { signal, signatureTimeoutMs } = attempt.job.options;
  await stage.signer.cancel?.(attempt.requestId, { signal });
  const ended = await poll(
    async () => {
      const now = await findAttempt(stage, attempt);
      return now && now.state !== 'pending' ? now : undefined;
    },
    { pace: PACE, timeoutMs: signatureTimeoutMs, signal, clock: stage.clock },
  );
  if (!ended) throw new SignaturePendingError(detailsOf(attempt.requestId, record));
  return ended;
}

/** What the custody calls failed, it may have sent all the same: then only the chain knows. */
async function refuseIfSent<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<void> {
  const isSent =
    record.state !== 'rejected' ||
    (await followNativeTransfer(stage, attempt, undefined)).state !== 'rejected';
  if (isSent) throw new NotCancellableError('the custody has sent it');
}

async function spendOnNothing<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  flow: Flow<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<void> {
  const number = orderOf(record).note?.terms?.number;
  if (!number) throw new NotCancellableError('its number is not known');
  if (isDead(await flow.standing(attempt))) return;
  const noop = {
    ...attempt.job,
    inputs: [stage.chain.noop],
    // A key of its own, so that cancelling can be repeated and resumed like everything else.
    idempotencyKey: `cancel:${attempt.requestId}`,
    number,
    outruns: { requestId: attempt.requestId },
    useTickets: number.kind === 'ticket',
  };
  const ending = await flow.run(noop).catch((cause: unknown) => ({ cause }));
  if (isDead(await flow.standing(attempt))) return;
  if (ending && 'cause' in ending) throw failedToOutrun(ending.cause);
  throw failedToOutrun(ending?.outcome.state === 'rejected' ? ending.outcome.error : undefined);
}

/** @throws NotCancellableError when it is on the ledger. */
function isDead(outcome: ChainOutcome<unknown> | undefined): boolean {
  if (outcome?.state === 'confirmed' || outcome?.state === 'failed') {
    throw new NotCancellableError('the ledger has it');
  }
  return outcome !== undefined;
}
