import type { CallOptions, Clock } from '../core/clock.js';
import { type PollPace, poll } from '../core/poll.js';
import { MAY_APPEAR_FOR_MS } from '../signer/appearance.js';
import { SignaturePendingError } from '../signer/errors.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from './client.js';
import { CustodyUnconfirmedError, DuplicateExternalIdError } from './errors.js';
import { assertAnswerTo, MistakenIdError } from './identity.js';
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
  /** Whether it was found by its external id, and is that one's for certain. */
  readonly isNamed: boolean;
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

  /** A request that was asked for here, and of which it is not known whether the custody has it. */
  doubtful(externalId: string): CreateTransactionRequest | undefined {
    return this.#doubts.get(externalId)?.body;
  }

  /** The custody's id of a request that it has. */
  idOf(externalId: string): string | undefined {
    return this.#ids.get(externalId);
  }

  /** The custody has it, under this id of its own. */
  remember(externalId: string, id: string): void {
    this.#doubts.delete(externalId);
    keep(this.#ids, REMEMBERED_IDS, externalId, id);
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
  async make(
    body: CreateTransactionRequest,
    { signal, timeoutMs = READ_AFTER_DUPLICATE_MS }: CallOptions,
  ): Promise<Creation> {
    const { externalTxId } = body;
    const known = this.#ids.get(externalTxId);
    if (known !== undefined) return { id: known, isNew: false, isNamed: false };
    const doubt = this.#doubtOf(body);
    doubt.calls += 1;
    try {
      const { id, ...created } = await this.#options.client.createTransaction(body, { signal });
      assertAnswerTo(body, { id, ...created });
      this.remember(externalTxId, id);
      return { id, isNew: true, isNamed: false };
    } catch (error) {
      if (error instanceof DuplicateExternalIdError) {
        return { id: await this.#existing(externalTxId, { signal, timeoutMs }), ...FOUND };
      }
      const id = await this.#judge(error, doubt, signal);
      return { id, ...FOUND };
    } finally {
      doubt.calls -= 1;
    }
  }

  /** The id of a request whose creation failed, where the custody has it all the same. */
  async #judge(error: unknown, doubt: Doubt, signal: AbortSignal | undefined): Promise<string> {
    const { externalTxId } = doubt.body;
    const isRefused = isClearRefusal(error);
    if (isRefused && doubt.calls === 1 && doubt.since === undefined) {
      this.#doubts.delete(externalTxId);
      throw error;
    }
    if (!isRefused) doubt.since = this.#options.clock.monotonic();
    // Who doesn't answer need not be asked more.
    if (error instanceof MistakenIdError || !(isRefused || saysNothing(error))) throw error;
    const unknown = error instanceof CustodyUnconfirmedError ? error : unconfirmed(error);
    const found = await this.#options.read(externalTxId, { signal }).catch(() => {
      throw unknown;
    });
    if (found) return found.id;
    // This try was refused; an earlier one may have been taken all the same.
    if (!isRefused || !this.#isOver(doubt)) throw unknown;
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

  /** The id of a request that the custody has. */
  async #existing(externalId: string, { signal, timeoutMs = 0 }: CallOptions): Promise<string> {
    const { pace, clock, read } = this.#options;
    const reads = new PatientReads(clock);
    const existing = await poll(() => reads.read(() => read(externalId, { signal })), {
      pace,
      timeoutMs: Math.min(READ_AFTER_DUPLICATE_MS, timeoutMs),
      signal,
      clock,
    });
    if (!existing) throw new SignaturePendingError({ requestId: externalId });
    return existing.id;
  }

  #doubtOf(body: CreateTransactionRequest): Doubt {
    const known = this.#doubts.get(body.externalTxId);
    if (known) return known;
    const doubt: Doubt = { body, calls: 0, since: undefined };
    keep(this.#doubts, REMEMBERED_DOUBTS, body.externalTxId, doubt);
    return doubt;
  }
}

/** Whether the custody was there, and yet it is not known what it did. */
function saysNothing(error: unknown): boolean {
  return error instanceof CustodyUnconfirmedError || unconfirmed(error) !== error;
}

const FOUND = { isNew: false, isNamed: true } as const;

/** Keeps no more than so many, the latest. */
function keep<V>(map: Map<string, V>, most: number, key: string, value: V): void {
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
