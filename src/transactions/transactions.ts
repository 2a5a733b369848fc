import type { CallOptions } from '../core/clock.js';
import { InvalidInputError } from '../core/errors.js';
import { emitterFor } from '../core/events.js';
import { once } from '../core/once.js';
import type { Random } from '../core/random.js';
import type { SigningMessage } from '../signer/raw-signer.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type { Accounts } from './accounts.js';
import { signersRecordOf } from './answer-time.js';
import type { Account, AccountNumber, Signed } from './chain.js';
import type { Executed, ExecutedBatch, Receipt } from './executed.js';
import { forKey, life } from './for-key.js';
import { cancelledBy } from './lanes/cancellations.js';
import type { Replaced } from './lanes/lanes.js';
import type { Job, NativeTransferOrder, OpenCall, Stage } from './life/job.js';
import {
  checkIdempotencyKey,
  type ResolvedOptions,
  resolveOptions,
  type TransactionOptions,
} from './options.js';
import type { PendingTransaction } from './pending.js';
import { fingerprintOf, newKey, requestIdOf } from './records/request-id.js';
import { generatedNonces, type TicketAllocator } from './tickets.js';

/** What a gateway gives; the rest of the stage follows from it. */
export interface TransactionsSettings<I, T, R>
  extends Omit<Stage<I, T, R>, 'keys' | 'tickets' | 'finishFor'> {
  readonly accounts: Accounts;
  /** How many Tickets are created at a time. */
  readonly ticketCount: number;
  readonly random: Random;
}

export interface TransactionCall<I> {
  readonly vaultAccountId: string;
  /** Validated. */
  readonly input: I;
  readonly options: ResolvedOptions;
  readonly native?: NativeTransferOrder | undefined;
  readonly useTickets?: boolean | undefined;
  /** The number to spend, if the caller has chosen it. */
  readonly number?: AccountNumber | undefined;
  /** The transaction whose place it takes. */
  readonly replaces?: Replaced | undefined;
  /** The vault accounts that are paid, or sign too. */
  readonly participants?: readonly string[] | undefined;
}

export interface BatchCall<I>
  extends Pick<TransactionCall<I>, 'vaultAccountId' | 'options' | 'participants'> {
  /** Validated. */
  readonly inputs: readonly I[];
  readonly stopOnFailure: boolean;
}

type AccountOptions = CallOptions & Pick<TransactionOptions, 'idempotencyKey'>;

/** The operations of a gateway on transactions; `life/decide.ts` decides their life. */
export class Transactions<I, T, R> {
  readonly #settings: TransactionsSettings<I, T, R>;
  readonly #stage: Stage<I, T, R>;
  /** The calls under way that may make a request. */
  readonly #calls = new Set<OpenCall>();

  constructor(settings: TransactionsSettings<I, T, R>) {
    this.#settings = settings;
    this.#stage = {
      ...settings,
      keys: settings.accounts,
      tickets: this.#ticketSource(),
      finishFor:
        (account) =>
        async (...given) =>
          (await import('./life/finish.js')).finish(this.#stage, account, given),
    };
  }

  /** A key for a call that came without one, reported at once: a caller that stops waiting can ask with it. */
  keyFor(account: Account, options: ResolvedOptions): string {
    return this.#keyIn(options, account, emitterFor(this.#settings.onEvent, options.onEvent));
  }

  /**
   * An account, by the options of the call that needs it.
   *
   * @throws InvalidInputError for the key of a cancellation: a payment with it would keep another from being cancelled.
   */
  async account(vaultAccountId: string, options: AccountOptions = {}): Promise<Account> {
    if (cancelledBy(options.idempotencyKey) === undefined) {
      return this.#accountOf(vaultAccountId, options);
    }
    throw new InvalidInputError('idempotencyKey', 'is the key of a cancellation');
  }

