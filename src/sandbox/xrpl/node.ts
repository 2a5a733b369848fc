import type { SandboxClock } from '../clock.js';
import type { ClosedLedger } from './ledger/closed-ledgers.js';
import { DEFAULT_FEES, type NetworkFees } from './ledger/fees.js';
import { Ledgers } from './ledger/ledgers.js';
import { toRippleTime } from './ledger/ripple-time.js';
import type { ResultCode } from './result-codes.js';
import { Submission, type SubmitOutcome } from './submission/submission.js';
import type { Transaction } from './transaction.js';

/** Told of what a node's streams carry. */
export interface NodeListener {
  ledgerClosed?(ledger: ClosedLedger): void;
  proposed?(tx: Transaction, result: ResultCode): void;
}

/** What a node is made of. */
export interface NodeOptions {
  readonly clock: SandboxClock;
  /** The account that holds all XRP at the beginning. */
  readonly genesis: string;
  readonly publicKey: string;
  readonly networkId: number;
  /** Milliseconds between ledgers; 0 closes none by itself. */
  readonly closeMs: number;
}

/** The node behind the wire: its ledgers, what is on its way into them, and when they close. */
export class LedgerNode {
  readonly networkId: number;
  /** What the node calls itself: `n9...`. */
  readonly publicKey: string;
  readonly ledgers: Ledgers;
  readonly submission: Submission;
  readonly startedAt: number;
  readonly #clock: SandboxClock;
  readonly #closeMs: number;
  readonly #listeners = new Set<NodeListener>();
  #cancel: (() => void) | undefined;
  #paused = false;
  #closedAt: number;

  constructor({ clock, genesis, publicKey, networkId, closeMs }: NodeOptions) {
    this.#clock = clock;
    this.#closeMs = closeMs;
    this.networkId = networkId;
    this.publicKey = publicKey;
    this.startedAt = clock.now();
    this.#closedAt = this.startedAt;
    this.ledgers = new Ledgers(genesis, DEFAULT_FEES, toRippleTime(clock.now()));
    this.submission = new Submission(this.ledgers, networkId, (tx, result) => {
      for (const listener of this.#listeners) listener.proposed?.(tx, result);
    });
    this.#schedule();
  }

  /**
   * The ledger's time, in seconds since 2000: the last close and what has passed since. It runs ahead
   * of the clock when ledgers close faster than once a second.
   */
  get time(): number {
    const elapsed = toRippleTime(this.#clock.now()) - toRippleTime(this.#closedAt);
    return this.ledgers.validated.closeTime + elapsed;
  }

  get unixMs(): number {
    return this.#clock.now();
  }

  listen(listener: NodeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit(tx: Transaction, failHard = false): SubmitOutcome {
    return this.submission.submit(tx, failHard);
  }

  setFees(fees: Partial<NetworkFees>): void {
    this.ledgers.setFees({ ...this.ledgers.fees, ...fees });
  }

  closeLedger(): ClosedLedger {
    const ledger = this.ledgers.close(this.time);
    this.#closedAt = this.#clock.now();
    this.submission.refill();
    for (const listener of this.#listeners) listener.ledgerClosed?.(ledger);
    return ledger;
  }

  /** Loses whatever is in no closed ledger. */
  dropPending(): void {
    this.ledgers.discardOpen();
    this.submission.drop();
  }

  pause(): void {
    this.#paused = true;
    this.#cancel?.();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    this.#schedule();
  }

  #schedule(): void {
    if (this.#closeMs <= 0 || this.#paused) return;
    this.#cancel = this.#clock.after(this.#closeMs, () => {
      this.closeLedger();
      this.#schedule();
    });
  }
}
