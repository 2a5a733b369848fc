import type { PollPace } from '../../core/poll.js';
import type { RawSignature, SigningRecord } from '../../signer/raw-signer.js';
import type { AccountNumber, ForeignSighting, Signed, Submission, Terms } from '../chain.js';
import type { BuiltAt } from '../records/note.js';
import { requestIdOf } from '../records/request-id.js';
import type { Statement } from './verdict.js';

/**
 * What is known of one request of a key, as it was heard. Nothing here is a conclusion: those are drawn by
 * `decide`, each time anew.
 */
export interface RequestFacts<R = unknown> {
  readonly wanted: Wanted;
  /** Each attempt of which anything was heard, by its index. */
  readonly attempts: readonly AttemptFacts<R>[];
  readonly time: Time;
  /** How many answers were heard. */
  readonly heard: number;
  /** How often the call has paused. What was looked up before the latest pause may be otherwise now. */
  readonly pauses: number;
  readonly pause: Pause | undefined;
  /** Whether another call of this process has cancelled the key. */
  readonly isCancelled: boolean;
}

/** What a call asks for, and within which bounds. It never changes. */
export interface Wanted {
  /**
   * `carry` goes on to the final outcome, `finish` to where the account's lane is left, `cancel` until nothing
   * can come of the key any more. `deliver` begins with what was signed elsewhere.
   */
  readonly purpose: 'carry' | 'finish' | 'cancel' | 'deliver';
  readonly identity: {
    readonly chainId: string;
    readonly address: string;
    readonly idempotencyKey: string;
  };
  /** Which of a batch's requests; 0 where there is one. */
  readonly chunk: number;
  readonly isBatch: boolean;
  /** Whether the input is known, without which nothing can be made. */
  readonly canMake: boolean;
  /** Whether another call may have used the key. */
  readonly mayExist: boolean;
  /** What the key has to be bound to, where that is known. */
  readonly fingerprint: string | undefined;
  /** Whether the custody is to transfer by itself. */
  readonly isNative: boolean;
  /** Whether the signer can be asked to give a request up. */
  readonly canCancel: boolean;
  /** Whether a Ticket is spent in the place of the account's next number. */
  readonly usesTicket: boolean;
  /** The numbers to spend, where the caller has chosen them. */
  readonly chosen: readonly bigint[] | undefined;
  /** Whether a member that fails on the ledger keeps the rest from being sent. */
  readonly stopsOnFailure: boolean;
  readonly newAttempt: number | undefined;
  readonly resigns: boolean;
  readonly maxAttempts: number;
  /** Functions where a deadline bounds several waits together. */
  readonly signatureTimeoutMs: () => number;
  readonly confirmTimeoutMs: () => number;
  /** How many operators are asked what became of a transaction, and how many must say the same. */
  readonly operators: number;
  readonly agree: number;
  readonly confirmPace: PollPace;
  readonly resubmitAfterMs: number;
  /** How many milliseconds a unit of expiries takes, where transactions expire. */
  readonly expiries: { readonly leastMs: number; readonly usualMs: number } | undefined;
}

/** What all clocks show at a moment, in milliseconds. */
interface Time {
  readonly monotonic: number;
  readonly wall: number;
  /** What the signer has last said of its own. */
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
  /** The attempt or member that is waited for. */
  readonly of: number;
  readonly since: number;
  readonly count: number;
}

/** What the signer said when it was asked for a request. */
export type Search =
  | { readonly said: 'record'; readonly record: SigningRecord }
  | { readonly said: 'none' }
  | { readonly said: 'failed'; readonly error: unknown };

/** Where an attempt stands in its account's lane. */
type Place =
  | 'none'
  /** There was no room when it asked. */
  | 'full'
  | 'held'
  /** It was given up for others that turned out to be before it. */
  | 'behind'
  /** It was given up for good. */
  | 'left';

/** What was read of the chain before a transaction is built. */
export interface Reading {
  /** {@link RequestFacts.heard} when it came. */
  readonly heard: number;
  readonly nextNumber: bigint;
  /** The account's Tickets, where one is to be spent. */
  readonly tickets: readonly bigint[];
}

/** What the signer has of an account's requests. */
type Listed = { readonly records: readonly SigningRecord[] } | { readonly error: unknown };

/** What the signer is asked to sign. */
export interface Order {
  /** The content of each message, in hexadecimal. */
  readonly contents: readonly string[];
  /** Whether nothing in it is the key's own. Unknown of a request that was found. */
  readonly isFixed: boolean | undefined;
}

