import type { Submission } from '../../../src/transactions/index.js';
import type { FakeNumber, FakeTransaction } from './transaction.js';

/** What is said to a submission, and what that means. */
const VERDICTS = {
  TAKEN: 'accepted',
  /** Until the ledger asks for no more than it pays. */
  QUEUED: 'accepted',
  /** Until the numbers before it are spent. */
  HELD: 'accepted',
  KNOWN: 'unclear',
  NUMBER_SPENT: 'unclear',
  NUMBER_TAKEN: 'unclear',
  NO_TICKET: 'unclear',
  EXPIRED: 'unclear',
  /** Until somebody does something about it. */
  BLOCKED: 'open',
  /** The same, which may come by itself. */
  NOT_YET: 'open',
  /** It waits for another of the account's. */
  GAP: 'accepted',
  NO_ROOM: 'busy',
  FEE_TOO_LOW: 'busy',
  MALFORMED: 'refused',
  OTHER_NETWORK: 'refused',
  BAD_SIGNATURE: 'refused',
  NO_ACCOUNT: 'refused',
  CANNOT_PAY_FEE: 'refused',
} as const satisfies Record<string, Submission['state']>;

export type Verdict = keyof typeof VERDICTS;

export function submissionOf(code: Verdict): Submission {
  const state = VERDICTS[code];
  const cure = 'somebody has done something';
  if (state === 'open') return { state, code, cure, tryForMs: code === 'BLOCKED' ? 0 : 10_000 };
  if (code === 'GAP')
    return { state: 'accepted', code, obstacle: { code, cure, tryForMs: 10_000 } };
  return state === 'refused' ? { state, code, message: 'it breaks a rule' } : { state, code };
}

/** How a transaction ended that is in a ledger. */
export type Result = 'DONE' | 'UNFUNDED' | 'TOO_LITTLE_FOR_NEW_ACCOUNT' | 'NO_RESERVE';

/** A transaction in a ledger. */
export interface Applied {
  readonly hash: string;
  readonly transaction: FakeTransaction;
  readonly result: Result;
  readonly ledgerIndex: number;
  /** When that ledger closed, in seconds. */
  readonly ledgerTime: number;
}

/** What the ledger has of an account; all of it of one moment. */
export interface AccountView {
  readonly balance: bigint;
  /** Those that can be spent, ascending. */
  readonly tickets: readonly bigint[];
  /** The next number in the latest ledger that is closed. */
  readonly next: bigint;
  /** The same after what waits to be in the next one. */
  readonly nextOpen: bigint;
  readonly ledgerIndex: number;
  /** When that ledger closed, in seconds. */
  readonly ledgerTime: number;
}

export interface KnownTransaction {
  readonly transaction: FakeTransaction;
  /** Absent as long as it waits. */
  readonly applied?: Applied;
  /** Why the node waits for it no longer, though another may. */
  readonly dropped?: string;
}

export interface Fees {
  /** What a transaction has to pay. */
  readonly minimum: bigint;
  /** What it has to pay so as not to wait. */
  readonly open: bigint;
}

/** Everything that the ledger can be asked. */
export interface Questions {
  account(address: string): AccountView | undefined;
  fees(): Fees;
  transaction(hash: string): KnownTransaction | undefined;
  /** What spent a number of an account. */
  spender(address: string, number: FakeNumber): Applied | undefined;
  submit(blob: string): Submission;
}
