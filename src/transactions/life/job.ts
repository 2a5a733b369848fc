import type { Clock } from '../../core/clock.js';
import type { Listener } from '../../core/events.js';
import type { NativeTransferRequest, RawSigner, SigningRecord } from '../../signer/raw-signer.js';
import type { Account, AccountNumber, Chain, Snapshot } from '../chain.js';
import type { EventBase, TransactionEvent } from '../events.js';
import type { Finish, LanePass, Lanes, Replaced } from '../lanes/lanes.js';
import type { Operators } from '../operators.js';
import type { ResolvedOptions, TransactionDefaults } from '../options.js';
import type { BatchRecord } from '../records/note.js';
import type { TicketAllocator } from '../tickets.js';

/** What every call of a gateway works with. */
export interface Stage<I = unknown, T = unknown, R = unknown> {
  readonly chain: Chain<I, Snapshot, T, R>;
  /** The operators that are asked for the outcome of a transaction. */
  readonly operators: Operators<T, R>;
  readonly signer: RawSigner;
  /** The keys that signatures are verified against. */
  readonly keys: Pick<RawSigner, 'getPublicKey'>;
  /** Those of Tickets are lanes in which no request waits for another. */
  readonly lanes: Readonly<Record<AccountNumber['kind'], Lanes>>;
  readonly tickets: TicketAllocator | undefined;
  readonly clock: Clock;
  /** Whether requests are recorded outside this process. */
  readonly durable: boolean;
  /** The longest line in front of a note, in characters; 0 leaves it out. */
  readonly summaryLength: number;
  /** How a call finishes the work of others that stands before it in the lane. */
  readonly finishFor: (account: Account) => Finish;
  /** Of each call's options. */
  readonly defaults: TransactionDefaults;
  readonly onEvent: Listener<TransactionEvent> | undefined;
}

/** One call: what is wanted, for which account, under which key. */
export interface Job<I = unknown> {
  readonly account: Account;
  /** One input, or those of a batch. Absent when a call resumes what another began. */
  readonly inputs: readonly I[] | undefined;
  /** All that a batch has left, of which {@link Job.inputs} are for this request; an earlier call's may have had more. */
  readonly left?: readonly I[] | undefined;
  readonly fingerprint: string | undefined;
  readonly idempotencyKey: string;
  readonly options: ResolvedOptions;
  /** False only for a key that was just made: no other call can have used it. */
  readonly mayExist: boolean;
  /** The signer's record of its first request when the call began. */
  readonly known?: SigningRecord | undefined;
  /** The numbers to spend, if the lane does not choose them. */
  readonly numbers?: readonly AccountNumber[] | undefined;
  /** The request whose place on the chain it takes. */
  readonly replaces?: Replaced | undefined;
  /** Spends a Ticket instead of the account's next number. */
  readonly useTickets?: boolean | undefined;
  /** Whether its key was cancelled here since the call began: then it makes no further attempt. */
  readonly wasCancelled?: (() => boolean) | undefined;
  /** Of a call that only goes on with a request: leaves its place to its cancellation. Returns whether there is one. */
  readonly givesWay?: ((place: RequestPlace) => Promise<boolean>) | undefined;
  /** For several transactions under one key: how many there are in all, and when the rest is not sent. */
  readonly batch?: Pick<BatchRecord, 'total' | 'stopOnFailure'> | undefined;
  /** Lets the custody platform transfer by itself instead of signing what is built here. */
  readonly native?: NativeTransferOrder | undefined;
  readonly tell: Listener<TransactionEvent>;
}

/** The place of a request in its lane. */
export interface RequestPlace {
  readonly requestId: string;
  readonly pass: LanePass;
  /** The one that is to be sent next. */
  readonly number: bigint;
}

/** A call of this process that is under way, and may make requests until its key is cancelled. */
export interface OpenCall {
  readonly job: Pick<Job, 'account' | 'idempotencyKey'>;
  wasCancelled: boolean;
}

/** The content of a native transfer, without the fields of every request. */
export type NativeTransferOrder = Pick<NativeTransferRequest, 'from' | 'to' | 'amount'>;

type WithoutBase<E> = E extends unknown ? Omit<E, keyof EventBase> : never;

/** An event, without the fields of every event. */
export type EventBody = WithoutBase<TransactionEvent>;
