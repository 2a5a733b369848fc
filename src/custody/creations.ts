import type { CallOptions, Clock } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { type PollPace, poll } from '../core/poll.js';
import { keepRecent } from '../core/recent.js';
import { MAY_APPEAR_FOR_MS } from '../signer/appearance.js';
import { SignaturePendingError } from '../signer/errors.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from './client.js';
import { CustodyUnconfirmedError, DuplicateExternalIdError } from './errors.js';
import { isAnswerTo, MistakenIdError } from './identity.js';
import { PatientReads } from './patient-reads.js';
import { isClearRefusal, unconfirmed } from './writes.js';

/** How long a request that the custody knows may stay unreadable. */
const READ_AFTER_DUPLICATE_MS = 15_000;
const REMEMBERED_IDS = 10_000;
const REMEMBERED_DOUBTS = 1_000;

export interface CreationsOptions {
  readonly client: FireblocksClient;
  readonly pace: PollPace;
  readonly clock: Clock;
  /** By an external id; nothing when there is none. */
  readonly read: (
    externalId: string,
    options: CallOptions,
  ) => Promise<CustodyTransaction | undefined>;
}

/** A transaction at the custody. */
export interface Creation {
  readonly id: string;
  /** Whether this very call made it. */
  readonly isNew: boolean;
}

/** A request that the custody may have taken. */
interface Doubt {
  readonly body: CreateTransactionRequest;
  /** How many calls are about to make it. */
  calls: number;
  /** When the last try without a clear answer ended; none yet while all of them are under way. */
  since: number | undefined;
}

/**
 * Makes each request once. The custody refuses a second one under the same external id, for ever: that is
 * our lock, and the only answer that is never too late. So what may have been taken is settled by making it
 * again. That nothing is found proves nothing, until nothing can come any more.
 */
export class Creations {
  readonly #options: CreationsOptions;
  /** The custody's ids of requests seen here: what is known to exist need not be created again. */
  readonly #ids = new Map<string, string>();
  readonly #doubts = new Map<string, Doubt>();

  constructor(options: CreationsOptions) {
    this.#options = options;
  }

  /** The custody has it, under this id of its own. */
  remember(externalId: string, id: string): void {
    this.#doubts.delete(externalId);
    keepRecent(this.#ids, REMEMBERED_IDS, externalId, id);
  }

  /** The custody's id of a request that it has, as far as is known here. */
  idOf(externalId: string): string | undefined {
    return this.#ids.get(externalId);
  }

  /** The id that was taken for a request's is another's: whether the custody has ours is unknown. */
  mistook(body: CreateTransactionRequest): void {
    this.#ids.delete(body.externalTxId);
    this.#doubtOf(body).since = this.#options.clock.monotonic();
  }

  /**
   * Has the custody take a request, unless it has it.
   *
   * @throws CustodyUnconfirmedError, or an error that is retryable, when it is not known whether it has.
   * @throws MistakenIdError when its answer was about another request.
   * @throws SignaturePendingError when it has, but doesn't show it.
   * @throws the custody's refusal when it has not, and no earlier try can have been taken.
   */
  async make(body: CreateTransactionRequest, call: CallOptions): Promise<Creation> {
    const { externalTxId } = body;
    const known = this.idOf(externalTxId);
    if (known !== undefined) return { id: known, isNew: false };
    const { client } = this.#options;
    const { signal } = call;
    const doubt = this.#doubtOf(body);
    doubt.calls += 1;
    try {
      const created = await client.createTransaction(body, { signal });
      if (!isAnswerTo(body, created)) throw new MistakenIdError();
      this.remember(externalTxId, created.id);
      return { id: created.id, isNew: true };
    } catch (error) {
      // A list, or another call, may have shown it meanwhile.
      const shown = error instanceof MistakenIdError ? undefined : this.idOf(externalTxId);
      if (shown !== undefined) return { id: shown, isNew: false };
      const isThere = error instanceof DuplicateExternalIdError;
      const reading = isThere ? this.#shown(externalTxId, call) : this.#judge(error, doubt, signal);
      return { id: (await reading).id, isNew: false };
    } finally {
      doubt.calls -= 1;
    }
  }

  /** Makes what may have been taken again; resolves with nothing where nothing was asked for here. */
  async again(externalId: string, call: CallOptions): Promise<Creation | undefined> {
    const id = this.idOf(externalId);
    if (id !== undefined) return { id, isNew: false };
    const doubt = this.#doubts.get(externalId);
    return doubt && this.make(doubt.body, call);
  }

  /** The request whose creation failed, where the custody has it all the same. */
  async #judge(
    error: unknown,
    doubt: Doubt,
    signal: AbortSignal | undefined,
  ): Promise<CustodyTransaction> {
    const { clock, read } = this.#options;
    const { externalTxId } = doubt.body;
    const isRefused = isClearRefusal(error);
    const isFirst = doubt.calls === 1 && doubt.since === undefined;
    if (!isRefused) doubt.since = clock.monotonic();
    else if (isFirst) this.#doubts.delete(externalTxId);
    const told = isRefused ? new CustodyUnconfirmedError(error) : unconfirmed(error);
    // Who doesn't answer need not be asked more.
    const isAnswered =
      told instanceof CustodyUnconfirmedError && !(error instanceof MistakenIdError);
    if ((isRefused && isFirst) || !isAnswered) throw error;
    const found = await read(externalTxId, { signal }).catch(() => {
      throw told;
    });
    if (found) return found;
    // This try was refused; an earlier one may have been taken all the same.
    if (!isRefused || !this.#isOver(doubt)) throw told;
    this.#doubts.delete(externalTxId);
    throw error;
  }

  /**
   * Whether no earlier try can come to anything any more. A transfer the custody sends by itself, however
   * late it takes it: time alone settles none.
   */
  #isOver({ body, calls, since }: Doubt): boolean {
    if (body.operation !== 'RAW' || calls > 1 || since === undefined) return false;
    return this.#options.clock.monotonic() - since >= MAY_APPEAR_FOR_MS;
  }

  /** A request that the custody has, once it shows it. */
  async #shown(
    externalId: string,
    { signal, timeoutMs = READ_AFTER_DUPLICATE_MS }: CallOptions,
  ): Promise<CustodyTransaction> {
    const { read, ...options } = this.#options;
    const pending = (cause: GatewayError | undefined) =>
      new SignaturePendingError({ requestId: externalId }, { cause });
    const reads = new PatientReads(options.clock, pending);
    const existing = await poll(() => reads.read(() => read(externalId, { signal })), {
      ...options,
      timeoutMs: Math.min(READ_AFTER_DUPLICATE_MS, timeoutMs),
      signal,
    });
    if (!existing) throw pending(reads.failure);
    return existing;
  }

  #doubtOf(body: CreateTransactionRequest): Doubt {
    const known = this.#doubts.get(body.externalTxId);
    if (known) return known;
    const doubt: Doubt = { body, calls: 0, since: undefined };
    keepRecent(this.#doubts, REMEMBERED_DOUBTS, body.externalTxId, doubt);
    return doubt;
  }
}
