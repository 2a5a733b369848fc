import type { NodeTransaction } from './transaction.js';

/** How many entries of a list are asked for at once: as many as an API gives. */
export const PAGE_SIZE = 50;

/** Where an account's nonces stand, as an API counts them. */
export interface ApiNonces {
  /** The last that is confirmed. */
  readonly executed: bigint | null;
  /** The highest that waits. */
  readonly highest: bigint | null;
  /** Of those that wait, the ones between: none of an account that has nothing confirmed. */
  readonly between: readonly bigint[];
}

/** A page of an account's history, the latest first. */
export interface HistoryPage {
  /** Of the whole list; 0 beyond its end. */
  readonly total: number;
  /** Where the next page begins; `null` at the end. */
  readonly next: string | null;
  readonly transactions: readonly NodeTransaction[];
}

/** What of an account's own waits, the latest first. */
export interface Waiting {
  readonly transactions: readonly NodeTransaction[];
  /** Whether that is all of it: what others send to the account may hide what it sends. */
  readonly isAll: boolean;
}

/** How what is locked came to be. Zeros and nothing where nothing is. */
export interface LockHistory {
  readonly lock_tx_id: string;
  readonly lock_height: number;
  readonly burnchain_lock_height: number;
  /** Not told by today's API. */
  readonly total_miner_rewards_received?: string | undefined;
}

/** What only the API beside a node can answer, in whichever version it has. */
export interface ChainApi {
  /** `undefined` where the API shows none: today's shows none either that was dropped. */
  transaction(txid: string): Promise<NodeTransaction | undefined>;
  nonces(principal: string): Promise<ApiNonces>;
  waitingOf(sender: string): Promise<Waiting>;
  /** @param at - The `next` of the page before, or of {@link jump}. */
  transactionsOf(principal: string, limit: number, at: string | undefined): Promise<HistoryPage>;
  /** What tells so many entries from the latest on; nothing where they have to be walked through. */
  jump(offset: number): string | undefined;
  /** Units of every token that is held, by `contract::asset`. */
  tokensOf(principal: string): Promise<ReadonlyMap<string, bigint>>;
  lockOf(principal: string): Promise<LockHistory>;
}

/** The versions of the API that are known here. */
export type ApiVersion = 'v1' | 'v3';