  #accountOf(
    vaultAccountId: string,
    { idempotencyKey, signal, timeoutMs }: AccountOptions,
  ): Promise<Account> {
    return forKey(idempotencyKey, () =>
      this.#settings.accounts.resolve(vaultAccountId, { signal, timeoutMs }),
    );
  }

  /** Makes a transaction, or finds the one that was already made under its key. */
  async execute(call: TransactionCall<I>): Promise<Executed<R>> {
    const { input, options, native, useTickets, number, replaces, participants } = call;
    const account = await this.account(call.vaultAccountId, options);
    const canonical = this.#stage.chain.canonicalOf(input);
    const job = this.#newJob(account, options, canonical, [input], participants);
    const numbers = number && [number];
    const given = { ...job, native, useTickets, numbers, replaces };
    const { executeOne } = await life();
    return this.#cancellably(given, (own) => executeOne(this.#stage, own));
  }

  /** The same for several transactions of one account, signed with one approval, sent in order. */
  async executeBatch(call: BatchCall<I>): Promise<ExecutedBatch<R>> {
    const { inputs, options, stopOnFailure, participants } = call;
    const account = await this.account(call.vaultAccountId, options);
    const canonical = inputs.map((input) => this.#stage.chain.canonicalOf(input));
    const job = this.#newJob(account, options, { batch: canonical }, inputs, participants);
    const given = { ...job, batch: { total: inputs.length, stopOnFailure } };
    const { executeBatch } = await import('./life/batch.js');
    return this.#cancellably(given, (own) => executeBatch(this.#stage, own));
  }

  /**
   * Continues a key's transaction, from the custody platform and the chain alone.
   *
   * @param canonical - The input that the key has to stand for, if it is known.
   * @throws IdempotencyConflictError when it stands for another input.
   */
  async resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: ResolvedOptions,
    canonical?: unknown,
  ): Promise<Executed<R>> {
    const known = await this.#knownJob(vaultAccountId, idempotencyKey, options);
    const fingerprint =
      canonical === undefined ? undefined : this.#fingerprint(known.account, canonical);
    const { givingWay } = await import('./life/yielding.js');
    const givesWay = givingWay(this.#stage, known.account, options);
    const job = { ...known, fingerprint, givesWay };
    if (!job.batch) return (await life()).executeOne(this.#stage, job);
    const { executeBatch } = await import('./life/batch.js');
    return executeBatch(this.#stage, job);
  }

  /** The account's transactions that are not final, oldest first. */
  async pending(
    vaultAccountId: string,
    options: CallOptions,
  ): Promise<readonly PendingTransaction[]> {
    const account = await this.account(vaultAccountId, options);
    const { pendingOf } = await import('./pending.js');
    return pendingOf(this.#stage, account, options);
  }

  /**
   * Makes a key's transaction have no effect: asks the custody platform to cancel it, or spends its number without
   * effect when it is signed already. Calls of this process that are under way with the key make no further attempt.
   */
  async cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options: ResolvedOptions,
  ): Promise<Receipt> {
    const job = await this.#knownJob(vaultAccountId, idempotencyKey, options);
    const { cancelKey } = await import('./life/cancel.js');
    return cancelKey(this.#stage, job, this.#calls);
  }

  /** Whether the signer has a request under a key: then another call with it begins nothing new. */
  async knows(
    vaultAccountId: string,
    idempotencyKey: string,
    options: CallOptions = {},
  ): Promise<boolean> {
    const account = await this.account(vaultAccountId, options);
    const key = checkIdempotencyKey(idempotencyKey);
    const id = requestIdOf(this.#stage.chain.id, account.address, key, 1);
    return (await signersRecordOf(this.#stage, id, options)) !== undefined;
  }

  /**
   * Signs a message with an account's key that is no transaction of the account: one signer's part of another
   * account's transaction, or a statement. It takes no number and no lane; everything else is the same.
   *
   * @param callKey - The key of the call that wants it, if it is not the signature's own.
   */
  async sign(
    vaultAccountId: string,
    contentOf: (account: Account) => {
      readonly messages: readonly SigningMessage[];
      readonly payload: unknown;
    },
    options: ResolvedOptions,
    callKey?: string,
  ): Promise<{ readonly account: Account; readonly signatures: readonly VerifiedSignature[] }> {
    const account = await this.account(vaultAccountId, options);
    const { messages, payload } = contentOf(account);
    const tell = emitterFor(this.#settings.onEvent, options.onEvent);
    const idempotencyKey = this.#keyIn(options, account, tell);
    this.#warnOf([vaultAccountId], callKey ?? idempotencyKey, tell);
    const { signApart } = await import('./life/sign-apart.js');
    const request = { account, messages, payload, idempotencyKey, options };
    return { account, signatures: await signApart(this.#stage, request) };
  }

  /** Submits and confirms a transaction that was signed elsewhere, such as by several signers. */
  async deliver(
    address: string,
    delivery: { readonly transaction: T; readonly signed: Signed },
    options: ResolvedOptions,
  ): Promise<R> {
    const { deliver } = await import('./life/deliver.js');
    return deliver(this.#stage, address, delivery, options);
  }

  /** The job of a key, as far as its first request shows it. */
  async #knownJob(
    vaultAccountId: string,
    idempotencyKey: string,
    options: ResolvedOptions,
  ): Promise<Job<I>> {
    const key = checkIdempotencyKey(idempotencyKey);
    const job: Job<I> = {
      account: await this.#accountOf(vaultAccountId, { ...options, idempotencyKey }),
      inputs: undefined,
      fingerprint: undefined,
      idempotencyKey: key,
      options,
      mayExist: true,
      tell: emitterFor(this.#settings.onEvent, options.onEvent),
    };
    const { known } = await life();
    return known(this.#stage, job);
  }

  #newJob(
    account: Account,
    options: ResolvedOptions,
    canonical: unknown,
    inputs: readonly I[],
    participants: readonly string[] = [],
  ): Job<I> {
    const tell = emitterFor(this.#settings.onEvent, options.onEvent);
    const fingerprint = this.#fingerprint(account, canonical);
    const idempotencyKey = this.#keyIn(options, account, tell);
    this.#warnOf([account.vaultAccountId, ...participants], idempotencyKey, tell);
    const mayExist = options.idempotencyKey !== undefined;
    return { account, inputs, fingerprint, idempotencyKey, options, mayExist, tell };
  }

  #fingerprint({ address }: Account, canonical: unknown): string {
    return fingerprintOf(this.#stage.chain.id, address, canonical);
  }

  /** The key of a call; one that is made here is told. */
  #keyIn(
    { idempotencyKey }: ResolvedOptions,
    { vaultAccountId }: Account,
    tell: Job<I>['tell'],
  ): string {
    if (idempotencyKey) return idempotencyKey;
    const made = newKey(this.#settings.random);
    tell({ type: 'key-made', ...this.#about(vaultAccountId, made) });
    return made;
  }

  /** Tells what is to be known of accounts before they are paid, or sign. */
  #warnOf(vaultAccountIds: readonly string[], idempotencyKey: string, tell: Job<I>['tell']): void {
    for (const id of vaultAccountIds) {
      for (const warning of this.#settings.accounts.takeUntold(id)) {
        tell({ ...this.#about(id, idempotencyKey), ...warning });
      }
    }
  }

  /** What the first events of a key say. */
  #about(vaultAccountId: string, idempotencyKey: string) {
    const { chain, clock } = this.#stage;
    return { chain: chain.id, vaultAccountId, idempotencyKey, attempt: 1, at: clock.now() };
  }

  /** Runs a call that may make requests; once its key is cancelled here, it makes no further one. */
  async #cancellably<E>(job: Job<I>, act: (job: Job<I>) => Promise<E>): Promise<E> {
    const call = { job, wasCancelled: false };
    this.#calls.add(call);
    try {
      return await act({ ...job, wasCancelled: () => call.wasCancelled });
    } finally {
      this.#calls.delete(call);
    }
  }

  #ticketSource(): TicketAllocator | undefined {
    const { chain, clock, defaults, ticketCount: count } = this.#settings;
    const { tickets: source } = chain;
    if (!source) return undefined;
    if ('generate' in source) return generatedNonces(source);
    const execute = async (account: Account, input: I) => {
      const options = resolveOptions({}, defaults);
      const job = this.#newJob(account, options, chain.canonicalOf(input), [input]);
      return (await life()).executeOne(this.#stage, job);
    };
    // Loaded with the first Ticket, before a signature is requested.
    const pool = once(async () => {
      const { TicketPool } = await import('./ticket-pool.js');
      return new TicketPool({ source, count, clock, execute });
    });
    return {
      take: async (...given) => (await pool()).take(...given),
      create: async (...given) => (await pool()).create(...given),
    };
  }
}
