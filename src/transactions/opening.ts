import type { CallOptions } from '../core/clock.js';
import type { RawSigner, SigningRecord } from '../signer/raw-signer.js';
import { type Attempt, laneOf, orderOf, type Stage } from './attempt.js';
import type { Snapshot } from './chain.js';
import type { Finish, LaneHolder, LanePass, LaneRequest } from './lanes.js';

/** How an attempt starts: it exists already, or the lane is ours and the chain was read. */
export type Opening<S> =
  | { readonly record: SigningRecord; readonly pass: LanePass | undefined }
  | { readonly record: undefined; readonly pass: LanePass; readonly snapshot: S };

/** What the signer remembers of an attempt. */
export async function findRecord(
  stage: { readonly signer: RawSigner },
  requestId: string,
  options: CallOptions,
): Promise<SigningRecord | undefined> {
  return stage.signer.find?.(requestId, options);
}

/** The request for the lane that an attempt makes. */
export function laneRequestOf<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  finish: Finish,
): LaneRequest {
  const { account, idempotencyKey, options } = attempt.job;
  return {
    account: laneOf(stage.chain.id, account),
    holder: { requestId: attempt.requestId, idempotencyKey },
    timeoutMs: options.laneTimeoutMs,
    signal: options.signal,
    finish,
  };
}

/**
 * Finds out whether the attempt exists; if not, takes the lane and reads the chain. Both happen side
 * by side where the lane is free, and the finding comes first where it is not: a repeated call
 * should not queue for an answer that is known.
 */
export async function openAttempt<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  input: I,
  finish: Finish,
): Promise<Opening<S>> {
  const { options, mayExist } = attempt.job;
  const request = laneRequestOf(stage, attempt, finish);
  const startedAt = stage.clock.now();
  let pass = await stage.lanes.tryEnter(request);
  let search = mayExist;
  if (!pass && search) {
    const record = await findRecord(stage, attempt.requestId, { signal: options.signal });
    if (record) return { record, pass: undefined };
    search = false;
  }
  for (;;) {
    pass ??= await stage.lanes.enter(request);
    attempt.tell({ type: 'lane-entered', durationMs: stage.clock.now() - startedAt });
    try {
      const reads = await firstReads(stage, attempt, input, pass, search);
      if (reads.record) return { record: reads.record, pass };
      const { snapshot, ahead } = reads;
      if (ahead.length === 0) return { record: undefined, pass, snapshot };
      pass.yieldTo(ahead);
      pass = undefined;
    } catch (error) {
      pass?.detach();
      throw error;
    }
  }
}

type FirstReads<S> =
  | { readonly record: SigningRecord }
  | {
      readonly record: undefined;
      readonly snapshot: S;
      /** Whose work has to be finished before a number can be taken. */
      readonly ahead: readonly LaneHolder[];
    };

/** Everything that is asked before the custody is, in one parallel batch. */
async function firstReads<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  input: I,
  pass: LanePass,
  search: boolean,
): Promise<FirstReads<S>> {
  const { account, options } = attempt.job;
  const call = { signal: options.signal };
  const isNew = pass.firstMeeting;
  const reading = stage.chain.read({ account, input }, call);
  // A read that fails doesn't matter when the answer is known already.
  reading.catch(() => undefined);
  const [record, listed] = await Promise.all([
    search ? findRecord(stage, attempt.requestId, call) : undefined,
    isNew ? stage.signer.list?.(account.key, call) : [],
  ]);
  pass.met();
  if (record) return { record };
  const snapshot = await reading;
  const ahead = [
    ...pass.lost(snapshot.nextNumber),
    ...unfinished(listed ?? [], snapshot.nextNumber),
  ].filter((holder) => holder.requestId !== attempt.requestId);
  return { record: undefined, snapshot, ahead };
}

/**
 * Requests that this process knows nothing of but must not overtake: those that an approval may
 * still end, and those that are signed but whose number is unspent.
 */
function unfinished(records: readonly SigningRecord[], nextNumber: bigint): LaneHolder[] {
  return records.flatMap((record) => {
    const { note, sequence } = orderOf(record);
    const native = record.kind === 'native-transfer' && record.state === 'pending';
    const raw = record.state !== 'rejected' && sequence !== undefined && sequence >= nextNumber;
    if (!note || !(native || raw)) return [];
    return [
      {
        requestId: record.idempotencyKey,
        idempotencyKey: note.idempotencyKey,
        custodyId: record.providerId,
        expiresAt: record.expiresAt,
        number: sequence,
      },
    ];
  });
}
