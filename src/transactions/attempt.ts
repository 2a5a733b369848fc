import type { Clock } from '../core/clock.js';
import { GatewayError, type TransactionReference } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import type { Random } from '../core/random.js';
import type { NativeTransferRequest, RawSigner, SigningRecord } from '../signer/raw-signer.js';
import type { Account, AccountNumber, Chain, Signed, Snapshot } from './chain.js';
import { UnexpectedFailureError } from './errors.js';
import type { EventBase, TransactionEvent } from './events.js';
import type { Lanes, Outrun } from './lanes.js';
import {
  type BatchRecord,
  type BuiltAt,
  type NoteRecord,
  readNote,
  sequencesOf,
} from './note-record.js';
import type { Operators } from './operators.js';
import type { ResolvedOptions } from './options.js';
import { chunkOf, requestIdOf } from './request-id.js';

/** What every stage of a transaction's life works with. */
export interface Stage<Input, S extends Snapshot, Transaction, Result> {
  readonly chain: Chain<Input, S, Transaction, Result>;
  /** Who is asked what became of a transaction. */
  readonly operators: Operators<Transaction, Result>;
  readonly signer: RawSigner;
  readonly lanes: Lanes;
  /** Lanes of Tickets, in which nobody waits for anybody. */
  readonly ticketLanes: Lanes;
  readonly clock: Clock;
  readonly random: Random;
}

/** One call: what is wanted, of whom, under which key. */
export interface Job<Input> {
  readonly account: Account;
  /** One, or those of a batch. Absent when a call resumes what another began. */
  readonly inputs: readonly Input[] | undefined;
  readonly fingerprint: string | undefined;
  readonly idempotencyKey: string;
  readonly options: ResolvedOptions;
  /** False only for a key that was made a moment ago: nobody can have used it. */
  readonly mayExist: boolean;
  /** What the signer said of its first request as the call began. */
  readonly known?: SigningRecord | undefined;
  /** The number to spend, where it is not the lane's to choose. */
  readonly number?: AccountNumber | undefined;
  /** Whose place on the chain it is to take. */
  readonly outruns?: Outrun | undefined;
  /** Spends a Ticket instead of the account's next number. */
  readonly useTickets?: boolean | undefined;
  /** Whether its key was cancelled here since the call began: it makes no further attempt. */
  readonly wasCancelled?: (() => boolean) | undefined;
  /** For several transactions under one key. */
  readonly batch?: BatchTerms | undefined;
  /** Has the custody transfer by itself instead of signing what is built here. */
  readonly native?: NativeTransferOrder | undefined;
  readonly tell: Listener<TransactionEvent>;
}

/** What was said of a batch as a whole. */
interface BatchTerms extends Pick<BatchRecord, 'total' | 'stopOnFailure'> {
  /** The numbers to spend, where they are not the lane's to choose. */
  readonly numbers?: readonly bigint[] | undefined;
}

/** What a native transfer is about, but for what every request carries. */
export type NativeTransferOrder = Pick<NativeTransferRequest, 'from' | 'to' | 'amount'>;

/** What is known of how old a transaction is. */
export interface Age {
  /** When this process built it, or heard of it first, on the monotonic clock. */
  readonly since: number;
  readonly built?: BuiltAt | undefined;
  /** What the signer remembers of its request. */
  readonly record?: SigningRecord | undefined;
}

/** A transaction that may land: it is signed, or somebody was asked to sign it. */
export interface Made<Transaction> {
  readonly transaction: Transaction;
  readonly signed?: Signed;
  /** Unknown of one that was not signed here. */
  readonly age?: Age | undefined;
}

/** A transaction with a verified signature. */
export interface Delivery<Transaction> extends Made<Transaction> {
  readonly signed: Signed;
}

type WithoutBase<E> = E extends unknown ? Omit<E, keyof EventBase> : never;

/** An event, but for what every event says. */
export type EventBody = WithoutBase<TransactionEvent>;

type AttemptStage = { readonly chain: { readonly id: string }; readonly clock: Clock };

/** One of a key's attempts, and what is known of it so far. */
export class Attempt<Input> {
  readonly job: Job<Input>;
  readonly index: number;
  /** Which of a batch's requests it is. */
  readonly chunk: number;
  readonly requestId: string;
  /** Whether its transaction may be another key's as well, to the last byte. */
  isShared = false;
  readonly #chainId: string;
  readonly #clock: Clock;
  readonly #startedAt: number;
  #age: Age;
  #custodyId: string | undefined;
  #hash: string | undefined;

