import type { CallOptions, Clock } from '../core/clock.js';
import { ConfigurationError, GatewayError, type TransactionReference } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import type { Random } from '../core/random.js';
import { MAY_APPEAR_FOR_MS } from '../signer/appearance.js';
import type { RawSigner, SigningMessage, SigningRecord } from '../signer/raw-signer.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type { Accounts } from './accounts.js';
import {
  Attempt,
  type Delivery,
  type Job,
  type NativeTransferOrder,
  orderOf,
  ownNoteOf,
  type Stage,
} from './attempt.js';
import type { BatchFlow } from './batch.js';
import type { BatchMember } from './batch-members.js';
import { cancelBatch, cancelTransaction } from './cancel.js';
import type { Account, AccountNumber, Chain, Snapshot } from './chain.js';
import { confirm, submitUntilTaken } from './delivery.js';
import { TransactionNotFoundError, TransactionUnconfirmedError } from './errors.js';
import type { TransactionEvent } from './events.js';
import { type Ending, Flow } from './flow.js';
import type { Finish, LaneHolder, LanePass, Lanes } from './lanes.js';
import { type BatchRecord, formatRanges, type NoteRecord } from './note-record.js';
import type { Operators } from './operators.js';
import {
  checkDefaults,
  checkIdempotencyKey,
  type ResolvedOptions,
  resolveOptions,
  type TransactionDefaults,
  type TransactionOptions,
} from './options.js';
import { errorOf } from './outcome.js';
import { findAttempt, findRecord } from './records.js';
import { chunkOf, fingerprintOf, newKey, requestIdOf } from './request-id.js';
import { signApart } from './sign-apart.js';
import { mintOffice, TicketOffice, type TicketSource, ticketsOf } from './tickets.js';

/** What is kept of a transaction beside its result. */
export interface Receipt extends TransactionReference {
  readonly requestId: string;
  readonly attempt: number;
  /**
   * Whether the request was remembered outside this process. `false` means that a crash may lose
   * track of a transaction: the signer keeps no record, and no `journal` was given.
   */
  readonly durable: boolean;
}

/** What a call resolves with: the chain's result, or the custody's own transfer. */
export type Executed<Result> =
  | { readonly kind: 'chain'; readonly result: Result; readonly receipt: Receipt }
  | { readonly kind: 'native'; readonly transfer: SigningRecord; readonly receipt: Receipt }
  | {
      readonly kind: 'batch';
      readonly members: readonly BatchMember<Result>[];
      readonly receipt: Receipt;
    };

/** A transaction that is not final yet. */
export interface PendingTransaction extends TransactionReference {
  readonly requestId: string;
  readonly custodyId: string;
  /** `signed`: the signature exists, but the account's number is unspent. */
  readonly state: 'pending' | 'signed';
  /** The custody's own word. */
  readonly status: string;
  /**
   * The sequence number or Ticket, as decimal text; of a batch all of them, such as `5-7,9`; unknown
   * for a native transfer.
   */
  readonly number: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

export interface TransactionsSettings<I, S extends Snapshot, T, R> {
  readonly chain: Chain<I, S, T, R>;
  readonly operators: Operators<T, R>;
  readonly signer: RawSigner;
  readonly accounts: Accounts;
  readonly lanes: Lanes;
  readonly ticketLanes: Lanes;
  /** How many Tickets are created at a time. */
  readonly ticketCount: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly defaults: TransactionDefaults;
  readonly durable: boolean;
  readonly onEvent: Listener<TransactionEvent> | undefined;
}

export interface TransactionCall<I> {
  readonly vaultAccountId: string;
  /** Validated. */
  readonly input: I;
  readonly options: TransactionOptions;
  readonly native?: NativeTransferOrder | undefined;
  readonly useTickets?: boolean | undefined;
  /** The number to spend, where the caller has chosen it. */
  readonly number?: AccountNumber | undefined;
  /** Whether it is to take the place of a transaction with that number. */
  readonly outruns?: boolean | undefined;
}

export interface BatchCall<I> {
  readonly vaultAccountId: string;
  /** Validated. */
  readonly inputs: readonly I[];
  readonly options: TransactionOptions;
  readonly stopOnFailure: boolean;
}

interface OpenCall {
  readonly requestId: string;
  wasCancelled: boolean;
}

/** What a gateway does with transactions; how they live is {@link Flow}'s. */
export class Transactions<I, S extends Snapshot, T, R> {
  readonly #settings: TransactionsSettings<I, S, T, R>;
  readonly #stage: Stage<I, S, T, R>;
  readonly #flow: Flow<I, S, T, R>;
  /** The calls under way that may make a request. */
  readonly #calls = new Set<OpenCall>();

