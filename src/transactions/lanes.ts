import type { CallOptions } from '../core/clock.js';

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
  /** When the signer was asked, in milliseconds since the epoch. */
  readonly committedAt?: number | undefined;
  /** When its approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number | undefined;
  /** The numbers it would spend, ascending: sequence numbers, or in a lane of Tickets its Ticket. */
  readonly numbers?: readonly bigint[] | undefined;
}

/**
 * A place in an account's lane. It ends in one of three ways: {@link LanePass.leave},
 * {@link LanePass.detach} or {@link LanePass.yieldTo}.
 */
export interface LanePass {
  /** Whether nobody in this process has looked yet at what the custody still has of this account. */
  readonly firstMeeting: boolean;
  /** Somebody has looked now. */
  met(): void;
  /** What became known of the holder. */
  update(known: Partial<LaneHolder>): void;
  /** The signer is about to be asked: from here on the request may exist, and outlives the call. */
  commit(): void;
  /**
   * The number to use: the lowest, from what the node calls next, that no other request of this
   * account holds or has spent. A number that was given back is used again, so no gap stays. A
   * transaction that uses up more than one number takes as many in a row as its `span` says.
   */
  reserve(nextOnChain: bigint, span?: number): bigint;
  /** The same for a batch: the lowest numbers that are free, as many as it has members. */
  reserveMany(nextOnChain: bigint, count: number): readonly bigint[];
  /** One of the numbers on offer that no other request holds or has spent, if there is any. */
  take(offered: readonly bigint[]): bigint | undefined;
  /** A node has the transaction with this number; the request goes on with its others. */
  sent(number: bigint): void;
  /** Others that hold numbers of this lane, though nobody here works for them. */
  acknowledge(holders: readonly LaneHolder[]): void;
  /** Finishes the work of those who hold a number here and have no caller, without waiting. */
  sweep(): Promise<void>;
  /** Transactions that a node took but the chain seems to have lost; they need another look first. */
  lost(nextOnChain: bigint): readonly LaneHolder[];
  /** Waits until everything with a smaller number has been sent or given back. */
  turn(options: CallOptions): Promise<void>;
  /** The number was `spent` (a node has the transaction) or given back (nothing will use it). */
  leave(number: 'spent' | 'given-back'): void;
  /** The call ends. Its request, if one was made, lives on: whoever comes next may finish it. */
  detach(): void;
  /** Others hold the lane, as it turns out. This pass ends; enter again, behind them. */
  yieldTo(holders: readonly LaneHolder[]): void;
}

/** Finishes an abandoned holder's work, up to where it leaves the lane. */
export type Finish = (
  holder: LaneHolder,
  pass: LanePass,
  options: CallOptions & { readonly timeoutMs: number },
) => Promise<void>;

export interface LaneRequest extends CallOptions {
  /** The chain's id and the address. */
  readonly account: string;
  readonly holder: LaneHolder;
  readonly timeoutMs: number;
  /** How this caller would finish the work of others, rather than wait for nobody. */
  readonly finish: Finish;
}

/** Keeps two transactions of one account from taking the same number. */
export interface Lanes {
  /** A pass, if it takes no waiting. The holder's own request always enters at once. */
  tryEnter(request: LaneRequest): Promise<LanePass | undefined>;
  /** @throws AccountBusyError when the time is up, or too many wait already. */
  enter(request: LaneRequest): Promise<LanePass>;
  /** The final word on a number that a node once took: spent for good, or free again. */
  settle(account: string, number: bigint, outcome: 'spent' | 'given-back'): void;
}
