import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError, SignatureRejectedError } from '../signer/errors.js';
import type { NativeTransferSigner, SigningRecord } from '../signer/raw-signer.js';
import type { Attempt, NativeTransferOrder, Stage } from './attempt.js';
import type { Snapshot } from './chain.js';
import type { LanePass } from './lanes.js';
import { writeNote } from './note-record.js';
import { findRecord } from './opening.js';
import type { Outcome } from './outcome.js';
import { detailsOf, learn, rejectionOf } from './signing.js';

const PACE: PollPace = { firstMs: 250, factor: 1.6, maxMs: 5_000 };
/** How long our own node may take to know a transaction that the custody has broadcast. */
const SEEN_TIMEOUT_MS = 20_000;

type NativeOutcome = Extract<Outcome<never>, { state: 'transferred' | 'rejected' }>;

/**
 * Has the custody transfer by itself. It chooses the number, so it takes the account's lane until
 * its transaction's number is known.
 */
export async function transferNatively<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  signer: NativeTransferSigner,
  order: NativeTransferOrder,
  pass: LanePass,
): Promise<NativeOutcome> {
  const { fingerprint, idempotencyKey, options } = attempt.job;
  pass.commit();
  return ended(pass, async () =>
    signer.transfer(
      {
        ...order,
        idempotencyKey: attempt.requestId,
        note: writeNote(options.note, {
          fingerprint: fingerprint ?? '',
          terms: undefined,
          attempt: attempt.index,
          idempotencyKey,
        }),
        expiresAfterSeconds: options.approvalWindowSeconds,
      },
      {
        signal: options.signal,
        timeoutMs: options.signatureTimeoutMs,
        cancelOnAbort: options.cancelOnAbort,
        onUpdate: releaser(stage, attempt, pass),
      },
    ),
  );
}

/** Follows a native transfer that another call began. */
export async function followNativeTransfer<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  pass: LanePass | undefined,
): Promise<NativeOutcome> {
  const { options } = attempt.job;
  const onUpdate = releaser(stage, attempt, pass);
  const known: { record?: SigningRecord } = {};
  const look = async (): Promise<SigningRecord | undefined> => {
    const record = await findRecord(stage, attempt.requestId, { signal: options.signal });
    if (record && record.status !== known.record?.status) onUpdate(record);
    if (record) known.record = record;
    return record && record.state !== 'pending' ? record : undefined;
  };
  return ended(pass, async () => {
    const record = await poll(look, {
      pace: PACE,
      timeoutMs: options.signatureTimeoutMs,
      signal: options.signal,
      clock: stage.clock,
    });
    if (!record) throw new SignaturePendingError(detailsOf(attempt.requestId, known.record));
    if (record.state === 'rejected') throw rejectionOf(record);
    return record;
  });
}

async function ended(
  pass: LanePass | undefined,
  transfer: () => Promise<SigningRecord>,
): Promise<NativeOutcome> {
  try {
    const record = await transfer();
    pass?.leave('spent');
    return { state: 'transferred', transfer: record };
  } catch (error) {
    if (!(error instanceof SignatureRejectedError)) throw error;
    pass?.leave('given-back');
    return { state: 'rejected', error };
  }
}

/** Leaves the lane as soon as our own node can tell which number the custody's transaction took. */
function releaser<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  pass: LanePass | undefined,
): (record: SigningRecord) => void {
  let released = false;
  return (record) => {
    learn(attempt, record, pass);
    if (record.txHash) attempt.learnHash(record.txHash);
    if (!record.txHash || !pass || released) return;
    released = true;
    release(stage, attempt, record.txHash, pass).catch(() => undefined);
  };
}

async function release<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  hash: string,
  pass: LanePass,
): Promise<void> {
  const { signal } = attempt.job.options;
  const number = await poll(() => stage.chain.numberOf(hash, { signal }), {
    pace: PACE,
    timeoutMs: SEEN_TIMEOUT_MS,
    signal,
    clock: stage.clock,
  });
  if (number === undefined) return;
  pass.update({ numbers: [number] });
  pass.leave('spent');
}