  constructor(settings: TransactionsSettings<I, S, T, R>) {
    const { chain, operators, signer, lanes, ticketLanes, clock, random } = settings;
    this.#settings = { ...settings, defaults: checkDefaults(settings.defaults) };
    this.#stage = { chain, operators, signer, lanes, ticketLanes, clock, random };
    const finishFor = (account: Account) => this.#finishFor(account);
    this.#flow = new Flow(this.#stage, finishFor, this.#ticketOffice());
  }

  /** A key for a call that came without one. */
  newKey(): string {
    return newKey(this.#stage.random);
  }

  account(vaultAccountId: string, options?: CallOptions): Promise<Account> {
    return this.#settings.accounts.resolve(vaultAccountId, options);
  }

  /** Makes a transaction, or finds the one that its key has made already. */
  async execute(call: TransactionCall<I>): Promise<Executed<R>> {
    const options = resolveOptions(call.options, this.#settings.defaults);
    const account = await this.account(call.vaultAccountId, { signal: options.signal });
    const { native, useTickets, number, outruns } = call;
    const canonical = this.#stage.chain.canonicalOf(call.input);
    const job = this.#newJob(account, options, canonical, [call.input]);
    const given = { ...job, native, useTickets, number, outruns: outruns ? {} : undefined };
    return this.#cancellably(given, async (own) => this.#conclude(await this.#flow.run(own)));
  }

  /** The same for several transactions of one account, signed with one approval, sent in order. */
  async executeBatch(call: BatchCall<I>): Promise<Executed<R>> {
    const options = resolveOptions(call.options, this.#settings.defaults);
    const account = await this.account(call.vaultAccountId, { signal: options.signal });
    const { inputs, stopOnFailure } = call;
    const canonical = inputs.map((input) => this.#stage.chain.canonicalOf(input));
    const job = this.#newJob(account, options, { batch: canonical }, inputs);
    const given = { ...job, batch: { total: inputs.length, stopOnFailure } };
    return this.#cancellably(given, (own) => this.#concludeBatch(own));
  }

  /**
   * Goes on with what a key began, with nothing but what the custody and the chain know.
   *
   * @param canonical - What the key has to stand for, where that is known.
   * @throws IdempotencyConflictError when it stands for something else.
   */
  async resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions,
    canonical?: unknown,
  ): Promise<Executed<R>> {
    const known = await this.#knownJob(vaultAccountId, idempotencyKey, options);
    const { chain } = this.#stage;
    const fingerprint =
      canonical === undefined
        ? undefined
        : fingerprintOf(chain.id, known.account.address, canonical);
    const job = { ...known, fingerprint };
    if (batchOf(job.known)) return this.#concludeBatch(job);
    return this.#conclude(await this.#flow.run(job));
  }

  /** The account's transactions that are not final, oldest first. */
  async pending(
    vaultAccountId: string,
    options: CallOptions,
  ): Promise<readonly PendingTransaction[]> {
    const { chain, signer } = this.#stage;
    const account = await this.account(vaultAccountId, options);
    if (!signer.list) return [];
    const [records, next] = await Promise.all([
      signer.list(account.key, options),
      chain.nextNumber(account, options),
    ]);
    const hasTickets = records.some((record) => orderOf(record).ticket !== undefined);
    const tickets = hasTickets ? await ticketsOf(chain, account, options) : undefined;
    return records.flatMap((record) => {
      const note = ownNoteOf(chain.id, account, record);
      return note ? pendingOf(record, note, next, new Set(tickets)) : [];
    });
  }

  /**
   * Sees to it that a key's transaction has no effect: asks the custody to give it up, or spends its
   * number on nothing when it is signed already. Calls of this process that are under way with the key
   * make no further attempt.
   */
  async cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions,
  ): Promise<Receipt> {
    const job = await this.#knownJob(vaultAccountId, idempotencyKey, options);
    const requestId = this.#firstIdOf(job.account, job.idempotencyKey);
    for (const call of this.#calls) call.wasCancelled ||= call.requestId === requestId;
    const batch = batchOf(job.known);
    const attempt = batch
      ? await cancelBatch(this.#stage, await this.#batchFlow(), job, batch.total)
      : await cancelTransaction(this.#stage, this.#flow, job);
    return this.#receiptOf(attempt);
  }

  /** Whether the signer remembers a request under a key: then another call with it begins nothing new. */
  async knows(
    vaultAccountId: string,
    idempotencyKey: string,
    options: CallOptions = {},
  ): Promise<boolean> {
    const account = await this.account(vaultAccountId, options);
    const id = this.#firstIdOf(account, checkIdempotencyKey(idempotencyKey));
    return (await findRecord(this.#stage, id, options)) !== undefined;
  }

  /**
   * Has an account's key sign something that is not a transaction of the account: one signer's part
   * of another's, or a statement. It takes no number and no lane; everything else is the same.
   */
  async sign(
    vaultAccountId: string,
    contentOf: (account: Account) => {
      readonly messages: readonly SigningMessage[];
      readonly payload: unknown;
    },
    given: TransactionOptions,
  ): Promise<{ readonly account: Account; readonly signatures: readonly VerifiedSignature[] }> {
    const options = resolveOptions(given, this.#settings.defaults);
    const account = await this.account(vaultAccountId, { signal: options.signal });
    const { messages, payload } = contentOf(account);
    const signatures = await signApart(this.#stage, { account, messages, payload, options });
    return { account, signatures };
  }

  /** Submits and confirms what was signed elsewhere, such as by several signers. */
  async deliver(delivery: Delivery<T>, given: TransactionOptions): Promise<R> {
    const options = resolveOptions(given, this.#settings.defaults);
    const { hash } = delivery.signed;
    const idempotencyKey = options.idempotencyKey ?? hash;
    const sender = { options, tell: () => undefined };
    try {
      const taken = await submitUntilTaken(this.#stage, sender, delivery);
      const outcome =
        taken.outcome ?? (await confirm(this.#stage, sender, delivery, taken.obstacle));
      if (outcome.state === 'confirmed') return outcome.result;
      throw errorOf(outcome, this.#stage.operators.evidence);
    } catch (error) {
      throw error instanceof GatewayError ? error.about({ idempotencyKey, hash }) : error;
    }
  }

  /** What a key began, as far as its first request tells. */
  async #knownJob(
    vaultAccountId: string,
    idempotencyKey: string,
    given: TransactionOptions,
  ): Promise<Job<I>> {
    const key = checkIdempotencyKey(idempotencyKey);
    const options = resolveOptions(given, this.#settings.defaults);
    const job: Job<I> = {
      account: await this.account(vaultAccountId, { signal: options.signal }),
      inputs: undefined,
      fingerprint: undefined,
      idempotencyKey: key,
      options,
      mayExist: true,
      tell: emitterFor(this.#settings.onEvent, options.onEvent),
    };
    return { ...job, known: await findAttempt(this.#stage, new Attempt(this.#stage, job, 1)) };
  }

  #newJob(
    account: Account,
    options: ResolvedOptions,
    canonical: unknown,
    inputs: readonly I[],
  ): Job<I> {
    const { chain, clock } = this.#stage;
    const { idempotencyKey = this.newKey() } = options;
    const mayExist = options.idempotencyKey !== undefined;
    const tell = emitterFor(this.#settings.onEvent, options.onEvent);
    const fingerprint = fingerprintOf(chain.id, account.address, canonical);
    const { vaultAccountId, address } = account;
    const about = { chain: chain.id, vaultAccountId, idempotencyKey, attempt: 1, at: clock.now() };
    if (!mayExist) tell({ type: 'key-made', ...about });
    if (this.#settings.accounts.firstUnpinned(account)) {
      tell({ type: 'address-unpinned', address, ...about });
    }
    return { account, inputs, fingerprint, idempotencyKey, options, mayExist, tell };
  }

  #firstIdOf({ address }: Account, idempotencyKey: string): string {
    return requestIdOf(this.#stage.chain.id, address, idempotencyKey, 1);
  }

  /** Does what may make requests; once its key is cancelled here, it makes no further one. */
  async #cancellably<E>(job: Job<I>, act: (job: Job<I>) => Promise<E>): Promise<E> {
    const requestId = this.#firstIdOf(job.account, job.idempotencyKey);
    const call: OpenCall = { requestId, wasCancelled: false };
    this.#calls.add(call);
    try {
      return await act({ ...job, wasCancelled: () => call.wasCancelled });
    } finally {
      this.#calls.delete(call);
    }
  }

  /** Loaded on use, and before anything is asked of the signer. */
  async #batchFlow(): Promise<BatchFlow<I, S, T, R>> {
    const { BatchFlow } = await import('./batch.js');
    return new BatchFlow(this.#stage, (account) => this.#finishFor(account));
  }

  /** What a caller does who waits behind a request whose own caller is gone. */
  #finishFor(account: Account): Finish {
    return async (holder, pass, { signal, timeoutMs }) => {
      const record = await findRecord(this.#stage, holder.requestId, { signal });
      if (!record) return this.#missing(holder, pass);
      const note = ownNoteOf(this.#stage.chain.id, account, record);
      if (!note) {
        throw new TransactionUnconfirmedError('unknown', 'its note does not go with its id');
      }
      const job = this.#strangersJob(account, note.idempotencyKey, { signal, timeoutMs });
      const chunk = chunkOf(record.idempotencyKey);
      const attempt = new Attempt<I>(this.#stage, job, note.attempt, chunk);
      await (note.batch ? await this.#batchFlow() : this.#flow).finish(attempt, record, pass);
    };
  }

  /**
   * A request that the custody has shown before is not gone because one answer lacks it; one that it
   * never showed may still be on its way to it, and is looked for again when its number is another's.
   */
  async #missing(holder: LaneHolder, pass: LanePass): Promise<void> {
    if (holder.custodyId !== undefined || pass.askedForMs < MAY_APPEAR_FOR_MS) {
      throw new TransactionUnconfirmedError('unknown', 'the custody does not show the request now');
    }
    await pass.leave('may-appear');
  }

  #ticketOffice(): TicketSource | undefined {
    const { tickets: booth } = this.#stage.chain;
    if (!booth) return undefined;
    if ('mint' in booth) return mintOffice(booth);
    return new TicketOffice({
      limit: booth.limit,
      count: this.#settings.ticketCount,
      clock: this.#stage.clock,
      list: (account) => booth.list(account, {}),
      create: async (account, count) => {
        const input = booth.creation(count);
        const options = resolveOptions({}, this.#settings.defaults);
        const canonical = this.#stage.chain.canonicalOf(input);
        const job = this.#newJob(account, options, canonical, [input]);
        const executed = this.#conclude(await this.#flow.run(job));
        return executed.kind === 'chain' ? booth.createdBy(executed.result) : [];
      },
    });
  }

  /** The job of a request whose own caller is gone, for whoever waits behind it. */
  #strangersJob(
    account: Account,
    idempotencyKey: string,
    { signal, timeoutMs }: Parameters<Finish>[2],
  ): Job<I> {
    const { clock } = this.#stage;
    const deadline = clock.monotonic() + timeoutMs;
    const leftMs = () => Math.max(0, deadline - clock.monotonic());
    return {
      account,
      inputs: undefined,
      fingerprint: undefined,
      idempotencyKey,
      // One deadline for all of the work, however many waits it takes.
      options: {
        ...resolveOptions({ signal }, this.#settings.defaults),
        get signatureTimeoutMs() {
          return leftMs();
        },
        get laneTimeoutMs() {
          return leftMs();
        },
        get confirmTimeoutMs() {
          return leftMs();
        },
      },
      mayExist: true,
      tell: emitterFor(this.#settings.onEvent),
    };
  }

  #conclude(ending: Ending<I, R> | undefined): Executed<R> {
    if (!ending) throw new TransactionNotFoundError();
    const { attempt, outcome } = ending;
    attempt.tell({
      type: 'final',
      durationMs: attempt.elapsedMs,
      outcome: outcome.state,
      hash: attempt.reference.hash,
    });
    const receipt = this.#receiptOf(attempt);
    if (outcome.state === 'confirmed') return { kind: 'chain', result: outcome.result, receipt };
    if (outcome.state === 'transferred') {
      return { kind: 'native', transfer: outcome.transfer, receipt };
    }
    throw errorOf(outcome, this.#stage.operators.evidence).about(receipt);
  }

  async #concludeBatch(job: Job<I>): Promise<Executed<R>> {
    const ending = await (await this.#batchFlow()).run(job);
    if (!ending) throw new TransactionNotFoundError();
    const { attempt, members } = ending;
    const durationMs = attempt.elapsedMs;
    attempt.tell({ type: 'final', durationMs, outcome: 'confirmed', hash: undefined });
    return { kind: 'batch', members, receipt: this.#receiptOf(attempt) };
  }

  #receiptOf(attempt: Attempt<I>): Receipt {
    const { reference, requestId, index } = attempt;
    return { ...reference, requestId, attempt: index, durable: this.#settings.durable };
  }
}

function pendingOf(
  record: SigningRecord,
  note: NoteRecord,
  nextNumber: bigint,
  tickets: ReadonlySet<bigint>,
): PendingTransaction[] {
  const { sequences, ticket } = orderOf(record);
  const { state } = record;
  // A signature that stands apart has no terms, and is nothing to go on with.
  const isTransaction = record.kind === 'native-transfer' || note.terms || note.batch;
  if (!isTransaction || state === 'rejected') return [];
  const unspent =
    ticket === undefined ? sequences.some((number) => number >= nextNumber) : tickets.has(ticket);
  const done = record.kind !== 'raw' || !unspent;
  if (state === 'signed' && done) return [];
  return [
    {
      idempotencyKey: note.idempotencyKey,
      requestId: record.idempotencyKey,
      custodyId: record.providerId,
      attempt: note.attempt,
      state,
      status: record.status,
      number: note.terms?.number.value.toString() ?? rangesOf(note),
      expiresAt: record.expiresAt,
    },
  ];
}

function batchOf(record: SigningRecord | undefined): BatchRecord | undefined {
  return record && orderOf(record).note?.batch;
}

function rangesOf({ batch }: NoteRecord): string | undefined {
  return batch && formatRanges(batch.numbers);
}

/** @throws ConfigurationError when a signer can't sign for a chain at all. */
export function checkSigner(signer: RawSigner, algorithm: string): void {
  if (!signer?.capabilities?.algorithms?.some((name) => name === algorithm)) {
    throw new ConfigurationError('signer', `must be a RawSigner that signs with ${algorithm}`);
  }
}
