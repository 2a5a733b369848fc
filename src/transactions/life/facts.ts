import type { PollPace } from '../../core/poll.js';
import type { RawSignature, SigningRecord } from '../../signer/raw-signer.js';
import type { AccountNumber, ForeignStatus, Signed, Submission, Terms } from '../chain.js';
import type { BuiltAt } from '../records/note.js';
import { requestIdOf } from '../records/request-id.js';
import type { Action } from './actions.js';
import type { Statement } from './verdict.js';

/**
 * The facts about one request of a key, as they were received. Nothing here is a conclusion: `decide` draws these
 * each time anew.
 */
export interface RequestFacts<R = unknown> {
  readonly wanted: Wanted;
  /** Each attempt with any facts, by its index. */
  readonly attempts: readonly AttemptFacts<R>[];
  readonly time: Time;
  /** How many answers were received. */
  readonly heard: number;
  /** How often the call has paused. Facts from before the latest pause may have changed. */
  readonly pauses: number;
  readonly pause: Pause | undefined;
  /** Whether another call of this process has cancelled the key. */
  readonly isCancelled: boolean;
}

/**
 * `carry` goes on to the final outcome, `finish` to the point where the account's lane is left, `cancel` until the key
 * can have no effect any more. `deliver` begins with a transaction that was signed elsewhere.
 */
export type Purpose =
  | { readonly purpose: 'carry' | 'finish' | 'deliver' }
  /** `cancelling` decides: it is loaded with the first call that cancels. */
  | { readonly purpose: 'cancel'; readonly cancelling: (facts: Facts) => readonly Action[] };

/** What a call wants, and its limits. It never changes. */
export type Wanted = Purpose & Limits;

interface Limits {
  readonly identity: {
    readonly chainId: string;
    readonly address: string;
    readonly idempotencyKey: string;
  };
  /** Which of a batch's requests; 0 where there is one. */
  readonly chunk: number;
  readonly isBatch: boolean;
  /** Whether the input is known, without which no request can be made. */
  readonly canMake: boolean;
  /** Whether another call may have used the key. */
  readonly mayExist: boolean;
  /** The fingerprint that the key has to be bound to, if it is known. */
  readonly fingerprint: string | undefined;
  /** Whether the custody platform makes the transfer by itself. */
  readonly isNative: boolean;
  /** Whether the signer can cancel requests. */
  readonly canCancel: boolean;
  /** Whether a Ticket is spent instead of the account's next number. */
  readonly usesTicket: boolean;
  /** The numbers to spend, if the caller has chosen them. */
  readonly chosen: readonly bigint[] | undefined;
  /** Whether a member that fails on the ledger keeps the rest from being sent. */
  readonly stopsOnFailure: boolean;
  readonly newAttempt: number | undefined;
  readonly resigns: boolean;
  readonly maxAttempts: number;
  /** Functions where one deadline limits several waits together. */
  readonly signatureTimeoutMs: () => number;
  readonly confirmTimeoutMs: () => number;
  /** How many operators are asked for the outcome of a transaction, and how many must agree. */
  readonly operators: number;
  readonly agree: number;
  readonly confirmPace: PollPace;
  readonly resubmitAfterMs: number;
  /** How many milliseconds a unit of expiries takes, where transactions expire. */
  readonly expiries: { readonly leastMs: number; readonly usualMs: number } | undefined;
}

/** The time of all clocks at one moment, in milliseconds. */
export interface Time {
  readonly monotonic: number;
  readonly wall: number;
  /** The signer's latest statement of its own time. */
  readonly signer: number | undefined;
}

export type PauseReason =
  | 'certainty'
  | 'submission'
  | 'confirmation'
  | 'cancellation'
  | 'custody'
  | 'hash';

export interface Pause {
  readonly reason: PauseReason;
  readonly attempt: number;
  /** Given for a pause that is for one member. */
  readonly member: number | undefined;
  readonly since: number;
  readonly count: number;
}

/** The signer's answer about a request. */
export type Search =
  | { readonly said: 'record'; readonly record: SigningRecord }
  | { readonly said: 'none' }
  | { readonly said: 'failed'; readonly error: unknown };

/** The attempt's position in its account's lane. */
type Place =
  | 'none'
  /** There was no room when it asked. */
  | 'full'
  | 'held'
  /** It was given up because other requests turned out to be before it. */
  | 'behind'
  /** It was given up for good. */
  | 'left';

/** The data that was read from the chain before a transaction is built. */
export interface Reading {
  /** {@link RequestFacts.heard} when it was read. */
  readonly heard: number;
  readonly nextNumber: bigint;
  /** The account's Tickets, where one is to be spent. */
  readonly tickets: readonly bigint[];
}

/** The signer's requests of an account. */
type Listed =
  | { readonly records: readonly SigningRecord[]; readonly isWhole: boolean }
  | { readonly error: unknown };

/** The content of a request to the signer. */
export interface Order {
  /** The content of each message, in hexadecimal. */
  readonly contents: readonly string[];
  /** Whether no part of it depends on the key. Unknown for a request that was found. */
  readonly isFixed: boolean | undefined;
}

