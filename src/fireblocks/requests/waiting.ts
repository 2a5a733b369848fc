import { type CallOptions, type Clock, pause } from '../../core/clock.js';
import { type GatewayError, UnexpectedAnswerError } from '../../core/errors.js';
import { withinTime } from '../../core/http.js';
import { type PollPace, poll } from '../../core/poll.js';
import { SignaturePendingError, SignatureRejectedError } from '../../signer/errors.js';
import type { CustodyTransaction } from '../client.js';
import { isBehind, isKnown, stateOf } from '../statuses.js';
import type { Subscription } from '../webhooks/webhook-bus.js';
import type { WebhookNotes } from '../webhooks/webhook-notes.js';
import { wordsOf } from './records.js';
import { RetryingReader } from './retrying-reader.js';

/** How many reads may return a COMPLETED transaction without its signatures. */
const MAX_EMPTY_READS = 20;
/** The least time for a read, so that the last one can still succeed. */
const MIN_READ_MS = 5_000;
/** The request may still be signed while it is cancelled: a cancellation counts once it was seen twice, so far apart. */
export const CANCELLED_AGAIN_MS = 1_000;
/** The longest pause before the notes of other processes are read again. */
const NOTES_EVERY_MS = 2_000;

/** How to search a transaction. */
export interface Search<T> {
  /** The result of the wait, once the transaction has it. */
  readonly find: (transaction: CustodyTransaction) => T | undefined;
  /** The same for a transaction from a webhook, as far as it can be verified without asking. Default: never. */
  readonly believe?: (transaction: CustodyTransaction) => Promise<T | undefined>;
}

export interface WaitOptions<T> extends Required<Search<T>> {
  /** Reads the transaction; the answer is about no other one. */
  readonly read: (options: CallOptions) => Promise<CustodyTransaction>;
  readonly id: string;
  readonly requestId: string;
  /** Whether it was just made, so that all its news is still to come. */
  readonly isNew: boolean;
  readonly onUpdate?: ((transaction: CustodyTransaction) => void) | undefined;
  /** The news of webhooks about it. */
  readonly subscription: Subscription;
  /** News that other processes received from webhooks. */
  readonly notes: WebhookNotes | undefined;
  /**
   * The time after a webhook's last news in which nothing is read, in milliseconds; 0 where no webhooks are expected.
   */
  readonly silenceMs: number;
  readonly pace: PollPace;
  /** How long the latest requests of the vault took until they were signed, in milliseconds. */
  readonly expectedMs: readonly number[];
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly clock: Clock;
}

/**
 * Waits until a transaction at Fireblocks has what `find` looks for. A failed read is no news: the signature may
 * exist, so only the end of the time, or of the transaction, ends the wait.
 *
 * @throws SignaturePendingError when time is up, or when reading it is refused.
 * @throws SignatureRejectedError when the transaction ended without it.
 */
export async function waitForCustody<T>(options: WaitOptions<T>): Promise<T> {
  return new CustodyWait(options).run();
}

class CustodyWait<T> {
  readonly #options: WaitOptions<T>;
  readonly #reads: RetryingReader;
  /** The latest known version of it. */
  #last: CustodyTransaction | undefined;
  /** The latest status that another process has noted. */
  #noted: string | undefined;
  #emptyReads = 0;
  /** When it was first seen cancelled, on the monotonic clock. */
  #cancelledAt: number | undefined;
  /** Whether its state must be read: it existed before, or another process has later news. */
  #isUnread: boolean;
  /** Whether it has ended, according to a webhook or a read, without the result. */
  #hasEnded = false;
  /** Whether the latest look was a read. */
  #wasRead = false;
  #quietSince: number;

  constructor(options: WaitOptions<T>) {
    this.#options = options;
    this.#reads = new RetryingReader(options.clock, (cause) => this.#pending(cause));
    this.#isUnread = !options.isNew;
    this.#quietSince = options.clock.monotonic();
  }

