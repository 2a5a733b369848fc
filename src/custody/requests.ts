import { type CallOptions, type Clock, throwIfAborted, unlessAborted } from '../core/clock.js';
import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  InvalidInputError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import { emitterFor } from '../core/events.js';
import type { PollPace } from '../core/poll.js';
import type { SigningOptions } from '../signer/raw-signer.js';
import { Announcements, type Hearing } from './announcements.js';
import { type Cancelling, cancelTransaction, giveUp } from './cancelling.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from './client.js';
import { type Creation, Creations } from './creations.js';
import { CustodyNotFoundError, CustodyUnconfirmedError } from './errors.js';
import { MistakenIdError } from './identity.js';
import { operationOf, recordOf } from './records.js';
import { type Search, waitForCustody } from './waiting.js';
import type { WebhookNotes } from './webhook-notes.js';

export interface CustodyRequestsOptions {
  readonly client: FireblocksClient;
  readonly pace: PollPace;
  /** Milliseconds that a wait lasts when its caller doesn't say. */
  readonly timeoutMs: number;
  /** For how long after the last word of a webhook nothing is read; 0 where none are expected. */
  readonly silenceMs: number;
  /** What webhooks have told other processes. */
  readonly notes: WebhookNotes | undefined;
  readonly clock: Clock;
}

/** How a call waits for its request. */
interface Wait<T> extends Search<T> {
  readonly hearing: Hearing;
  readonly options: SigningOptions;
  readonly leftMs: () => number;
}

/** The requests at the custody: made once each, waited for, found again by their external ids. */
export class CustodyRequests {
  readonly #options: CustodyRequestsOptions;
  readonly #announcements = new Announcements();
  readonly #creations: Creations;

