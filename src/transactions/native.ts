import { throwIfAborted } from '../core/clock.js';
import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError, SignatureRejectedError } from '../signer/errors.js';
import type { NativeTransferSigner, SigningRecord } from '../signer/raw-signer.js';
import type { Attempt, NativeTransferOrder, Stage } from './attempt.js';
import type { ForeignSighting, Snapshot } from './chain.js';
import { tellOdds } from './delivery.js';
import { TransactionUnconfirmedError } from './errors.js';
import type { LanePass } from './lanes.js';
import type { Outcome } from './outcome.js';
import { findAttempt } from './records.js';
import { detailsOf, learn, noteFor, rejectionOf, releasedAfter } from './signing.js';

const PACE: PollPace = { firstMs: 250, factor: 1.6, maxMs: 5_000 };
/** How long our own node may take to know a transaction that the custody has broadcast. */
const SEEN_TIMEOUT_MS = 20_000;

type NativeOutcome<R> = Extract<Outcome<R>, { state: 'transferred' | 'rejected' | 'failed' }>;

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
): Promise<NativeOutcome<R>> {
  const { options } = attempt.job;
  await pass.commit();
  const request = {
    ...order,
    idempotencyKey: attempt.requestId,
    note: noteFor(attempt, { terms: undefined }),
    expiresAfterSeconds: options.approvalWindowSeconds,
  };
  return new NativeTransfer(stage, attempt, pass, true).run((onUpdate) =>
    signer.transfer(request, {
      signal: options.signal,
      timeoutMs: options.signatureTimeoutMs,
      cancelOnAbort: options.cancelOnAbort,
      onUpdate,
    }),
  );
}

/** Follows a native transfer that another call began. */
export async function followNativeTransfer<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  pass: LanePass | undefined,
): Promise<NativeOutcome<R>> {
  const { options } = attempt.job;
  return new NativeTransfer(stage, attempt, pass, false).run(async (onUpdate) => {
    const known: { record?: SigningRecord } = {};
    const look = async (): Promise<SigningRecord | undefined> => {
      const record = await findAttempt(stage, attempt);
      if (record && record.status !== known.record?.status) onUpdate(record);
      if (record) known.record = record;
      return record && record.state !== 'pending' ? record : undefined;
    };
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

/** One native transfer: what the custody says of it, and what the chain does once it has a hash. */
class NativeTransfer<I, S extends Snapshot, T, R> {
  readonly #stage: Stage<I, S, T, R>;
  readonly #attempt: Attempt<I>;
  readonly #pass: LanePass | undefined;
  readonly #over = new AbortController();
  readonly #sentInMs: () => number;
  /** Whether the custody has yet to send it, for all that is known here. */
  #isAwaited: boolean;
  #hash: string | undefined;
  #seen: Promise<ForeignSighting<R> | undefined> | undefined;

  constructor(
    stage: Stage<I, S, T, R>,
    attempt: Attempt<I>,
    pass: LanePass | undefined,
    isNew: boolean,
  ) {
    this.#stage = stage;
    this.#attempt = attempt;
    this.#pass = pass;
    this.#isAwaited = isNew;
    this.#sentInMs = attempt.beginStep();
  }

  async run(
    transfer: (onUpdate: (record: SigningRecord) => void) => Promise<SigningRecord>,
  ): Promise<NativeOutcome<R>> {
    try {
      const record = await transfer((update) => this.#learn(update));
      this.#learn(record);
      // Until its number is known, the next transaction might take the same.
      await this.#seen;
      await this.#pass?.leave('spent');
      return { state: 'transferred', transfer: record };
    } catch (error) {
      this.#attempt.learnFrom(error);
      if (!(error instanceof SignatureRejectedError)) {
        throw await releasedAfter(error, this.#attempt, this.#pass);
      }
      const { txHash } = error.request;
      if (txHash !== undefined) this.#watch(txHash);
      if (this.#hash !== undefined) return await this.#judge();
      await this.#pass?.leave('given-back');
      return { state: 'rejected', error };
    } finally {
      this.#over.abort();
    }
  }

  #learn(record: SigningRecord): void {
    learn(this.#attempt, record, this.#pass);
    if (record.txHash) this.#watch(record.txHash);
    else this.#isAwaited = true;
  }

  /** Leaves the lane as soon as our own node can tell which number the custody's transaction took. */
  #watch(hash: string): void {
    if (this.#hash !== undefined) return;
    this.#hash = hash;
    this.#attempt.learnHash(hash);
    if (this.#isAwaited) {
      const { requestId } = this.#attempt;
      this.#attempt.tell({ type: 'custody-sent', durationMs: this.#sentInMs(), requestId, hash });
    }
    this.#seen = this.#look(hash, (sighting) => sighting.number !== undefined).then(
      async (sighting) => {
        if (sighting?.number === undefined) return sighting;
        await this.#pass?.update({ numbers: [sighting.number] });
        await this.#pass?.leave('spent');
        return sighting;
      },
    );
    this.#seen.catch(() => undefined);
  }

  /**
   * The custody gave up on a transaction that it may have broadcast: only the chain knows what became
   * of it, and until it says so nobody may try again.
   */
  async #judge(): Promise<NativeOutcome<R>> {
    const { confirmTimeoutMs } = this.#attempt.job.options;
    const isFinal = ({ outcome }: ForeignSighting<R>) => outcome !== undefined;
    const timeoutMs = Math.min(SEEN_TIMEOUT_MS, confirmTimeoutMs);
    const sighting = this.#hash && (await this.#look(this.#hash, isFinal, timeoutMs));
    const outcome = sighting ? sighting.outcome : undefined;
    // Whoever takes the number of what may land yet takes it from that, or lands in its place.
    await this.#pass?.leave(outcome ? 'spent' : 'given-back');
    if (outcome?.state === 'failed') return outcome;
    const record = outcome && (await findAttempt(this.#stage, this.#attempt));
    if (record) return { state: 'transferred', transfer: record };
    throw new TransactionUnconfirmedError(
      'unknown',
      'the custody calls it failed, but it has a hash, and the chain has not said what became of it',
    );
  }

  /** What our own node knows of a hash, once it is enough. */
  #look(
    hash: string,
    isEnough: (sighting: ForeignSighting<R>) => boolean,
    timeoutMs = SEEN_TIMEOUT_MS,
  ): Promise<ForeignSighting<R> | undefined> {
    const { signal: given } = this.#attempt.job.options;
    const signal = given ? AbortSignal.any([given, this.#over.signal]) : this.#over.signal;
    const { clock, operators } = this.#stage;
    const look = async () => {
      const asked = operators.lookUpHash(hash, { signal }, tellOdds(this.#attempt));
      // A question that is not answered says nothing of the transaction.
      const sighting = await asked.catch(() => throwIfAborted(signal));
      return sighting && isEnough(sighting) ? sighting : undefined;
    };
    return poll(look, { pace: PACE, timeoutMs, signal, clock });
  }
}
