import { throwIfAborted } from '../../core/clock.js';
import { GatewayError, IdempotencyConflictError } from '../../core/errors.js';
import { InvalidSignatureError, isRefusal, SignatureRejectedError } from '../../signer/errors.js';
import { offersNativeTransfers, type SigningRecord } from '../../signer/raw-signer.js';
import { verifyAll } from '../../signer/verify.js';
import { KeyUsedError } from '../errors.js';
import type { Doing } from './actions.js';
import { begin, type Moment, tell } from './context.js';
import { isLater } from './decide.js';
import type { Asked } from './facts.js';
import { keptOf } from './lane-holders.js';
import { unknownFor } from './moves.js';
import { assembled, messagesOf, noteOf, wordingOf } from './orders.js';
import { saidBySigner, saidOfRequest } from './reference.js';
import { membersOf, recordOf } from './status.js';

/**
 * How many of a signer's requests a process reads when it first uses an account: no more than two pages at the
 * custody platform, one after the other, so that the first reads end soon.
 */
const LOOKED_AT = 1_000;

export async function find({ stage, job, attempt, hear, signal }: Moment): Promise<void> {
  const { index, requestId } = attempt;
  try {
    const record = await stage.signer.find?.(requestId, { signal, transfer: job.native });
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
export async function list(moment: Moment): Promise<void> {
  const { stage, job, passes, attempt, hear, signal } = moment;
  const { signer } = stage;
  const { index } = attempt;
  const pass = passes.get(index);
  const onCut = (lookedAt: number) => tell(moment, index, { type: 'list-cut', lookedAt });
  const first = { signal, atMost: LOOKED_AT, onCut };
  const isWhole = pass?.isUnreconciled === true;
  try {
    const [listed = [], late] = await Promise.all([
      isWhole ? signer.list?.(job.account.key, first) : [],
      Promise.all((pass?.mayAppear() ?? []).map((one) => signer.find?.(one.requestId, { signal }))),
    ]);
    const records = [...listed, ...late.flatMap((one) => one ?? [])];
    hear({ kind: 'listed', attempt: index, records, isWhole });
  } catch (error) {
    hear({ kind: 'not-listed', attempt: index, error: saidBySigner(error) });
  }
}

export async function listOthers({ stage, job, attempt, hear, signal }: Moment): Promise<void> {
  const { index } = attempt;
  // For a request that exists, an error here must not stop the call.
  const mayFail = recordOf(attempt) !== undefined;
  try {
    const others = (await stage.signer.list?.(job.account.key, { signal })) ?? [];
    hear({ kind: 'others-listed', attempt: index, others });
  } catch (error) {
    if (!mayFail) throw saidBySigner(error);
    hear({ kind: 'others-listed', attempt: index, others: 'unknown' });
  }
}

export async function ask<I, T, R>(moment: Moment<I, T, R>): Promise<void> {
  const { attempt, hear } = moment;
  const { index, requestId } = attempt;
  begin(moment, `ask ${index}`);
  if (!recordOf(attempt)) {
    if (!(await committed(moment))) return;
    hear({ kind: 'committed', attempt: index });
  }
  try {
    hear({ kind: 'asked', attempt: index, asked: await asked(moment) });
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
async function committed(moment: Moment): Promise<boolean> {
  const { passes, job, facts, attempt, signal } = moment;
  const { index } = attempt;
  const pass = passes.get(index);
  await pass?.commit();
  const isCancelled = job.wasCancelled?.() && isLater(facts.request.wanted, index);
  if (!signal.aborted && !isCancelled) return true;
  await pass?.declined();
  throwIfAborted(job.options.signal);
  return false;
}

async function asked<I, T, R>(moment: Moment<I, T, R>): Promise<Asked> {
  const { stage, job, summaries, facts, attempt } = moment;
  const { signer } = stage;
  const { options, native } = job;
  const { signal, signatureTimeoutMs: timeoutMs, cancelOnAbort } = options;
  throwIfAborted(signal);
  const onUpdate = (record: SigningRecord) => {
    learn(moment, record);
    moment.hear({ kind: 'updated', attempt: attempt.index, record });
  };
  const waiting = { signal, timeoutMs, cancelOnAbort, onUpdate };
  const expiresAfterSeconds = options.approvalWindowSeconds;
  if (native && !attempt.order && !recordOf(attempt) && offersNativeTransfers(signer)) {
    const { index, requestId } = attempt;
    begin(moment, `transfer ${index}`);
    tell(moment, index, { type: 'custody-asked', requestId });
    const note = noteOf(job, index, { terms: undefined });
    const request = { ...native, idempotencyKey: requestId, note, expiresAfterSeconds };
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

/** Takes the signer's record of a request, for events and for calls that wait in the lane. */
export function learn(moment: Moment, record: SigningRecord): void {
  const { index, requestId } = moment.attempt;
  const { providerId: custodyId, status, state, kind, txHash } = record;
  void moment.passes.get(index)?.update(keptOf(record));
  tell(moment, index, {
    type: 'custody-status',
    requestId,
    custodyId,
    status,
    state,
    hash: kind === 'raw' ? undefined : txHash,
  });
}

function askedBy(error: unknown): Asked {
  if (error instanceof SignatureRejectedError) {
    return { said: 'rejected', error, txHash: error.request.txHash };
  }
  if (error instanceof IdempotencyConflictError || error instanceof KeyUsedError) {
    return { said: 'conflict', error };
  }
  return { said: isRefusal(error) || wasUnasked(error) ? 'refused' : 'unclear', error };
}

/** A journal may fail before the request is noted in it, and so before its signer is asked. */
function wasUnasked(error: unknown): boolean {
  return error instanceof GatewayError && error.details.asked === 'nobody';
}

/** Verifies against the pinned key and exactly these messages. */
export async function verify<I, T, R>(
  { stage, job, facts, attempt, hear, signal }: Moment<I, T, R>,
  { signatures }: Doing<'verify'>,
): Promise<void> {
  const { index } = attempt;
  const { chain, keys } = stage;
  const own = membersOf(facts, attempt).map(({ transaction }) => transaction);
  try {
    const messages = messagesOf(chain, job.account, own);
    const verified = await verifyAll(keys, messages, signatures, { signal });
    const signed = assembled(chain, job.account, own, verified);
    hear({ kind: 'verified', attempt: index, signed });
  } catch (error) {
    if (error instanceof InvalidSignatureError) {
      return hear({ kind: 'invalid', attempt: index, error });
    }
    // The signature exists: what is refused is only its check.
    const said = saidBySigner(error);
    throw isRefusal(said) ? unknownFor('its signature was not verified', said) : said;
  }
}

export async function giveUp({ stage, attempt, hear, signal }: Moment): Promise<void> {
  const { index, requestId } = attempt;
  try {
    await stage.signer.cancel?.(requestId, { signal });
    hear({ kind: 'given-up', attempt: index });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    if (recordOf(attempt)) throw error;
    hear({ kind: 'found', attempt: index, search: { said: 'failed', error }, custodyId });
  }
}
