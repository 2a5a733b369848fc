import {
  type CallOptions,
  type Clock,
  pause,
  throwIfAborted,
  unlessAborted,
} from '../../core/clock.js';
import {
  AbortedError,
  GatewayError,
  IdempotencyConflictError,
  InvalidInputError,
  UnexpectedAnswerError,
} from '../../core/errors.js';
import { emitterFor } from '../../core/events.js';
import type { PollPace } from '../../core/poll.js';
import type { SigningOptions } from '../../signer/raw-signer.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from '../client.js';
import { CustodyNotFoundError, CustodyUnconfirmedError } from '../errors.js';
import { type Subscription, WebhookBus } from '../webhooks/webhook-bus.js';
import type { WebhookNotes } from '../webhooks/webhook-notes.js';
import { ApprovalTimes } from './approval-times.js';
import { type Cancelling, cancelTransaction, giveUp } from './cancelling.js';
import { type Creation, Creations } from './creations.js';
import { MistakenIdError } from './identity.js';
import { operationOf, recordOf } from './records.js';
import { CANCELLED_AGAIN_MS, type Search, waitForCustody } from './waiting.js';

export interface CustodyRequestsOptions {
  readonly client: FireblocksClient;
  readonly pace: PollPace;
  /** The default time limit of a wait, in milliseconds. */
  readonly timeoutMs: number;
  /**
   * The time after a webhook's last news in which nothing is read, in milliseconds; 0 where no webhooks are expected.
   */
  readonly silenceMs: number;
  /** News that other processes received from webhooks. */
  readonly notes: WebhookNotes | undefined;
  readonly clock: Clock;
}

/** How a call waits for its request. */
interface Wait<T> extends Search<T> {
  readonly subscription: Subscription;
  readonly options: SigningOptions;
  readonly leftMs: () => number;
}

/** The requests at Fireblocks: each made once, waited for, and found again by its external id. */
export class CustodyRequests {
  readonly #options: CustodyRequestsOptions;
  readonly #webhookBus = new WebhookBus();
  readonly #approvals = new ApprovalTimes();
  readonly #creations: Creations;

