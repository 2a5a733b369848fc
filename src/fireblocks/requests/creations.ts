import type { CallOptions, Clock } from '../../core/clock.js';
import type { GatewayError } from '../../core/errors.js';
import { type PollPace, poll } from '../../core/poll.js';
import { keepRecent } from '../../core/recent.js';
import { MAY_APPEAR_FOR_MS } from '../../signer/appearance.js';
import { SignaturePendingError } from '../../signer/errors.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from '../client.js';
import { CustodyUnconfirmedError, DuplicateExternalIdError } from '../errors.js';
import { isClearRefusal, unconfirmed } from '../rest/writes.js';
import { isAnswerTo, MistakenIdError } from './identity.js';
import { RetryingReader } from './retrying-reader.js';

/** How long a request that Fireblocks has may stay unreadable. */
const READ_AFTER_DUPLICATE_MS = 15_000;
const REMEMBERED_IDS = 10_000;
const REMEMBERED_DOUBTS = 1_000;

export interface CreationsOptions {
  readonly client: FireblocksClient;
  readonly pace: PollPace;
  readonly clock: Clock;
  /** Reads by an external id; nothing when there is none. */
  readonly read: (
    externalId: string,
    options: CallOptions,
  ) => Promise<CustodyTransaction | undefined>;
}

/** A transaction at Fireblocks. */
export interface Creation {
  readonly id: string;
  /** Whether this call made it. */
  readonly isNew: boolean;
}

/** A request that Fireblocks may have accepted. */
interface Doubt {
  readonly body: CreateTransactionRequest;
  /** How many calls are making it now. */
  calls: number;
  /** When the last try without a clear answer ended; `undefined` while all of them are under way. */
  since: number | undefined;
  /** Whether Fireblocks has said that it has it; then no later try is refused, whatever is answered. */
  isThere?: boolean;
}

/**
 * Makes each request once. Fireblocks refuses a second request with the same external id, for ever: this serves as
 * the lock, and only its answer is always conclusive. So a request that may have been accepted is settled by making
 * it again. A search that finds nothing proves nothing, until no earlier try can arrive any more.
 */
export class Creations {
  readonly #options: CreationsOptions;
  /** Fireblocks' ids of requests seen here: a request that is known to exist need not be created again. */
  readonly #ids = new Map<string, string>();
  readonly #doubts = new Map<string, Doubt>();

  constructor(options: CreationsOptions) {
    this.#options = options;
  }

  /** Notes that Fireblocks has the request, under this id of its own. */
  remember(externalId: string, id: string): void {
    this.#doubts.delete(externalId);
    keepRecent(this.#ids, REMEMBERED_IDS, externalId, id);
  }

  /** Fireblocks' id of a request that it has, if it is known here. */
  idOf(externalId: string): string | undefined {
    return this.#ids.get(externalId);
  }

  /** Notes that the id belongs to another request: whether Fireblocks has ours is unknown. */
  mistook(body: CreateTransactionRequest): void {
    this.#ids.delete(body.externalTxId);
    this.#doubtOf(body).since = this.#options.clock.monotonic();
  }

  /**
   * Creates a request at Fireblocks, unless it is there.
   *
   * @throws CustodyUnconfirmedError, or an error that is retryable, when it is not known whether it is there.
   * @throws MistakenIdError when the answer was about another request.
   * @throws SignaturePendingError when it is there, but Fireblocks doesn't show it.
   * @throws Fireblocks' refusal when it is not there, and no earlier try can have been accepted.
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
      // A list, or another call, may have found it meanwhile.
      const shown = error instanceof MistakenIdError ? undefined : this.idOf(externalTxId);
      if (shown !== undefined) return { id: shown, isNew: false };
      doubt.isThere ||= error instanceof DuplicateExternalIdError;
      const reading = doubt.isThere
        ? this.#shown(externalTxId, call)
        : this.#judge(error, doubt, signal);
      return { id: (await reading).id, isNew: false };
    } finally {
      doubt.calls -= 1;
    }
  }

  /**
   * The request that is to be given up; one for a signature is made again, where it may have been accepted. Resolves
   * with nothing where none was made here.
   *
   * @throws CustodyUnconfirmedError for a native transfer that may have been accepted: making it again could pay.
   */
  async again(externalId: string, call: CallOptions): Promise<Creation | undefined> {
    const id = this.idOf(externalId);
    if (id !== undefined) return { id, isNew: false };
    const doubt = this.#doubts.get(externalId);
    if (!doubt) return undefined;
    if (doubt.body.operation !== 'RAW') throw new CustodyUnconfirmedError();
    return this.make(doubt.body, call);
  }

  /** The request whose creation failed, if Fireblocks has it nevertheless. */
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
    // When Fireblocks doesn't answer, it is not asked a second question.
    const isAnswered =
      told instanceof CustodyUnconfirmedError && !(error instanceof MistakenIdError);
    if ((isRefused && isFirst) || !isAnswered) throw error;
    const found = await read(externalTxId, { signal }).catch(() => {
      throw told;
    });
    if (found) return found;
    // This try was refused; an earlier one may have been accepted nevertheless.
    if (!isRefused || !this.#isOver(doubt)) throw told;
    this.#doubts.delete(externalTxId);
    throw error;
  }

  /**
   * Whether no earlier try can be accepted any more. A native transfer is sent by Fireblocks however late it is
   * accepted: for these, no amount of time is enough.
   */
  #isOver({ body, calls, since }: Doubt): boolean {
    if (body.operation !== 'RAW' || calls > 1 || since === undefined) return false;
    return this.#options.clock.monotonic() - since >= MAY_APPEAR_FOR_MS;
  }

  /** A request that Fireblocks has, as soon as it can be read. */
  async #shown(
    externalId: string,
    { signal, timeoutMs = READ_AFTER_DUPLICATE_MS }: CallOptions,
  ): Promise<CustodyTransaction> {
    const { read, ...options } = this.#options;
    const pending = (cause: GatewayError | undefined) =>
      new SignaturePendingError({ requestId: externalId }, { cause });
    const reads = new RetryingReader(options.clock, pending);
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