  constructor(stage: AttemptStage, job: Job<Input>, index: number, chunk = 0) {
    const { chain, clock } = stage;
    this.job = job;
    this.index = index;
    this.chunk = chunk;
    this.requestId = requestIdOf(chain.id, job.account.address, job.idempotencyKey, index, chunk);
    this.#chainId = chain.id;
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#age = { since: this.#startedAt };
    if (job.known?.idempotencyKey === this.requestId) this.learnRecord(job.known);
  }

  get options(): ResolvedOptions {
    return this.job.options;
  }

  get reference(): TransactionReference {
    return {
      idempotencyKey: this.job.idempotencyKey,
      requestId: this.requestId,
      attempt: this.index,
      ...(this.#custodyId === undefined ? {} : { custodyId: this.#custodyId }),
      ...(this.#hash === undefined ? {} : { hash: this.#hash }),
      ...(this.isShared ? { exclusive: false as const } : {}),
    };
  }

  /** Milliseconds since this attempt began. */
  get elapsedMs(): number {
    return this.#clock.monotonic() - this.#startedAt;
  }

  /** Begins a step; what it gives tells the milliseconds since. */
  beginStep(): () => number {
    const startedAt = this.elapsedMs;
    return () => this.elapsedMs - startedAt;
  }

  /** What is known of how old its transaction is. */
  get age(): Age {
    return this.#age;
  }

  /** What it is about has just been built of this. */
  builtFrom({ height }: Snapshot): void {
    const built = height === undefined ? undefined : { height, time: this.#clock.now() };
    this.#age = { since: this.#clock.monotonic(), built };
  }

  learnRecord(record: SigningRecord): void {
    this.#custodyId = record.providerId;
    const { since, built } = this.#age;
    const note = readNote(record.note);
    this.isShared ||= note?.isShared === true;
    this.#age = { since, built: note?.built ?? built, record };
  }

  learnHash(hash: string): void {
    this.#hash = hash;
  }

  /** It has landed. Under another hash than ours it has the signature that another key asked for. */
  learnLanded(hash: string): void {
    this.isShared ||= this.#hash !== hash;
    this.#hash = hash;
  }

  tell(event: EventBody): void {
    const { account, idempotencyKey, tell } = this.job;
    tell({
      ...event,
      at: this.#clock.now(),
      chain: this.#chainId,
      vaultAccountId: account.vaultAccountId,
      idempotencyKey,
      attempt: this.index,
    });
  }

  /** Takes over what a signer says of the request in its error: there its key is the request's id. */
  learnFrom(error: unknown): void {
    if (!(error instanceof GatewayError)) return;
    const { idempotencyKey, custodyId } = error.transaction ?? {};
    if (idempotencyKey !== this.requestId) return;
    if (custodyId !== undefined) this.#custodyId = custodyId;
    delete error.transaction;
  }

  /** Lets an error say which transaction it is about. */
  explain(error: unknown): unknown {
    this.learnFrom(error);
    if (error instanceof GatewayError) return ownOf(error, this.reference).about(this.reference);
    return new UnexpectedFailureError(error).about(this.reference);
  }
}

/** The error itself, or a copy where another key has been told it: both waited for what failed. */
function ownOf(error: GatewayError, { idempotencyKey }: TransactionReference): GatewayError {
  if ((error.transaction?.idempotencyKey ?? idempotencyKey) === idempotencyKey) return error;
  const copy: GatewayError = Object.setPrototypeOf(new Error(), Object.getPrototypeOf(error));
  const { transaction, ...facts } = Object.getOwnPropertyDescriptors(error);
  return Object.defineProperties(copy, facts);
}

/** The name of an account's lane. */
export function laneOf(chainId: string, account: Account): string {
  return `${chainId}/${account.address}`;
}

/** What a signing record says in its note, and where it stands in its account's order. */
export function orderOf(record: SigningRecord): {
  readonly note: NoteRecord | undefined;
  /** Ascending; none for a Ticket, or for the custody's own transfer. */
  readonly sequences: readonly bigint[];
  /** The Ticket that it would spend. */
  readonly ticket: bigint | undefined;
} {
  const note = readNote(record.note);
  const number = note?.terms?.number;
  const ticket = number?.kind === 'ticket' ? number.value : undefined;
  return { note, sequences: sequencesOf(note), ticket };
}

/**
 * The note of a record that is of this chain and account, if what it says is what the record's id was
 * made of: one key may serve several chains and networks, and a note may be anybody's.
 */
export function ownNoteOf(
  chainId: string,
  account: Account,
  record: SigningRecord,
): NoteRecord | undefined {
  const note = readNote(record.note);
  if (!note) return undefined;
  const { idempotencyKey, attempt } = note;
  const chunk = chunkOf(record.idempotencyKey);
  const id = requestIdOf(chainId, account.address, idempotencyKey, attempt, chunk);
  return id === record.idempotencyKey ? note : undefined;
}
