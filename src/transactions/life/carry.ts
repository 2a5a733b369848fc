import { isRefusal } from '../../signer/errors.js';
import { offersNativeTransfers } from '../../signer/raw-signer.js';
import { signersRecordOf } from '../answer-time.js';
import type { LanePass } from '../lanes/lanes.js';
import { type Context, type Overwrite, timeOf } from './context.js';
import { type Lived, live } from './driver.js';
import {
  type AttemptFacts,
  type Facts,
  type Purpose,
  type RequestFacts,
  unheardOf,
  type Wanted,
} from './facts.js';
import { fold } from './fold.js';
import type { Job, Stage } from './job.js';
import { unsaid } from './moves.js';
import { saidOfRequest } from './reference.js';
import { attemptOf } from './status.js';

/** What a call wants from one of a key's requests. */
export function wantedOf(
  { chain, operators, signer }: Stage,
  job: Job,
  purpose: Purpose,
  chunk = 0,
): Wanted {
  const { account, options, idempotencyKey, native, batch } = job;
  return {
    ...purpose,
    identity: { chainId: chain.id, address: account.address, idempotencyKey },
    chunk,
    isBatch: batch !== undefined,
    canMake: job.inputs !== undefined,
    mayExist: job.mayExist,
    fingerprint: job.fingerprint,
    isNative: native !== undefined && offersNativeTransfers(signer),
    canCancel: signer.cancel !== undefined,
    usesTicket: job.useTickets === true,
    chosen: job.numbers?.map(({ value }) => value),
    stopsOnFailure: batch?.stopOnFailure === true,
    newAttempt: options.newAttempt,
    resigns: options.onExpiry === 'resign',
    maxAttempts: options.maxAttempts,
    signatureTimeoutMs: () => options.signatureTimeoutMs,
    confirmTimeoutMs: () => options.confirmTimeoutMs,
    operators: operators.all.length,
    agree: operators.agree,
    confirmPace: chain.confirmPace,
    resubmitAfterMs: chain.resubmitAfterMs,
    expiries: chain.expiries,
  };
}

/** A call that knows nothing yet, except the signer's record of its first request. */
export function beginning(stage: Stage, { known }: Job, wanted: Wanted): Facts<never, never> {
  const request: RequestFacts<never> = {
    wanted,
    attempts: [],
    time: timeOf(stage),
    heard: 0,
    pauses: 0,
    pause: undefined,
    isCancelled: false,
  };
  const facts = { request, members: [] };
  const isFirst = known && known.idempotencyKey === unheardOf(request, 1).requestId;
  if (!isFirst) return facts;
  return fold(facts, { kind: 'found', attempt: 1, search: { said: 'record', record: known } });
}

type Carrying = Purpose & {
  /** Which of the key's requests. Default: the first. */
  readonly chunk?: number;
  readonly overwrite?: Overwrite;
};

/** Does what is wanted from one of a key's requests. */
export async function carry<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
  carrying: Carrying,
): Promise<Lived<R>> {
  const lived = await carryOnce(stage, job, carrying);
  const refused = refusedIn(lived);
  if (!refused || !job.mayExist) return lived;
  const { index, requestId } = refused;
  try {
    const record = await signersRecordOf(stage, requestId, { signal: job.options.signal });
    if (!record) return lived;
  } catch (thrown) {
    const error = unsaid(saidOfRequest(thrown, requestId).error);
    return { ...lived, told: { state: 'stopped', attempt: index, error } };
  }
  return carryOnce(stage, job, carrying);
}

function carryOnce<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
  { chunk = 0, overwrite, ...purpose }: Carrying,
): Promise<Lived<R>> {
  const wanted = wantedOf(stage, job, purpose, chunk);
  return live(contextOf(stage, job, overwrite), beginning(stage, job, wanted));
}

/**
 * The attempt that was refused before it was asked for. Another call may have made it since this one searched for it,
 * and have spent what this one lacked.
 */
function refusedIn({ told, facts }: Lived<unknown>): AttemptFacts | undefined {
  if (told.state !== 'stopped' || !isRefusal(told.error)) return undefined;
  const { request } = facts;
  const attempt = attemptOf(facts, told.attempt) ?? unheardOf(request, told.attempt);
  // A search that found it, or failed, has said what is to be told.
  const isSaid = attempt.isCommitted || (attempt.search?.said ?? 'none') !== 'none';
  return request.wanted.canMake && !isSaid ? attempt : undefined;
}

export function contextOf<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
  overwrite: Overwrite = async () => undefined,
): Context<I, T, R> {
  const passes = new Map<number, LanePass>();
  const made = { snapshots: new Map(), begun: new Map(), summaries: new Map() };
  return { stage, job, passes, ...made, overwrite };
}
