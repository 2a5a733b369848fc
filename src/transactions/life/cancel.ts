import type { Terms } from '../chain.js';
import { NotCancellableError } from '../errors.js';
import type { Receipt } from '../executed.js';
import { cancellationOf, cancelledBy } from '../lanes/cancellations.js';
import { evidenceOf } from '../operators.js';
import { ownNoteOf } from '../records/records.js';
import { chunkOf } from '../records/request-id.js';
import { runBatch } from './batch.js';
import { cancelling } from './cancelling.js';
import { carry } from './carry.js';
import type { Overwrite } from './context.js';
import { known, notFound, receiptOf, recordUnder, referenceTo } from './execute.js';
import type { Job, OpenCall, Stage } from './job.js';
import { endingOf, runOne } from './key.js';
import { type AttemptReference, explained } from './reference.js';

/**
 * Makes a key have no effect, request by request. The members of a batch that are on the ledger stay there. For the
 * others that were not requested yet, no call of this process that is under way makes a request; but they can't be
 * cancelled, since nothing keeps a later call from making it. A cancellation's own key, which `pending` lists, goes on
 * with that cancellation.
 *
 * @param calls - Those of this process that are under way, with any key.
 * @throws NotCancellableError when nothing was left to cancel.
 */
export async function cancelKey<I>(
  stage: Stage<I>,
  given: Job<I>,
  calls: Iterable<OpenCall>,
): Promise<Receipt> {
  const job = await originalOf(stage, given);
  for (const call of calls) {
    const { account, idempotencyKey } = call.job;
    const isOfOneAccount = account.address === job.account.address;
    if (isOfOneAccount && idempotencyKey === job.idempotencyKey) call.wasCancelled = true;
  }
  const { batch } = job;
  const overwrite: Overwrite = (requestId, lost) => spendOnNothing(stage, job, requestId, lost);
  let last: AttemptReference | undefined;
  let isSigned = false;
  let asked = 0;
  let landed = 0;
  for (let chunk = 0; chunk === 0 || batch; chunk++) {
    const wanted = { purpose: 'cancel', cancelling, chunk, overwrite } as const;
    const ending = endingOf(await carry(stage, job, wanted));
    if (ending?.told.state !== 'cancelled') break;
    last = ending.reference;
    asked += ending.told.asked;
    landed += ending.told.landed;
    isSigned ||= ending.told.isSigned;
  }
  if (!last) throw notFound(stage, job);
  if (batch && landed === asked) {
    const reason =
      asked >= batch.total
        ? 'the ledger has all of it'
        : 'the ledger has what was asked for; only a call with its key asks for the rest';
    throw explained(new NotCancellableError(reason), last);
  }
  const evidence = isSigned ? { evidence: evidenceOf(stage.operators) } : {};
  return { ...receiptOf(stage, last), ...evidence, ...(landed > 0 && { landed }) };
}

/**
 * The job that a cancellation's key cancels; any other key's job is its own. Cancelling the cancellation itself would send
 * the payment, and who cancels wants no payment.
 *
 * @throws TransactionNotFoundError when the signer doesn't show what is cancelled.
 * @throws NotCancellableError when that was followed by another attempt: nobody has asked for its cancellation.
 */
async function originalOf<I>(stage: Stage<I>, job: Job<I>): Promise<Job<I>> {
  const requestId = cancelledBy(job.idempotencyKey);
  if (requestId === undefined) return job;
  const { idempotencyKey } = job;
  const record = await recordUnder(stage, job, { idempotencyKey, requestId, attempt: 1 });
  const note = record && ownNoteOf(stage.chain.id, job.account, record);
  if (!note) throw notFound(stage, job);
  const original = { ...job, idempotencyKey: note.idempotencyKey };
  const next = referenceTo(stage, original, note.attempt + 1, chunkOf(requestId));
  if (await recordUnder(stage, job, next)) {
    const reason = 'its key has a later attempt, which that key alone cancels';
    throw new NotCancellableError(reason).about(next);
  }
  return originalOf(stage, await known(stage, original));
}

/**
 * Spends numbers without effect. It has a key of its own, so that cancelling can be repeated and resumed like every
 * other call. Where an earlier call's request was refused, people are asked again, as often as a key may have attempts.
 */
async function spendOnNothing<I>(
  stage: Stage<I>,
  job: Job<I>,
  requestId: string,
  lost: readonly Terms[],
  newAttempt?: number,
): Promise<unknown> {
  const own: Job<I> = {
    ...job,
    known: undefined,
    idempotencyKey: cancellationOf(requestId),
    inputs: lost.map(({ fee }) => stage.chain.noopOver?.(fee) ?? stage.chain.noop),
    batch: job.batch && { total: lost.length, stopOnFailure: false },
    numbers: lost.map(({ number }) => number),
    replaces: { requestId },
    useTickets: lost.some(({ number }) => number.kind === 'ticket'),
    options: { ...job.options, newAttempt },
  };
  try {
    const ending = await (own.batch ? runBatch(stage, own) : refusedOne(stage, own));
    if (ending?.outcome !== 'rejected' || ending.isAsked) return ending?.error;
    const next = ending.attempt + 1;
    const isLast = newAttempt !== undefined || next > job.options.maxAttempts;
    return isLast ? ending.error : await spendOnNothing(stage, job, requestId, lost, next);
  } catch (error) {
    return error;
  }
}

/** Like the ending of a batch. Of one transaction only a refusal is an error here. */
async function refusedOne<I>(stage: Stage<I>, job: Job<I>) {
  const { told, reference, isAsked } = (await runOne(stage, job)) ?? {};
  if (told?.state !== 'rejected' || !reference) return undefined;
  const { attempt } = reference;
  return { attempt, isAsked, outcome: 'rejected', error: told.error } as const;
}
