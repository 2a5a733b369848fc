import { type CallOptions, type Clock, throwIfAborted, unlessAborted } from '../core/clock.js';
import { AbortedError, GatewayError, InvalidInputError } from '../core/errors.js';
import { emitterFor } from '../core/events.js';
import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError } from '../signer/errors.js';
import type { SigningOptions } from '../signer/raw-signer.js';
import { Announcements } from './announcements.js';
import { type Cancelling, cancelTransaction, giveUp } from './cancelling.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from './client.js';
import { CustodyNotFoundError, DuplicateExternalIdError } from './errors.js';
import { PatientReads } from './patient-reads.js';
import { operationOf, recordOf } from './records.js';
import { type Search, waitForCustody } from './waiting.js';

/** How long a request that the custody knows may stay unreadable. */
const READ_AFTER_DUPLICATE_MS = 15_000;
const REMEMBERED_IDS = 10_000;

export interface CustodyRequestsOptions {
  readonly client: FireblocksClient;
  readonly pace: PollPace;
  /** Milliseconds that a wait lasts when its caller doesn't say. */
  readonly timeoutMs: number;
  /** For how long after the last word of a webhook nothing is read; 0 where none are expected. */
  readonly silenceMs: number;
  readonly clock: Clock;
}

/** The requests at the custody: made once each, waited for, found again by their external ids. */
export class CustodyRequests {
  readonly #options: CustodyRequestsOptions;
  readonly #announcements = new Announcements();
  /** The custody's ids of requests seen here: what is known to exist need not be created again. */
  readonly #ids = new Map<string, string>();

  constructor(options: CustodyRequestsOptions) {
    this.#options = options;
  }

  /** Passes on what a webhook tells. Whether somebody waits for it. */
  tell(transaction: CustodyTransaction): boolean {
    return this.#announcements.tell(transaction);
  }

  cancel(requestId: string, options?: CallOptions): Promise<Cancelling> {
    return cancelTransaction(this.#options.client, (call) => this.read(requestId, call), options);
  }

  /** Has the custody take a request, unless it has it, and waits for what is looked for in it. */
  async run<T>(
    body: CreateTransactionRequest,
    options: SigningOptions,
    { find, believe = async () => undefined }: Search<T>,
  ): Promise<T> {
    const { externalTxId: requestId } = body;
    const { client, pace, silenceMs, clock } = this.#options;
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    if (!(timeoutMs >= 0)) throw new InvalidInputError('timeoutMs', 'must be 0 or more');
    const deadline = clock.monotonic() + timeoutMs;
    const leftMs = () => Math.max(0, deadline - clock.monotonic());
    const tell = emitterFor(options.onUpdate);
    throwIfAborted(signal);
    const known = this.#ids.get(requestId);
    // Before it is made: a webhook may be faster than the answer.
    const hearing = this.#announcements.listen(requestId);
    // What is to be given up must not be left half made: then the creation ignores the signal.
    const creation: Promise<Created> =
      known === undefined
        ? this.#create(body, options.cancelOnAbort ? undefined : signal, leftMs)
        : Promise.resolve({ id: known, isNew: false });
    let custodyId: string | undefined;
    try {
      const { id, isNew } = await unlessAborted(creation, signal);
      custodyId = id;
      hearing.knowAs(id);
      return await waitForCustody({
        client,
        id,
        isNew,
        requestId,
        hearing,
        silenceMs,
        find: (transaction) => find(completed(transaction, body)),
        believe: (transaction) => believe(completed(transaction, body)),
        onUpdate: (transaction) => {
          const record = recordOf(completed(transaction, body));
          if (record) tell(record);
        },
        pace,
        timeoutMs: leftMs(),
        signal,
        clock,
      });
    } catch (error) {
      if (error instanceof AbortedError && options.cancelOnAbort) {
        const cancel = (call: CallOptions) => this.cancel(requestId, call);
        throw await giveUp(creation, cancel, signal, clock);
      }
      // Whatever goes wrong from here on, the custody has the request.
      if (custodyId === undefined || !(error instanceof GatewayError)) throw error;
      throw error.about({ idempotencyKey: requestId, custodyId });
    } finally {
      hearing.end();
    }
  }

  /** Creates, or finds that it exists: the custody's refusal of a second one is our lock. */
  async #create(
    body: CreateTransactionRequest,
    signal: AbortSignal | undefined,
    leftMs: () => number,
  ): Promise<Created> {
    const { client, pace, clock } = this.#options;
    try {
      const { id } = await client.createTransaction(body, { signal });
      this.remember(body.externalTxId, id);
      return { id, isNew: true };
    } catch (error) {
      if (!(error instanceof DuplicateExternalIdError)) throw error;
    }
    const reads = new PatientReads(clock);
    const look = () => reads.read(() => this.read(body.externalTxId, { signal }));
    const existing = await poll(look, {
      pace,
      timeoutMs: Math.min(READ_AFTER_DUPLICATE_MS, leftMs()),
      signal,
      clock,
    });
    if (!existing) throw new SignaturePendingError({ requestId: body.externalTxId });
    return { id: existing.id, isNew: false };
  }

  /** By its external id; `undefined` when there is none. */
  async read(externalId: string, options?: CallOptions): Promise<CustodyTransaction | undefined> {
    try {
      const transaction = await this.#options.client.getTransactionByExternalId(
        externalId,
        options,
      );
      this.remember(externalId, transaction.id);
      // Whatever the answer repeats of itself, this is what it was found by.
      return { ...transaction, externalTxId: externalId };
    } catch (error) {
      if (error instanceof CustodyNotFoundError) return undefined;
      throw error;
    }
  }

  remember(externalId: string, id: string): void {
    this.#ids.set(externalId, id);
    if (this.#ids.size > REMEMBERED_IDS) {
      const [oldest] = this.#ids.keys();
      if (oldest !== undefined) this.#ids.delete(oldest);
    }
  }
}

/** A transaction at the custody, and whether this very call made it. */
interface Created {
  readonly id: string;
  readonly isNew: boolean;
}

/** What an answer leaves out of what names a request is as it was asked for. */
function completed(
  transaction: CustodyTransaction,
  { externalTxId, operation }: CreateTransactionRequest,
): CustodyTransaction {
  return { ...transaction, externalTxId, operation: operationOf(transaction) ?? operation };
}