  constructor(options: CustodyRequestsOptions) {
    this.#options = options;
    this.#creations = new Creations({
      ...options,
      read: (externalId, call) => this.read(externalId, call),
    });
  }

  /** Passes a webhook's transaction on, also to other processes. Returns whether a call here waits for it. */
  tell(transaction: CustodyTransaction): boolean {
    void this.#options.notes?.leave(transaction);
    return this.#webhookBus.tell(transaction);
  }

  /** Notes a request that Fireblocks has, according to a list. */
  remember(externalId: string, id: string): void {
    this.#creations.remember(externalId, id);
  }

  /**
   * Asks Fireblocks to cancel a request. Where it is not known whether Fireblocks has it, it is made again first:
   * otherwise it might appear after the last attempt to cancel it.
   *
   * @throws CustodyUnconfirmedError when that is still not known afterwards.
   */
  cancel(requestId: string, options?: CallOptions): Promise<Cancelling> {
    const { client } = this.#options;
    const read = (call?: CallOptions) => this.#settled(requestId, call);
    return cancelTransaction(client, read, options).catch(this.#naming(requestId));
  }

  /** Makes a request at Fireblocks, unless it is there, and waits for the search's result. */
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
    // Before the request is made: a webhook may be faster than the answer.
    const subscription = this.#webhookBus.listen(requestId);
    let creation: Promise<Creation> | undefined;
    const make = () => {
      // A request that is to be cancelled must not be left half made: then the creation ignores the signal.
      const call = { signal: options.cancelOnAbort ? undefined : signal, timeoutMs: leftMs() };
      creation = this.#creations.make(body, call);
      return unlessAborted(creation, signal);
    };
    try {
      return await this.#pursue(body, make, { ...search, subscription, options, leftMs });
    } catch (error) {
      if (!(error instanceof AbortedError)) throw error;
      const aborted = options.cancelOnAbort
        ? await giveUp(creation, (call) => this.cancel(requestId, call), signal, clock)
        : error;
      // The request may have been made, also where its id is not known.
      return this.#naming(requestId)(aborted.about({ idempotencyKey: requestId, requestId }));
    } finally {
      subscription.end();
    }
  }

  /** Makes a request and waits for it; makes it once more when the answer was about another transaction. */
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
        // A request that was just made can't conflict with an earlier one: the answer was about another transaction.
        const isAnothers = creation?.isNew && error instanceof IdempotencyConflictError;
        if (!isAnothers && !(error instanceof MistakenIdError)) {
          return this.#naming(body.externalTxId, creation?.id)(error);
        }
        this.#creations.mistook(body);
        if (isAgain) throw new CustodyUnconfirmedError(error);
      }
    }
  }

  async #wait<T>(
    body: CreateTransactionRequest,
    { id, isNew }: Creation,
    { find, believe = async () => undefined, subscription, options, leftMs }: Wait<T>,
  ): Promise<T> {
    const { externalTxId: requestId, source } = body;
    const tell = emitterFor(options.onUpdate);
    subscription.knowAs(id);
    const { clock } = this.#options;
    const vault = source.id ?? '';
    const startedAt = clock.monotonic();
    const found = await waitForCustody({
      ...this.#options,
      expectedMs: isNew ? this.#approvals.of(vault) : [],
      read: this.#readerOf(requestId, id),
      id,
      isNew,
      requestId,
      subscription,
      find: (transaction) => find(completed(transaction, body)),
      believe: (transaction) => believe(completed(transaction, body)),
      onUpdate: (transaction) => {
        const record = recordOf(completed(transaction, body));
        if (record) tell(record);
      },
      timeoutMs: leftMs(),
      signal: options.signal,
    });
    if (isNew) this.#approvals.note(vault, clock.monotonic() - startedAt);
    return found;
  }

  /**
   * Reads a transaction by its own id. An answer without an external id is not accepted, until Fireblocks has shown
   * that this id belongs to our external id.
   *
   * @throws MistakenIdError when it is another request's.
   * @throws UnexpectedAnswerError when the answer is about another transaction, or doesn't name its external id.
   */
  #readerOf(externalTxId: string, id: string) {
    let isKnown = false;
    return async (options?: CallOptions): Promise<CustodyTransaction> => {
      const transaction = await this.#options.client.getTransaction(id, options);
      if (transaction.id !== id) throw notAsked();
      const isNamed = isKnown || transaction.externalTxId;
      const named = isNamed ? transaction : await this.read(externalTxId, options);
      if (!named) throw notAsked();
      if (named.id !== id || (named.externalTxId || externalTxId) !== externalTxId) {
        throw new MistakenIdError();
      }
      isKnown = true;
      return transaction;
    };
  }

  /** Reads by external id; `undefined` when there is none. */
  read(externalTxId: string, options?: CallOptions): Promise<CustodyTransaction | undefined> {
    return this.#found(externalTxId, options).catch(this.#naming(externalTxId));
  }

  /** The same for a last word: one that is shown as cancelled may be signed all the same, and is read again. */
  async find(externalTxId: string, options: CallOptions): Promise<CustodyTransaction | undefined> {
    const found = await this.read(externalTxId, options);
    if (found?.status !== 'CANCELLED') return found;
    const waited = pause(CANCELLED_AGAIN_MS, this.#options.clock, options.signal);
    await waited.catch(this.#naming(externalTxId));
    return this.read(externalTxId, options);
  }

  async #found(
    externalTxId: string,
    options: CallOptions | undefined,
  ): Promise<CustodyTransaction | undefined> {
    const { client } = this.#options;
    const found = await foundBy(client.getTransactionByExternalId(externalTxId, options));
    if (!found) return this.#remembered(externalTxId, options);
    // An answer without an external id may have one where it is read by its own id.
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

  /** Throws an error with Fireblocks' id of the request, where it is known here. */
  #naming(requestId: string, id?: string): (error: unknown) => never {
    return (error) => {
      const custodyId = id ?? this.#creations.idOf(requestId);
      if (custodyId && error instanceof GatewayError) {
        error.about({ idempotencyKey: requestId, custodyId });
      }
      throw error;
    };
  }

  /** Reads by Fireblocks' own id, where it is known here, when the request is not yet found by its external id. */
  async #remembered(
    externalTxId: string,
    options: CallOptions | undefined,
  ): Promise<CustodyTransaction | undefined> {
    const id = this.#creations.idOf(externalTxId);
    if (id === undefined) return undefined;
    const found = await foundBy(this.#options.client.getTransaction(id, options));
    return found?.externalTxId === externalTxId ? found : undefined;
  }

  /** The request to cancel: certainly ours, and made first where it is not known whether it exists. */
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

/** The transaction, or nothing where Fireblocks says that there is none. */
function foundBy(reading: Promise<CustodyTransaction>): Promise<CustodyTransaction | undefined> {
  return reading.catch((error: unknown) => {
    if (error instanceof CustodyNotFoundError) return undefined;
    throw error;
  });
}

/** Fields that identify the request and that an answer leaves out are taken from the request. */
function completed(
  transaction: CustodyTransaction,
  { externalTxId, operation }: CreateTransactionRequest,
): CustodyTransaction {
  return { ...transaction, externalTxId, operation: operationOf(transaction) ?? operation };
}
