import type { CallOptions } from '../../core/clock.js';

/**
 * The signing request that holds a place in an account's lane. The request holds it, not the call that made it: a
 * call may end while an approval is still awaited.
 */
export interface LaneHolder {
  /** The request's id at the signer. */
  readonly requestId: string;
  /** The caller's key, if it is known. */
  readonly idempotencyKey?: string | undefined;
  /** The custody platform's own id, once there is one. */
  readonly custodyId?: string | undefined;
  /** When the signer was asked, in the lane's time. */
  readonly committedAt?: number | undefined;
  /** When its approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** The numbers it would spend, ascending: sequence numbers, or in a lane of Tickets its Ticket. */
  readonly numbers?: readonly bigint[] | undefined;
}

/**
 * A place in an account's lane. It ends in one of four ways: {@link LanePass.leave}, {@link LanePass.detach},
 * {@link LanePass.block} or {@link LanePass.yieldTo}.
 *
 * Methods that give something up never reject: when the lane can't be reached, it is changed later, and until then
 * the place stays taken. Methods that take something reject when it can't be taken for certain.
 */
export interface LanePass {
  /** Whether no process has read yet which requests the custody platform has for this account. */
  readonly isUnreconciled: boolean;
  /** How many milliseconds ago the signer was asked for it, as far as that is known. */
  readonly askedForMs: number;
  /** Notes that the requests were read, or had not to be. From here on no number is taken if they have to be again. */
  reconciled(): Promise<void>;
  /** Adds facts to the holder. */
  update(known: Partial<LaneHolder>): Promise<void>;
  /**
   * The signer is about to be asked: from here on the request may exist, and outlives the call.
   *
   * @throws AccountBusyError when the place was taken over by others.
   */
  commit(): Promise<void>;
  /** It is not known whether the signer has accepted the request. It may appear from now on. */
  doubted(): Promise<void>;
  /**
   * The signer has not accepted this call's request. The number is given back, unless another call has asked before,
   * whose request may still appear.
   *
   * @returns whether it may.
   */
  declined(): Promise<boolean>;
  /** The signer already has the request, for these numbers. */
  adopt(numbers: readonly bigint[]): Promise<void>;
  /**
   * The number to use: the lowest, from the node's next number on, that no other request of this account holds or has
   * spent. A number that was given back is used again, so no gap stays. A transaction that uses up more than one
   * number takes as many in a row as its `span` says.
   *
   * @param waiting - Numbers of transactions that wait at the node, from any sender.
   * @returns nothing where a row would begin behind a free number: there it could not land until another transaction
   *   has filled it.
   * @throws AccountBusyError when the place was taken over by others.
   */
  reserve(
    nextOnChain: bigint,
    span?: number,
    waiting?: ReadonlySet<bigint>,
  ): Promise<bigint | undefined>;
  /** The same for a batch: the lowest free numbers, as many as it has members. */
  reserveMany(
    nextOnChain: bigint,
    count: number,
    waiting?: ReadonlySet<bigint>,
  ): Promise<readonly bigint[]>;
  /** One of the offered numbers that no other request holds or has spent, if there is any. */
  take(offered: readonly bigint[]): Promise<bigint | undefined>;
  /** Takes all of these numbers, unless another request holds or has spent one of them. Returns whether it has them. */
  takeAll(numbers: readonly bigint[]): Promise<boolean>;
  /** A node has the transaction with this number; the request goes on with its other numbers. */
  sent(number: bigint): Promise<void>;
  /** Adds other requests that hold numbers of this lane, though no call here works on them. */
  acknowledge(holders: readonly LaneHolder[]): Promise<void>;
  /**
   * Finishes the work of requests that hold a number here and have no caller, without waiting.
   *
   * @throws AccountBusyError when one of them can't land before something else has changed.
   */
  sweep(): Promise<void>;
  /** The same every few seconds, where some requests have no caller in this process, and perhaps none at all. */
  sweepIfDue(): Promise<void>;
  /** Transactions that a node accepted but the chain seems to have lost; they must be looked up again first. */
  lost(nextOnChain: bigint): readonly LaneHolder[];
  /**
   * Waits until everything with a smaller number has been sent or given back.
   *
   * @returns `lost`, and the pass ends, when the number was given to another request in the meantime.
   * @throws AccountBusyError when the time is up, or a transaction ahead can't land yet.
   */
  turn(number: bigint, options: CallOptions): Promise<'come' | 'lost'>;
  /** Requests whose numbers were given back because the signer did not show them. They may still appear. */
  mayAppear(): readonly LaneHolder[];
  /** Whether another request of this lane holds a number. */
  isTaken(number: bigint): boolean;
  /**
   * The number was `spent` (a node has the transaction) or given back (no transaction will use it). With `may-appear`
   * it is given back too, and the request is remembered.
   */
  leave(number: 'spent' | 'given-back' | 'may-appear'): Promise<void>;
  /** The call ends. Its request, if one was made, stays: a later call may finish it. */
  detach(): Promise<void>;
  /** The same, but nothing behind it can be sent before something else has changed. */
  block(): Promise<void>;
  /**
   * Others turn out to hold the lane, which is reconciled with that. This pass ends, and those of calls that share its
   * place and have no number yet; enter again, behind them.
   */
  yieldTo(holders: readonly LaneHolder[]): Promise<void>;
}

/** Finishes an abandoned holder's work, up to the point where it leaves the lane. */
export type Finish = (
  holder: LaneHolder,
  pass: LanePass,
  options: CallOptions & { readonly timeoutMs: number },
) => Promise<void>;

/**
 * The request to replace on the chain: the replacing request takes its numbers, including those that a node already
 * has.
 */
export interface Replaced {
  /** The request, if it is known. */
  readonly requestId?: string | undefined;
  /** Its numbers, where the caller names them. */
  readonly numbers?: readonly bigint[] | undefined;
}

export interface LaneRequest extends CallOptions {
  /** The chain's id and the address. */
  readonly account: string;
  readonly holder: LaneHolder;
  readonly timeoutMs: number;
  readonly replaces?: Replaced | undefined;
  /** How this caller would finish the work of others, where no other caller does. */
  readonly finish: Finish;
}

/** Keeps two transactions of one account from taking the same number. */
export interface Lanes {
  /** A pass, if it is free without waiting. The holder's own request always enters at once. */
  tryEnter(request: LaneRequest): Promise<LanePass | undefined>;
  /**
   * @throws AccountBusyError when the time is up, too many calls wait already, or a transaction ahead can't land yet.
   */
  enter(request: LaneRequest): Promise<LanePass>;
  /** The final outcome of a number that a node once accepted: spent for good, or free again. */
  settle(account: string, number: bigint, outcome: 'spent' | 'given-back'): Promise<void>;
  /** Whether the chain has spent a number for good, as far as this process has heard: a node may be behind that. */
  isSpent(account: string, number: bigint): Promise<boolean>;
}
