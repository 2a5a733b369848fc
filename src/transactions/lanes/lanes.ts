import type { CallOptions } from '../../core/clock.js';

/**
 * The signing request that holds a place in an account's lane. It holds it, not the call that made
 * it: a call may end while an approval is still awaited.
 */
export interface LaneHolder {
  /** The request's id at the signer. */
  readonly requestId: string;
  /** The caller's key, where it is known. */
  readonly idempotencyKey?: string | undefined;
  /** The custody's own id, once there is one. */
  readonly custodyId?: string | undefined;
  /** When the signer was asked, in the lane's time. */
  readonly committedAt?: number | undefined;
  /** When its approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** The numbers it would spend, ascending: sequence numbers, or in a lane of Tickets its Ticket. */
  readonly numbers?: readonly bigint[] | undefined;
}

/**
 * A place in an account's lane. It ends in one of four ways: {@link LanePass.leave},
 * {@link LanePass.detach}, {@link LanePass.block} or {@link LanePass.yieldTo}.
 *
 * What gives something up never rejects: a lane that can't be reached is told later, and until then
 * the place stays taken. What takes something rejects when it can't be taken for certain.
 */
export interface LanePass {
  /** Whether nobody has looked yet at what the custody still has of this account. */
  readonly firstMeeting: boolean;
  /** How many milliseconds ago the signer was asked for it, as far as that is known. */
  readonly askedForMs: number;
  /** Somebody has looked now. */
  met(): Promise<void>;
  /** What became known of the holder. */
  update(known: Partial<LaneHolder>): Promise<void>;
  /**
   * The signer is about to be asked: from here on the request may exist, and outlives the call.
   *
   * @throws AccountBusyError when the place was taken over by others.
   */
  commit(): Promise<void>;
  /** It is not known whether the signer has taken what it was asked for. It may appear from now on. */
  doubted(): Promise<void>;
  /**
   * The signer has not taken what this call asked for. The number is given back, unless another call has
   * asked before, and that may still appear.
   *
   * @returns whether it may.
   */
  declined(): Promise<boolean>;
  /** The signer has the request already, for these numbers. */
  adopt(numbers: readonly bigint[]): Promise<void>;
  /**
   * The number to use: the lowest, from what the node calls next, that no other request of this
   * account holds or has spent. A number that was given back is used again, so no gap stays. A
   * transaction that uses up more than one number takes as many in a row as its `span` says.
   *
   * @param waiting - Numbers of transactions that wait at the node, whoever sent them.
   * @throws AccountBusyError when the place was taken over by others.
   */
  reserve(nextOnChain: bigint, span?: number, waiting?: ReadonlySet<bigint>): Promise<bigint>;
  /** The same for a batch: the lowest numbers that are free, as many as it has members. */
  reserveMany(
    nextOnChain: bigint,
    count: number,
    waiting?: ReadonlySet<bigint>,
  ): Promise<readonly bigint[]>;
  /** One of the numbers on offer that no other request holds or has spent, if there is any. */
  take(offered: readonly bigint[]): Promise<bigint | undefined>;
  /** All of these numbers, unless another request holds or has spent one of them. Whether it has them. */
  takeAll(numbers: readonly bigint[]): Promise<boolean>;
  /** A node has the transaction with this number; the request goes on with its others. */
  sent(number: bigint): Promise<void>;
  /** Others that hold numbers of this lane, though nobody here works for them. */
  acknowledge(holders: readonly LaneHolder[]): Promise<void>;
  /**
   * Finishes the work of those who hold a number here and have no caller, without waiting.
   *
   * @throws AccountBusyError when one of them can't land before something else has changed.
   */
  sweep(): Promise<void>;
  /** The same every few seconds, where some have no caller in this process, and perhaps none at all. */
  sweepIfDue(): Promise<void>;
  /** Transactions that a node took but the chain seems to have lost; they need another look first. */
  lost(nextOnChain: bigint): readonly LaneHolder[];
  /**
   * Waits until everything with a smaller number has been sent or given back.
   *
   * @throws AccountBusyError when the time is up, or what is ahead can't land yet.
   * @throws TransactionUnconfirmedError when the number was given to another request meanwhile.
   */
  turn(number: bigint, options: CallOptions): Promise<void>;
  /** Requests whose numbers were given back since the signer showed nothing of them. They may appear. */
  mayAppear(): readonly LaneHolder[];
  /** Whether another request of this lane holds a number. */
  isTaken(number: bigint): boolean;
  /**
   * The number was `spent` (a node has the transaction) or given back (nothing will use it). What
   * `may-appear` is given back as well, and the request is remembered.
   */
  leave(number: 'spent' | 'given-back' | 'may-appear'): Promise<void>;
  /** The call ends. Its request, if one was made, lives on: whoever comes next may finish it. */
  detach(): Promise<void>;
  /** The same, but nothing behind it can be sent before something else has changed. */
  block(): Promise<void>;
  /** Others hold the lane, as it turns out. This pass ends; enter again, behind them. */
  yieldTo(holders: readonly LaneHolder[]): Promise<void>;
}

/** Finishes an abandoned holder's work, up to where it leaves the lane. */
export type Finish = (
  holder: LaneHolder,
  pass: LanePass,
  options: CallOptions & { readonly timeoutMs: number },
) => Promise<void>;

/** What is to be outrun on the chain: whoever does takes its numbers, and all that a node has taken. */
export interface Outrun {
  /** The request, where it is known. */
  readonly requestId?: string | undefined;
}

export interface LaneRequest extends CallOptions {
  /** The chain's id and the address. */
  readonly account: string;
  readonly holder: LaneHolder;
  readonly timeoutMs: number;
  readonly outruns?: Outrun | undefined;
  /** How this caller would finish the work of others, rather than wait for nobody. */
  readonly finish: Finish;
}

/** Keeps two transactions of one account from taking the same number. */
export interface Lanes {
  /** A pass, if it takes no waiting. The holder's own request always enters at once. */
  tryEnter(request: LaneRequest): Promise<LanePass | undefined>;
  /** @throws AccountBusyError when the time is up, too many wait already, or what is ahead can't land yet. */
  enter(request: LaneRequest): Promise<LanePass>;
  /** The final word on a number that a node once took: spent for good, or free again. */
  settle(account: string, number: bigint, outcome: 'spent' | 'given-back'): Promise<void>;
}