/** What came of asking the signer. */
export type Asked =
  | { readonly said: 'signed'; readonly signatures: readonly RawSignature[] }
  | { readonly said: 'transferred'; readonly record: SigningRecord }
  | { readonly said: 'rejected'; readonly error: unknown; readonly txHash: string | undefined }
  /** Another call was faster under the same key. */
  | { readonly said: 'conflict'; readonly error: unknown }
  /** It looked at what it was asked, and took nothing. */
  | { readonly said: 'refused'; readonly error: unknown }
  /** It may have taken it. That a signature is still awaited is told so, too. */
  | { readonly said: 'unclear'; readonly error: unknown };

/**
 * How an attempt is over for its lane: `settled`, or `expired` where its time was over, `rejected` where the signer
 * refused, or `followed` where a later attempt takes its numbers. What has expired, or is followed, is looked up once
 * more before a key is called dead.
 */
export type End = 'settled' | 'expired' | 'rejected' | 'followed';

/** What was heard of one attempt. */
export interface AttemptFacts<R = unknown> {
  readonly index: number;
  readonly requestId: string;
  /** {@link RequestFacts.heard} when anything was last heard of it. */
  readonly heard: number;
  /** When it was first heard of, on the monotonic clock. */
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
  /** What the signer has of the account's other requests, as far as it was asked. */
  readonly listed?: Listed | undefined;
  readonly reading?: Reading | undefined;
  /** Whether nobody is before it that has yet to send, or to give up, a number. */
  readonly isFirst?: boolean | undefined;
  /** `room`: there is no Ticket, and how many more may be created. */
  readonly numbers?: readonly bigint[] | 'taken' | { readonly room: number } | undefined;
  readonly order?: Order | 'irreproducible' | undefined;
  /** The signer's list, read to find another key's request for the same bytes. */
  readonly others?: readonly SigningRecord[] | 'unknown' | undefined;
  /** Whether the lane knows that the signer has it. */
  readonly isAdopted?: boolean;
  readonly asked?: Asked | undefined;
  readonly isVerified?: boolean;
  /** Why a signature of it is none. */
  readonly invalid?: unknown;
  /** Which of its numbers nobody will be given any more, as the chain was asked once. */
  readonly gone?: readonly bigint[] | undefined;
  /** What this call last told the lane of it: then nothing is left to do for it. */
  readonly end?: End | undefined;
  /** What the lane made of an answer by which the signer has no request. */
  readonly declined?: { readonly mayAppear: boolean } | undefined;
  readonly isGivenUp?: boolean;
  /** Its numbers were to be spent on nothing; what went wrong with that, if anything did. */
  readonly overwritten?: { readonly error?: unknown } | undefined;
  /** The hash of the custody's own transfer. */
  readonly hash?: { readonly value: string; readonly since: number } | undefined;
  /** What the chain shows under it. */
  readonly transfer?:
    | { readonly pauses: number; readonly seen: ForeignSighting<R> | undefined }
    | undefined;
}

/** What was heard of one transaction of an attempt. */
export interface MemberFacts<T = unknown, R = unknown> {
  readonly attempt: number;
  readonly index: number;
  readonly transaction: T;
  readonly terms: Terms;
  readonly signed?: Signed | undefined;
  /** Whether everything with a smaller number was sent or given up. */
  readonly hasTurn?: boolean;
  readonly sent?: Sent | undefined;
  /** Whether the lane knows that a node has it. */
  readonly isMarked?: boolean;
  /** What each operator said, when it was last looked up. */
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

export interface Look<R = unknown> {
  readonly pauses: number;
  /** {@link RequestFacts.heard} when the latest of it came, and what the clocks showed. */
  readonly heard: number;
  readonly time: Time;
  readonly said: readonly Statement<R>[];
}

/** All that `decide` goes by. */
export interface Facts<T = unknown, R = unknown> {
  readonly request: RequestFacts<R>;
  readonly members: readonly MemberFacts<T, R>[];
}

/** An attempt of which nothing was heard. */
export function unheardOf<R>({ wanted, time }: RequestFacts<R>, index: number): AttemptFacts<R> {
  const { chainId, address, idempotencyKey } = wanted.identity;
  const requestId = requestIdOf(chainId, address, idempotencyKey, index, wanted.chunk);
  const { monotonic: startedAt } = time;
  return { index, requestId, heard: 0, startedAt, since: startedAt, place: 'none' };
}
