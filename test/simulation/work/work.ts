export type LaneMode = 'serial' | 'pipeline' | 'tickets';

/** An amount is in whole units of the chain's coin. */
interface SimulatedPayment {
  readonly destination: string;
  readonly amount: string;
}

interface WorkBase {
  readonly atMs: number;
  /** Which of the processes does it, counted from 0. */
  readonly process: number;
  readonly key: string;
  readonly vault: string;
  /** Not done where the key has ended by then. */
  readonly unlessEnded?: boolean;
}

/** A call that pays, or pays again under the same key. */
export interface PayWork extends WorkBase {
  readonly do: 'pay';
  readonly how: 'raw' | 'native' | 'ticket' | 'orderless' | 'batch';
  readonly payments: readonly SimulatedPayment[];
  readonly abortAfterMs?: number | undefined;
  readonly cancelOnAbort?: boolean | undefined;
  readonly newAttempt?: number | undefined;
  readonly onExpiry?: 'resign' | undefined;
}

/** A call about a key that was paid with, or will be. */
export interface FollowUp extends WorkBase {
  readonly do: 'resume' | 'cancel';
}

export type Work = PayWork | FollowUp;
