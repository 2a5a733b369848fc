import type { NodeTransaction } from './transaction.js';

/** How many entries of a list are asked for at once: the most that an API gives. */
export const PAGE_SIZE = 50;

/** An account's nonces, as an API counts them. */
export interface ApiNonces {
  /** The last that is confirmed. */
  readonly executed: bigint | null;
  /** The highest that is waiting. */
  readonly highest: bigint | null;
  /** The waiting ones in between; none for an account that has nothing confirmed. */
  readonly between: readonly bigint[];
}

/** A page of an account's history, the latest first. */
export interface HistoryPage {
  /** The size of the whole list; 0 beyond its end. */
  readonly total: number;
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
  readonly transactions: readonly NodeTransaction[];
}

/** An account's own waiting transactions, the latest first. */
export interface Waiting {
  readonly transactions: readonly NodeTransaction[];
  /** Whether these are all of them: transactions that others send to the account may hide its own. */
  readonly isAll: boolean;
}

/** The transaction and the heights of a lock. Zeros and empty fields if nothing is locked. */
export interface LockHistory {
  readonly lock_tx_id: string;
  readonly lock_height: number;
  readonly burnchain_lock_height: number;
  /** Not given by today's API. */
  readonly total_miner_rewards_received?: string | undefined;
}

/** Requests that only the API beside a node can answer, in any of its versions. */
export interface ChainApi {
  /** `undefined` if the API shows none: today's does not show a dropped one either. */
  transaction(txid: string): Promise<NodeTransaction | undefined>;
  nonces(principal: string): Promise<ApiNonces>;
  waitingOf(sender: string): Promise<Waiting>;
  /** @param at - The `next` of the page before, or of {@link jump}. */
  transactionsOf(principal: string, limit: number, at: string | undefined): Promise<HistoryPage>;
  /** The cursor that skips so many entries from the latest on; `undefined` if they have to be read through. */
  jump(offset: number): string | undefined;
  /** Units of every token that is held, by `contract::asset`. */
  tokensOf(principal: string): Promise<ReadonlyMap<string, bigint>>;
  lockOf(principal: string): Promise<LockHistory>;
}

/** The versions of the API that are known here. */
export type ApiVersion = 'v1' | 'v3';