  async run(): Promise<T> {
    const { subscription, pace, notes } = this.#options;
    let found = await poll((leftMs, restart) => this.#look(leftMs, restart), {
      ...this.#options,
      // The news of other processes is only found by looking.
      pace: notes ? { ...pace, maxMs: Math.min(pace.maxMs, NOTES_EVERY_MS) } : pace,
      wakeOn: subscription.wakeOn,
    });
    // The last look is always a read, wherever the time ran out.
    if (!this.#wasRead) found ??= await this.#read(0);
    if (this.#cancelledAt !== undefined) found ??= await this.#read(0);
    if (found !== undefined) return found;
    throw this.#pending(this.#reads.failure);
  }

  async #look(leftMs: number, restart: () => void): Promise<T | undefined> {
    const known = this.#last?.status;
    const wasOver = this.#hasEnded;
    const found = await this.#found(leftMs);
    // After news, more is near: what is signed next, or the end that is confirmed by a second read.
    if (this.#last?.status !== known || this.#hasEnded !== wasOver) restart();
    return found;
  }

  async #found(leftMs: number): Promise<T | undefined> {
    const { subscription, clock, silenceMs } = this.#options;
    const told = subscription.take();
    if (told) {
      const believed = await this.#hear(told);
      if (believed !== undefined) return believed;
    }
    this.#wasRead =
      this.#isUnread ||
      this.#hasEnded ||
      (!told && clock.monotonic() - this.#quietSince >= silenceMs) ||
      (await this.#isNoted());
    return this.#wasRead ? this.#read(leftMs) : undefined;
  }

  /**
   * Whether another process has news that is not known here. Each status is a reason for one read; an end is a reason
   * to read until Fireblocks shows it.
   */
  async #isNoted(): Promise<boolean> {
    const { notes, id, signal } = this.#options;
    const noted = await notes?.read(id, signal);
    if (noted === undefined || noted === this.#noted) return false;
    this.#noted = noted;
    const known = this.#last?.status;
    if (known !== undefined && (noted === known || isBehind(noted, known))) return false;
    this.#hasEnded ||= stateOf(noted) !== 'pending';
    // Until Fireblocks answers: it may have asked to wait just now.
    this.#isUnread = true;
    return true;
  }

  /**
   * Processes a webhook's transaction. A live status is believed; an end is confirmed first, unless it has
   * signatures, which are verified.
   */
  async #hear(told: CustodyTransaction): Promise<T | undefined> {
    const { status } = told;
    const { believe, clock } = this.#options;
    if (this.#last && isBehind(status, this.#last.status)) return undefined;
    // An unknown status is no sign of life.
    if (isKnown(status)) this.#quietSince = clock.monotonic();
    // Where the webhook's transaction has any error, Fireblocks itself is asked.
    const believed = await believe(told).catch(() => undefined);
    if (believed !== undefined || stateOf(status) === 'pending') {
      this.#learn(told);
      return believed;
    }
    this.#hasEnded = true;
    if (status === 'CANCELLED') this.#cancelledAt ??= clock.monotonic();
    return undefined;
  }

  async #read(leftMs: number): Promise<T | undefined> {
    const { read, signal, find, clock } = this.#options;
    if (this.#cancelledAt !== undefined) {
      const waitMs = this.#cancelledAt + CANCELLED_AGAIN_MS - clock.monotonic();
      await pause(Math.max(0, waitMs), clock, signal);
    }
    const call = { signal, timeoutMs: Math.max(leftMs, MIN_READ_MS) };
    // The client may be a user's own, which need not listen to a signal.
    const transaction = await this.#reads.read(() =>
      withinTime({ ...call, peer: 'custody', clock }, () => read(call)),
    );
    if (!transaction) return undefined;
    this.#isUnread = false;
    this.#quietSince = clock.monotonic();
    const found = find(transaction);
    // After `find`, which throws when the transaction is not this request's: then no event reports it.
    this.#learn(transaction);
    if (found !== undefined) return found;
    const state = stateOf(transaction.status);
    if (state === 'signed' && ++this.#emptyReads >= MAX_EMPTY_READS) {
      throw new UnexpectedAnswerError('custody', 'a completed transaction has no signatures');
    }
    if (state !== 'pending') this.#hasEnded = true;
    if (state !== 'rejected') return undefined;
    if (transaction.status !== 'CANCELLED' || this.#cancelledAt !== undefined) {
      throw new SignatureRejectedError(this.#details);
    }
    this.#cancelledAt = clock.monotonic();
    return undefined;
  }

  #learn(transaction: CustodyTransaction): void {
    const { status, txHash } = transaction;
    const isNews = status !== this.#last?.status || (txHash && !this.#last.txHash);
    if (isNews) this.#options.onUpdate?.(transaction);
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
      ...(last && wordsOf(last)),
      expiresAt: last?.expiresAt || undefined,
      txHash: last?.txHash || undefined,
    };
  }
}
