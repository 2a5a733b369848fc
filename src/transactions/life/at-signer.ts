import { throwIfAborted } from '../../core/clock.js';
import { IdempotencyConflictError } from '../../core/errors.js';
import { InvalidSignatureError, isRefusal, SignatureRejectedError } from '../../signer/errors.js';
import {
  offersNativeTransfers,
  type RawSignature,
  type SigningOptions,
  type SigningRecord,
} from '../../signer/raw-signer.js';
import { verifyAll } from '../../signer/verify.js';
import { KeyUsedError } from '../errors.js';
import { begin, type Context, type Moment, tell } from './context.js';
import { isLater } from './decide.js';
import type { Asked, AttemptFacts } from './facts.js';
import { keptOf } from './lane-holders.js';
import { unknownFor } from './moves.js';
import { assembled, messagesOf, noteOf, wordingOf } from './orders.js';
import { saidOfRequest } from './reference.js';
import { saidBySigner } from './signer-errors.js';
import { membersOf, recordOf } from './status.js';

/**
 * How many of a signer's requests a process reads when it first uses an account: no more than two pages at the
 * custody platform, one after the other, so that the first reads end soon.
 */
const LOOKED_AT = 1_000;

/** The signer's record of an attempt's request. */
export async function find(
  { stage: { signer } }: Context,
  { attempt, hear, signal }: Moment,
): Promise<void> {
  const { index, requestId } = attempt;
  try {
    const record = await signer.find?.(requestId, { signal });
    const search = record ? ({ said: 'record', record } as const) : ({ said: 'none' } as const);
    hear({ kind: 'found', attempt: index, search });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    hear({ kind: 'found', attempt: index, search: { said: 'failed', error }, custodyId });
  }
}

/**
 * The latest of the account's other requests, if no process has read them yet; and those of requests that may appear
 * late.
 */
export async function list(context: Context, { attempt, hear, signal }: Moment): Promise<void> {
  const { signer } = context.stage;
  const { index } = attempt;
  const pass = context.passes.get(index);
  const onCut = (lookedAt: number) => tell(context, index, { type: 'list-cut', lookedAt });
  const first = { signal, atMost: LOOKED_AT, onCut };
  const isWhole = pass?.isUnreconciled === true;
  try {
    const [listed = [], late] = await Promise.all([
      isWhole ? signer.list?.(context.job.account.key, first) : [],
      Promise.all((pass?.mayAppear() ?? []).map((one) => signer.find?.(one.requestId, { signal }))),
    ]);
    const records = [...listed, ...late.flatMap((one) => one ?? [])];
    hear({ kind: 'listed', attempt: index, records, isWhole });
  } catch (error) {
    hear({ kind: 'not-listed', attempt: index, error: saidBySigner(error) });
  }
}

/** The account's requests, to find another key's request for the same bytes. */
export async function listOthers(
  { stage: { signer }, job }: Context,
  { attempt, hear, signal }: Moment,
): Promise<void> {
  const { index } = attempt;
  // For a request that exists, an error here must not stop the call.
  const mayFail = recordOf(attempt) !== undefined;
  try {
    const others = (await signer.list?.(job.account.key, { signal })) ?? [];
    hear({ kind: 'others-listed', attempt: index, others });
  } catch (error) {
    if (!mayFail) throw saidBySigner(error);
    hear({ kind: 'others-listed', attempt: index, others: 'unknown' });
  }
}

/**
 * Has the attempt signed, or transferred by the custody platform itself; or waits for a request that was made before.
 */
export async function ask<I, T, R>(context: Context<I, T, R>, moment: Moment<T, R>): Promise<void> {
  const { attempt, hear } = moment;
  const { index, requestId } = attempt;
  begin(context, `ask ${index}`);
  if (!recordOf(attempt)) {
    if (!(await committed(context, moment))) return;
    hear({ kind: 'committed', attempt: index });
  }
  try {
    hear({ kind: 'asked', attempt: index, asked: await asked(context, moment) });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    hear({ kind: 'asked', attempt: index, asked: askedBy(error), custodyId });
  }
}

/**
 * From here on the request may exist, and outlives the call. To note that takes time, in which the call may be aborted
 * or its key cancelled: then nothing is asked for, and `false` returned.
 *
 * @throws AbortedError
 */
async function committed(
  { passes, job }: Context,
  { facts, attempt: { index }, signal }: Moment,
): Promise<boolean> {
  const pass = passes.get(index);
  await pass?.commit();
  const isCancelled = job.wasCancelled?.() && isLater(facts.request.wanted, index);
  if (!signal.aborted && !isCancelled) return true;
  await pass?.declined();
  throwIfAborted(job.options.signal);
  return false;
}

