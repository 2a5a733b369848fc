import type { CallOptions, Clock } from '../core/clock.js';
import { type GatewayError, UnexpectedAnswerError } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError, SignatureRejectedError } from '../signer/errors.js';
import type { Hearing } from './announcements.js';
import type { CustodyTransaction } from './client.js';
import { PatientReads } from './patient-reads.js';
import { isBehind, isKnown, stateOf } from './statuses.js';
import type { WebhookNotes } from './webhook-notes.js';

/** How often a COMPLETED transaction may come without the signatures that it must have. */
const MAX_EMPTY_READS = 20;
/** What a read gets at least, so that the last look of all is one. */
const MIN_READ_MS = 5_000;

/** What is looked for in a transaction. */
export interface Search<T> {
  /** What is waited for, once the transaction has it. */
  readonly find: (transaction: CustodyTransaction) => T | undefined;
  /**
   * The same for what a webhook tells, as far as that can be believed without asking. Default: not at
   * all.
   */
  readonly believe?: (transaction: CustodyTransaction) => Promise<T | undefined>;
}

export interface WaitOptions<T> extends Required<Search<T>> {
  /** Reads it: what comes back is about nothing else. */
  readonly read: (options: CallOptions) => Promise<CustodyTransaction>;
  readonly id: string;
  readonly requestId: string;
  /** Whether it was made just now, so that all there is to know of it is still to come. */
  readonly isNew: boolean;
  readonly onUpdate?: ((transaction: CustodyTransaction) => void) | undefined;
  /** What webhooks tell of it. */
  readonly hearing: Hearing;
  /** What webhooks have told other processes. */
  readonly notes: WebhookNotes | undefined;
  /** For how long after the last word of a webhook nothing is read; 0 where none are expected. */
  readonly silenceMs: number;
  readonly pace: PollPace;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

/**
 * Waits until a transaction at the custody has what `find` looks for. A failed read is no news: the
 * signature may exist, so only the end of the time, or of the transaction, ends the wait.
 *
 * @throws SignaturePendingError when time is up, or when reading it is refused.
 * @throws SignatureRejectedError when the transaction ended without it.
 */
export async function waitForCustody<T>(options: WaitOptions<T>): Promise<T> {
  return new CustodyWait(options).run();
}

class CustodyWait<T> {
  readonly #options: WaitOptions<T>;
  readonly #reads: PatientReads;
  /** The last that is known of it. */
  #last: CustodyTransaction | undefined;
  /** The last that another process was told of it. */
  #noted: string | undefined;
  #emptyReads = 0;
  #cancelledBefore = false;
  /** Whether how it stands must be read: it was there before, or another process was told more. */
  #isUnread: boolean;
  /** Whether it has ended, by what was told or read, without what is waited for. */
  #hasEnded = false;
  #quietSince: number;

  constructor(options: WaitOptions<T>) {
    this.#options = options;
    this.#reads = new PatientReads(options.clock, (cause) => this.#pending(cause));
    this.#isUnread = !options.isNew;
    this.#quietSince = options.clock.monotonic();
  }

  async run(): Promise<T> {
    const { hearing } = this.#options;
    const found =
      (await poll((leftMs) => this.#look(leftMs), { ...this.#options, wakeOn: hearing.wakeOn })) ??
      (this.#cancelledBefore ? await this.#read(0) : undefined);
    if (found !== undefined) return found;
    throw this.#pending(this.#reads.failure);
  }

  async #look(leftMs: number): Promise<T | undefined> {
    const { hearing, clock, silenceMs } = this.#options;
    const told = hearing.take();
    if (told) {
      const believed = await this.#hear(told);
      if (believed !== undefined) return believed;
    }
    const isSilent = !told && clock.monotonic() - this.#quietSince >= silenceMs;
    // The last look of all is always a reading.
    const mustRead = this.#isUnread || this.#hasEnded || isSilent || leftMs <= 0;
    return mustRead || (await this.#isNoted()) ? this.#read(leftMs) : undefined;
  }

  /**
   * Whether another process was told what is not known here. Each status is a reason to have one answer of the
   * custody, an end one to ask until it shows it.
   */
  async #isNoted(): Promise<boolean> {
    const { notes, id, signal } = this.#options;
    const noted = await notes?.read(id, signal);
    if (noted === undefined || noted === this.#noted) return false;
    this.#noted = noted;
    const known = this.#last?.status;
    if (known !== undefined && (noted === known || isBehind(noted, known))) return false;
    this.#hasEnded ||= stateOf(noted) !== 'pending';
    // Until the custody answers: it may want to be left alone just now.
    this.#isUnread = true;
    return true;
  }

  /**
   * Takes in what a webhook told. Where it is going is believed; that it has ended is confirmed first,
   * unless the end is a signature that proves itself.
   */
  async #hear(told: CustodyTransaction): Promise<T | undefined> {
    const { status } = told;
    if (this.#last && isBehind(status, this.#last.status)) return undefined;
    // A status that means nothing here is no sign of life.
    if (isKnown(status)) this.#quietSince = this.#options.clock.monotonic();
    const believed = await this.#believed(told);
    if (believed !== undefined || stateOf(status) === 'pending') {
      this.#learn(told);
      return believed;
    }
    this.#hasEnded = true;
    if (status === 'CANCELLED') this.#cancelledBefore = true;
    return undefined;
  }

  /** Whatever is wrong with what was told, the custody itself is asked about it. */
  async #believed(told: CustodyTransaction): Promise<T | undefined> {
    try {
      return await this.#options.believe(told);
    } catch {
      return undefined;
    }
  }

  async #read(leftMs: number): Promise<T | undefined> {
    const { read, signal, find, clock } = this.#options;
    const timeoutMs = Math.max(leftMs, MIN_READ_MS);
    // Clients may be anybody's, and need not listen to a signal.
    const transaction = await this.#reads.read(() =>
      withinTime({ peer: 'custody', timeoutMs, signal, clock }, () => read({ signal, timeoutMs })),
    );
    if (!transaction) return undefined;
    this.#isUnread = false;
    this.#quietSince = clock.monotonic();
    const found = find(transaction);
    // What turns out to be about something else is told to nobody.
    this.#learn(transaction);
    if (found !== undefined) return found;
    const state = stateOf(transaction.status);
    if (state === 'signed' && ++this.#emptyReads >= MAX_EMPTY_READS) {
      throw new UnexpectedAnswerError('custody', 'a completed transaction has no signatures');
    }
    if (state !== 'pending') this.#hasEnded = true;
    if (state !== 'rejected') return undefined;
    // A signature can still win against a cancellation: that end counts when it was seen twice.
    if (transaction.status !== 'CANCELLED' || this.#cancelledBefore) {
      throw new SignatureRejectedError(this.#details);
    }
    this.#cancelledBefore = true;
    return undefined;
  }

  #learn(transaction: CustodyTransaction): void {
    if (transaction.status !== this.#last?.status) this.#options.onUpdate?.(transaction);
    this.#last = transaction;
  }

  #pending(cause: GatewayError | undefined): SignaturePendingError {
    return new SignaturePendingError(this.#details, { cause });
  }

  get #details() {
    const { requestId, id } = this.#options;
    const last = this.#last;
    return {
      requestId,
      custodyId: id,
      status: last?.status,
      subStatus: last?.subStatus || undefined,
      expiresAt: last?.expiresAt || undefined,
      ...(last?.txHash ? { txHash: last.txHash } : {}),
    };
  }
}
