import { randomBytes } from '@noble/hashes/utils.js';
import { bytesToHex } from '../core/bytes.js';
import type { CallOptions, Clock } from '../core/clock.js';
import { ConfigurationError, GatewayError, type TransactionReference } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import type { RawSigner, SigningMessage, SigningRecord } from '../signer/raw-signer.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type { Accounts } from './accounts.js';
import {
  type Attempt,
  type Delivery,
  type Job,
  type NativeTransferOrder,
  orderOf,
  type Stage,
} from './attempt.js';
import { cancelTransaction } from './cancel.js';
import type { Account, Chain, Snapshot } from './chain.js';
import { confirm, submitUntilTaken } from './delivery.js';
import { TransactionNotFoundError } from './errors.js';
import type { TransactionEvent } from './events.js';
import { type Ending, Flow } from './flow.js';
import type { Lanes } from './lanes.js';
import {
  checkDefaults,
  checkIdempotencyKey,
  resolveOptions,
  type TransactionDefaults,
  type TransactionOptions,
} from './options.js';
import { errorOf } from './outcome.js';
import { fingerprintOf } from './request-id.js';
import { signApart } from './sign-apart.js';

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
  | { readonly kind: 'native'; readonly transfer: SigningRecord; readonly receipt: Receipt };

/** A transaction that is not final yet. */
export interface PendingTransaction extends TransactionReference {
  readonly requestId: string;
  readonly custodyId: string;
  /** `signed`: the signature exists, but the account's number is unspent. */
  readonly state: 'pending' | 'signed';
  /** The custody's own word. */
  readonly status: string;
  /** The sequence number or Ticket, as decimal text; unknown for a native transfer. */
  readonly number: string | undefined;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt: number | undefined;
}

export interface TransactionsSettings<I, S extends Snapshot, T, R> {
  readonly chain: Chain<I, S, T, R>;
  readonly signer: RawSigner;
  readonly accounts: Accounts;
  readonly lanes: Lanes;
  readonly clock: Clock;
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
}

/** What a gateway does with transactions; how they live is {@link Flow}'s. */
export class Transactions<I, S extends Snapshot, T, R> {
  readonly #settings: TransactionsSettings<I, S, T, R>;
  readonly #stage: Stage<I, S, T, R>;
  readonly #flow: Flow<I, S, T, R>;

  constructor(settings: TransactionsSettings<I, S, T, R>) {
    const { chain, signer, lanes, clock } = settings;
    this.#settings = { ...settings, defaults: checkDefaults(settings.defaults) };
    this.#stage = { chain, signer, lanes, clock };
    this.#flow = new Flow(this.#stage, (account, record, timeoutMs) =>
      this.#strangersJob(account, record, timeoutMs),
    );
  }

  account(vaultAccountId: string, options?: CallOptions): Promise<Account> {
    return this.#settings.accounts.resolve(vaultAccountId, options);
  }

  /** Makes a transaction, or finds the one that its key has made already. */
  async execute(call: TransactionCall<I>): Promise<Executed<R>> {
    const options = resolveOptions(call.options, this.#settings.defaults);
    const account = await this.account(call.vaultAccountId, { signal: options.signal });
    const idempotencyKey = options.idempotencyKey ?? bytesToHex(randomBytes(16));
    const { chain } = this.#stage;
    const job: Job<I> = {
      account,
      input: call.input,
      fingerprint: fingerprintOf(chain.id, account.address, chain.canonicalOf(call.input)),
      idempotencyKey,
      options,
      mayExist: options.idempotencyKey !== undefined,
      native: call.native,
      tell: emitterFor(this.#settings.onEvent, options.onEvent),
    };
    if (!job.mayExist) {
      job.tell({
        type: 'key-made',
        at: this.#stage.clock.now(),
        chain: chain.id,
        vaultAccountId: account.vaultAccountId,
        idempotencyKey,
        attempt: 1,
      });
    }
    return this.#conclude(await this.#flow.run(job));
  }

  /** Goes on with what a key began, with nothing but what the custody and the chain know. */
  async resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions,
  ): Promise<Executed<R>> {
    return this.#conclude(
      await this.#flow.run(await this.#job(vaultAccountId, idempotencyKey, options)),
    );
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
    return records.flatMap((record) => pendingOf(record, next));
  }

  /**
   * Sees to it that a key's transaction has no effect: asks the custody to give it up, or spends its
   * number on nothing when it is signed already.
   */
  async cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options: TransactionOptions,
  ): Promise<Receipt> {
    const job = await this.#job(vaultAccountId, idempotencyKey, options);
    return this.#receiptOf(await cancelTransaction(this.#stage, this.#flow, job));
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
      const outcome = taken ?? (await confirm(this.#stage, sender, delivery));
      if (outcome.state === 'confirmed') return outcome.result;
      throw errorOf(outcome);
    } catch (error) {
      throw error instanceof GatewayError ? error.about({ idempotencyKey, hash }) : error;
    }
  }

  async #job(
    vaultAccountId: string,
    idempotencyKey: string,
    given: TransactionOptions,
  ): Promise<Job<I>> {
    const key = checkIdempotencyKey(idempotencyKey);
    const options = resolveOptions(given, this.#settings.defaults);
    return {
      account: await this.account(vaultAccountId, { signal: options.signal }),
      input: undefined,
      fingerprint: undefined,
      idempotencyKey: key,
      options,
      mayExist: true,
      tell: emitterFor(this.#settings.onEvent, options.onEvent),
    };
  }

  /** The job of a request whose own caller is gone, for whoever waits behind it. */
  #strangersJob(account: Account, record: SigningRecord, timeoutMs: number): Job<I> {
    const options = { signatureTimeoutMs: Math.max(0, timeoutMs) };
    return {
      account,
      input: undefined,
      fingerprint: undefined,
      idempotencyKey: orderOf(record).note?.idempotencyKey ?? record.idempotencyKey,
      options: resolveOptions(options, this.#settings.defaults),
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
    throw errorOf(outcome).about(receipt);
  }

  #receiptOf(attempt: Attempt<I>): Receipt {
    const { reference, requestId, index } = attempt;
    return { ...reference, requestId, attempt: index, durable: this.#settings.durable };
  }
}

function pendingOf(record: SigningRecord, nextNumber: bigint): PendingTransaction[] {
  const { note, sequence } = orderOf(record);
  const { state } = record;
  // A signature that stands apart has no terms, and is nothing to go on with.
  const isTransaction = record.kind === 'native-transfer' || note?.terms !== undefined;
  if (!note || !isTransaction || state === 'rejected') return [];
  const done = record.kind !== 'raw' || (sequence !== undefined && sequence < nextNumber);
  if (state === 'signed' && done) return [];
  return [
    {
      idempotencyKey: note.idempotencyKey,
      requestId: record.idempotencyKey,
      custodyId: record.providerId,
      attempt: note.attempt,
      state,
      status: record.status,
      number: note.terms?.number.value.toString(),
      expiresAt: record.expiresAt,
    },
  ];
}

/** @throws ConfigurationError when a signer can't sign for a chain at all. */
export function checkSigner(signer: RawSigner, algorithm: string): void {
  if (!signer?.capabilities?.algorithms?.some((name) => name === algorithm)) {
    throw new ConfigurationError('signer', `must be a RawSigner that signs with ${algorithm}`);
  }
}
