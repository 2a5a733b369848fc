import type { CallOptions } from '../../core/clock.js';
import type { LaneCall } from './call.js';

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

/** A place in an account's lane. */
export type LanePass = Pick<LaneCall, keyof LaneCall>;

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
