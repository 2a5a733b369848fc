import type { Clock } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { MAINNET_ID } from '../network.js';

/** No ledger takes less time than this (rippled, `ledgerMIN_CLOSE`), and most take twice as long. */
export const LEAST_LEDGER_MS = 2_000;

/** The oldest ledger that any network has is of 2013. */
const FIRST_LEDGER = Date.UTC(2013);

/** No correct clock shows an earlier time. */
const EARLIEST_NOW = Date.UTC(2026);

/** By how many ledgers a node may be behind when it first answers, and then catch up: an hour's. */
const TOLERANCE = 1_000;

/**
 * Checks that the ledger index that a node reports is possible: a signed transaction is valid until that index
 * plus a lifetime.
 */
export class LedgerIndexes {
  readonly #clock: Clock;
  readonly #networkId: number;
  /** The lowest index reported so far, projected back to the monotonic clock's zero. */
  #least = Number.POSITIVE_INFINITY;

  constructor(clock: Clock, networkId: number) {
    this.#clock = clock;
    this.#networkId = networkId;
  }

  /** @throws UnexpectedAnswerError when no ledger can be that far. */
  check(index: number): void {
    const now = Math.max(this.#clock.now(), EARLIEST_NOW);
    const passed = this.#clock.monotonic() / LEAST_LEDGER_MS;
    const most = Math.min((now - FIRST_LEDGER) / LEAST_LEDGER_MS, this.#least + passed);
    if (index > most + TOLERANCE) {
      const reason = `it can't be at ledger ${index} yet: the node or the clock here is wrong`;
      throw new UnexpectedAnswerError('xrpl', reason, { retryable: true });
    }
    // Test networks may be of any pace.
    if (this.#networkId === MAINNET_ID) this.#least = Math.min(this.#least, index - passed);
  }
}