/** The result of asking the signer. */
export type Asked =
  | { readonly said: 'signed'; readonly signatures: readonly RawSignature[] }
  | { readonly said: 'transferred'; readonly record: SigningRecord }
  | { readonly said: 'rejected'; readonly error: unknown; readonly txHash: string | undefined }
  /** Another call was faster under the same key. */
  | { readonly said: 'conflict'; readonly error: unknown }
  /** It checked the request, and accepted nothing. */
  | { readonly said: 'refused'; readonly error: unknown }
  /** It may have accepted it. A signature that is still awaited is reported this way, too. */
  | { readonly said: 'unclear'; readonly error: unknown };

/**
 * How an attempt ended for its lane: `settled`, or `expired` where its time was over, `rejected` where the signer
 * refused, or `followed` where a later attempt takes its numbers. An attempt that has expired, or is followed, is
 * looked up once more before a key's answer is final.
 */
export type End = 'settled' | 'expired' | 'rejected' | 'followed';

/** The facts about one attempt. */
export interface AttemptFacts<R = unknown> {
  readonly index: number;
  readonly requestId: string;
  /** {@link RequestFacts.heard} when the latest fact about it was received. */
  readonly heard: number;
  /** When the first fact about it was received, on the monotonic clock. */
  readonly startedAt: number;
  /** The same, or when it was built here. */
  readonly since: number;
  readonly built?: BuiltAt | undefined;
  readonly search?: Search | undefined;
  /** {@link RequestFacts.pauses} when it was last searched for. */
  readonly soughtAt?: number | undefined;
  readonly custodyId?: string | undefined;
  readonly place: Place;
  /** Which of the account's lanes that is in. */
  readonly lane?: AccountNumber['kind'] | undefined;
  /** The signer's other requests of the account, as far as it was asked. */
  readonly listed?: Listed | undefined;
  readonly reading?: Reading | undefined;
  /** Whether no request is before it that has yet to send, or to give up, a number. */
  readonly isFirst?: boolean | undefined;
  /** `room`: there is no Ticket, and how many more may be created. `gap`: a row would begin behind a free number. */
  readonly numbers?: readonly bigint[] | 'taken' | 'gap' | { readonly room: number } | undefined;
  readonly order?: Order | 'irreproducible' | undefined;
  /** The signer's list, read to find another key's request for the same bytes. */
  readonly others?: readonly SigningRecord[] | 'unknown' | undefined;
  /** Whether the lane knows that the signer has it. */
  readonly isAdopted?: boolean;
  /** Whether this call may have made the request: it is about to ask, or has asked. */
  readonly isCommitted?: boolean;
  readonly asked?: Asked | undefined;
  readonly isVerified?: boolean;
  /** Why a signature of it is invalid. */
  readonly invalid?: unknown;
  /** Which of its numbers no other request can be given any more, according to one count on the chain. */
  readonly gone?: readonly bigint[] | undefined;
  /** The account's next number when they were counted. */
  readonly next?: bigint | undefined;
  /** The end that this call last reported to the lane: then nothing is left to do for it. */
  readonly end?: End | undefined;
  /** The lane's decision after an answer that the signer has no request. */
  readonly declined?: { readonly mayAppear: boolean } | undefined;
  readonly isGivenUp?: boolean;
  /** Its numbers were to be spent without effect; `error` if that failed. */
  readonly overwritten?: { readonly error?: unknown } | undefined;
  /** The hash of a transfer that the custody platform made. */
  readonly hash?: { readonly value: string; readonly since: number } | undefined;
  /** What enough operators show under that hash. */
  readonly transfer?: { readonly pauses: number; readonly seen: ForeignStatus<R> } | undefined;
}

/** The facts about one transaction of an attempt. */
export interface MemberFacts<T = unknown, R = unknown> {
  readonly attempt: number;
  readonly index: number;
  readonly transaction: T;
  readonly terms: Terms;
  readonly signed?: Signed | undefined;
  /** `come`: every transaction with a smaller number was sent or given up. `lost`: its number is another request's. */
  readonly turn?: 'come' | 'lost';
  readonly sent?: Sent | undefined;
  /** Whether the lane knows that a node has it. */
  readonly isMarked?: boolean;
  /** Each operator's answer, when it was last looked up. */
  readonly look?: Look<R> | undefined;
}

export interface Sent {
  readonly firstAt: number;
  readonly lastAt: number;
  readonly pauses: number;
  readonly last: Submission;
  /** Whether an answer left open that a node has it. */
  readonly mayHaveArrived: boolean;
}

interface Look<R = unknown> {
  readonly pauses: number;
  /** {@link RequestFacts.heard} at its latest answer, and the time of the clocks then. */
  readonly heard: number;
  readonly time: Time;
  readonly said: readonly Statement<R>[];
}

/** All facts that `decide` depends on. */
export interface Facts<T = unknown, R = unknown> {
  readonly request: RequestFacts<R>;
  readonly members: readonly MemberFacts<T, R>[];
}

/** An attempt without facts. */
export function unheardOf({ wanted, time }: RequestFacts, index: number): AttemptFacts<never> {
  const { chainId, address, idempotencyKey } = wanted.identity;
  const requestId = requestIdOf(chainId, address, idempotencyKey, index, wanted.chunk);
  const { monotonic: startedAt } = time;
  return { index, requestId, heard: 0, startedAt, since: startedAt, place: 'none' };
}
