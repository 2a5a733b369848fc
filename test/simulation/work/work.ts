export type LaneMode = 'serial' | 'pipeline' | 'tickets';

/** What an amount in whole units is in those that the ledger counts. */
export function baseUnitsOf(amount: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = amount.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

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
  readonly how:
    | 'raw'
    | 'native'
    | 'ticket'
    | 'orderless'
    | 'batch'
    /** Built by the caller, whole where the chain lets him. */
    | 'given'
    /** Another vault account pays the fee, or signs too. */
    | 'fee-payer'
    | 'orderless-fee-payer'
    | 'several'
    /** In the place of what another key has sent. */
    | 'replacement';
  /** The key whose transaction a replacement is for. */
  readonly replaces?: string | undefined;
  readonly payments: readonly SimulatedPayment[];
  readonly abortAfterMs?: number | undefined;
  readonly cancelOnAbort?: boolean | undefined;
  readonly newAttempt?: number | undefined;
  readonly onExpiry?: 'resign' | undefined;
  /** No node is asked beforehand whether it would succeed. */
  readonly isUntried?: boolean | undefined;
}

/** A call about a key that was paid with, or will be. */
export interface FollowUp extends WorkBase {
  readonly do: 'resume' | 'cancel';
}

export type Work = PayWork | FollowUp;