async function asked<I, T, R>(context: Context<I, T, R>, moment: Moment<T, R>): Promise<Asked> {
  const { stage, job, summaries } = context;
  const { signer } = stage;
  const { facts, attempt } = moment;
  const { options, native } = job;
  const waiting = waitingFor(context, moment);
  const expiresAfterSeconds = options.approvalWindowSeconds;
  if (native && !attempt.order && !recordOf(attempt) && offersNativeTransfers(signer)) {
    begin(context, `transfer ${attempt.index}`);
    const note = noteOf(job, attempt.index, { terms: undefined });
    const request = { ...native, idempotencyKey: attempt.requestId, note, expiresAfterSeconds };
    return { said: 'transferred', record: await signer.transfer(request, waiting) };
  }
  const own = membersOf(facts, attempt).map(({ transaction }) => transaction);
  const { payload, record } = wordingOf(stage.chain, own, job.batch);
  const { built, order } = attempt;
  const isShared = order !== undefined && order !== 'irreproducible' && order.isFixed === true;
  const request = {
    idempotencyKey: attempt.requestId,
    messages: messagesOf(stage.chain, job.account, own),
    unhashedPayload: payload,
    note: noteOf(job, attempt.index, { ...record, built, isShared }, summaries.get(attempt.index)),
    ...(signer.capabilities.mayPend ? { expiresAfterSeconds } : {}),
  };
  // A copy: what this call verifies and sends later is not the signer's to change.
  return { said: 'signed', signatures: await signer.sign(structuredClone(request), waiting) };
}

function waitingFor(context: Context, { attempt, hear }: Moment): SigningOptions {
  const { signal, signatureTimeoutMs: timeoutMs, cancelOnAbort } = context.job.options;
  throwIfAborted(signal);
  const onUpdate = (record: SigningRecord) => {
    learn(context, attempt, record);
    hear({ kind: 'updated', attempt: attempt.index, record });
  };
  return { signal, timeoutMs, cancelOnAbort, onUpdate };
}

/** Takes the signer's record of a request, for events and for calls that wait in the lane. */
export function learn(
  context: Context,
  { index, requestId }: AttemptFacts,
  record: SigningRecord,
): void {
  const { providerId: custodyId, status } = record;
  void context.passes.get(index)?.update(keptOf(record));
  tell(context, index, { type: 'custody-status', requestId, custodyId, status });
}

function askedBy(error: unknown): Asked {
  if (error instanceof SignatureRejectedError) {
    return { said: 'rejected', error, txHash: error.request.txHash };
  }
  if (error instanceof IdempotencyConflictError || error instanceof KeyUsedError) {
    return { said: 'conflict', error };
  }
  return { said: isRefusal(error) ? 'refused' : 'unclear', error };
}

/** Verifies against the pinned key and exactly these messages. */
export async function verify<I, T, R>(
  { stage, job }: Context<I, T, R>,
  signatures: readonly RawSignature[],
  { facts, attempt, hear, signal }: Moment<T, R>,
): Promise<void> {
  const { index } = attempt;
  const { chain, keys } = stage;
  const own = membersOf(facts, attempt).map(({ transaction }) => transaction);
  try {
    const messages = messagesOf(chain, job.account, own);
    const verified = await verifyAll(keys, messages, signatures, { signal });
    hear({
      kind: 'verified',
      attempt: index,
      signed: assembled(chain, job.account, own, verified),
    });
  } catch (error) {
    if (error instanceof InvalidSignatureError) {
      return hear({ kind: 'invalid', attempt: index, error });
    }
    // The signature exists: what is refused is only its check.
    const said = saidBySigner(error);
    throw isRefusal(said) ? unknownFor('its signature could not be verified', said) : said;
  }
}

/**
 * Asks the signer to cancel a request. Where it is unknown whether the signer has it, that is settled first, or the
 * error says why it can't be.
 */
export async function giveUp(
  { stage: { signer } }: Context,
  { attempt, hear, signal }: Moment,
): Promise<void> {
  const { index, requestId } = attempt;
  try {
    await signer.cancel?.(requestId, { signal });
    hear({ kind: 'given-up', attempt: index });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    if (recordOf(attempt)) throw error;
    hear({ kind: 'found', attempt: index, search: { said: 'failed', error }, custodyId });
  }
}