  constructor(options: CustodyRequestsOptions) {
    this.#options = options;
    this.#creations = new Creations({
      ...options,
      read: (externalId, call) => this.read(externalId, call),
    });
  }

  /** Passes on what a webhook tells, also to other processes. Whether somebody waits for it here. */
  tell(transaction: CustodyTransaction): boolean {
    void this.#options.notes?.leave(transaction);
    return this.#announcements.tell(transaction);
  }

  /** The custody has a request, as a list of it shows. */
  remember(externalId: string, id: string): void {
    this.#creations.remember(externalId, id);
  }

  /**
   * Asks that a request be given up. One of which it is not known whether the custody has it is made again
   * first: otherwise it might appear once nobody gives it up any more.
   *
   * @throws CustodyUnconfirmedError when that is still not known then.
   */
  cancel(requestId: string, options?: CallOptions): Promise<Cancelling> {
    return cancelTransaction(
      this.#options.client,
      (call) => this.#settled(requestId, call),
      options,
    ).catch((error: unknown) => {
      throw this.#named(requestId, error);
    });
  }

  /** Has the custody take a request, unless it has it, and waits for what is looked for in it. */
  async run<T>(
    body: CreateTransactionRequest,
    options: SigningOptions,
    search: Search<T>,
  ): Promise<T> {
    const { externalTxId: requestId } = body;
    const { clock } = this.#options;
    const { signal, timeoutMs = this.#options.timeoutMs } = options;
    if (!(timeoutMs >= 0)) throw new InvalidInputError('timeoutMs', 'must be 0 or more');
    const deadline = clock.monotonic() + timeoutMs;
    const leftMs = () => Math.max(0, deadline - clock.monotonic());
    throwIfAborted(signal);
    // Before it is made: a webhook may be faster than the answer.
    const hearing = this.#announcements.listen(requestId);
    let creation: Promise<unknown> = Promise.resolve();
    const make = () => {
      // What is to be given up must not be left half made: then the creation ignores the signal.
      const call = { signal: options.cancelOnAbort ? undefined : signal, timeoutMs: leftMs() };
      const made = this.#creations.make(body, call);
      creation = made;
      return unlessAborted(made, signal);
    };
    try {
      return await this.#pursue(body, make, { ...search, hearing, options, leftMs });
    } catch (error) {
      if (!(error instanceof AbortedError && options.cancelOnAbort)) throw error;
      const aborted = await giveUp(creation, (call) => this.cancel(requestId, call), signal, clock);
      throw this.#named(requestId, aborted);
    } finally {
      hearing.end();
    }
  }

  /** Makes a request and waits for it; once more when the answer to that was another transaction's. */
  async #pursue<T>(
    body: CreateTransactionRequest,
    make: () => Promise<Creation>,
    wait: Wait<T>,
  ): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      let creation: Creation | undefined;
      try {
        creation = await make();
        return await this.#wait(body, creation, wait);
      } catch (error) {
        // What was made a moment ago is not the request of another time.
        const isAnothers = creation?.isNew && error instanceof IdempotencyConflictError;
        if (!isAnothers && !(error instanceof MistakenIdError)) {
          // Whatever goes wrong from here on, the custody has the request.
          if (!creation || !(error instanceof GatewayError)) throw error;
          throw error.about({ idempotencyKey: body.externalTxId, custodyId: creation.id });
        }
        this.#creations.mistook(body);
        if (isAgain) throw new CustodyUnconfirmedError(error);
      }
    }
  }

  #wait<T>(
    body: CreateTransactionRequest,
    { id, isNew }: Creation,
    { find, believe = async () => undefined, hearing, options, leftMs }: Wait<T>,
  ): Promise<T> {
    const { externalTxId: requestId } = body;
    const tell = emitterFor(options.onUpdate);
    hearing.knowAs(id);
    return waitForCustody({
      ...this.#options,
      read: this.#readerOf(requestId, id),
      id,
      isNew,
      requestId,
      hearing,
      find: (transaction) => find(completed(transaction, body)),
      believe: (transaction) => believe(completed(transaction, body)),
      onUpdate: (transaction) => {
        const record = recordOf(completed(transaction, body));
        if (record) tell(record);
      },
      timeoutMs: leftMs(),
      signal: options.signal,
    });
  }

  /**
   * Reads a transaction by its own id. An answer that doesn't say under which external id it is counts for
   * nothing, until the custody has shown that external id to be this one's.
   *
   * @throws MistakenIdError when it is another request's.
   * @throws UnexpectedAnswerError when the answer is about another transaction, or doesn't say whose it is.
   */
  #readerOf(externalTxId: string, id: string) {
    let isKnown = false;
    return async (options?: CallOptions): Promise<CustodyTransaction> => {
      const transaction = await this.#options.client.getTransaction(id, options);
      if (transaction.id !== id) throw notAsked();
      const isNamed = Boolean(transaction.externalTxId);
      const named = isNamed || isKnown ? transaction : await this.read(externalTxId, options);
      if (!named) throw notAsked();
      if (named.id !== id || (isNamed && named.externalTxId !== externalTxId)) {
        throw new MistakenIdError();
      }
      isKnown = true;
      return transaction;
    };
  }

  /** By its external id; `undefined` when there is none. */
  async read(externalTxId: string, options?: CallOptions): Promise<CustodyTransaction | undefined> {
    const { client } = this.#options;
    const reading = foundBy(client.getTransactionByExternalId(externalTxId, options));
    const found = await reading.catch((error: unknown) => {
      throw this.#named(externalTxId, error);
    });
    if (!found) return this.#remembered(externalTxId, options);
    // What doesn't say whose it is may say so where it is read by its own id.
    const byId = found.externalTxId
      ? found
      : await foundBy(client.getTransaction(found.id, options));
    const named = byId ?? found;
    if (named.id !== found.id || (named.externalTxId || externalTxId) !== externalTxId) {
      throw notAsked();
    }
    this.remember(externalTxId, named.id);
    return named;
  }

  /** An error that names the custody's id of its request, where that is known here. */
  #named(requestId: string, error: unknown): unknown {
    const custodyId = this.#creations.idOf(requestId);
    const isNamed = error instanceof GatewayError && custodyId !== undefined;
    return isNamed ? error.about({ idempotencyKey: requestId, custodyId }) : error;
  }

  /** What the custody doesn't show by its external id yet, it shows by its own where that is known here. */
  async #remembered(
    externalTxId: string,
    options: CallOptions | undefined,
  ): Promise<CustodyTransaction | undefined> {
    const id = this.#creations.idOf(externalTxId);
    if (id === undefined) return undefined;
    const found = await foundBy(this.#options.client.getTransaction(id, options));
    return found?.externalTxId === externalTxId ? found : undefined;
  }

  /** What is to be given up: for certain ours, and made first where that is not known. */
  async #settled(
    externalTxId: string,
    options: CallOptions = {},
  ): Promise<CustodyTransaction | undefined> {
    const found = await this.read(externalTxId, options);
    if (found?.externalTxId) return found;
    if (found) throw notAsked();
    const creation = await this.#creations.again(externalTxId, options);
    return creation && foundBy(this.#readerOf(externalTxId, creation.id)(options));
  }
}

const notAsked = () => new UnexpectedAnswerError('custody', 'not the transaction asked for');

/** What is read, or nothing where the custody says that there is none. */
function foundBy(reading: Promise<CustodyTransaction>): Promise<CustodyTransaction | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof CustodyNotFoundError) return undefined;
    throw error;
  });
}

/** What an answer leaves out of what names a request is as it was asked for. */
function completed(
  transaction: CustodyTransaction,
  { externalTxId, operation }: CreateTransactionRequest,
): CustodyTransaction {
  return { ...transaction, externalTxId, operation: operationOf(transaction) ?? operation };
}
