import type { SandboxClock } from '../clock.js';
import { type ClosedLedger, ClosedLedgers } from './ledger/closed-ledgers.js';
import { DEFAULT_FEES } from './ledger/fees.js';
import { firstLedger, Ledgers } from './ledger/ledgers.js';
import { toRippleTime } from './ledger/ripple-time.js';
import { LedgerNode } from './node.js';

/** What a network of one validator is made of. */
export interface NetworkOptions {
  readonly clock: SandboxClock;
  /** The account that holds all XRP at the beginning. */
  readonly genesis: string;
  readonly publicKey: string;
  readonly networkId: number;
  /** Milliseconds between ledgers; 0 closes none by itself. */
  readonly closeMs: number;
}

/** The node that closes the ledgers: what it has in its open one is what comes into the next. */
export class ClosingNode extends LedgerNode {
  readonly chain: ClosedLedgers;
  readonly #clock: SandboxClock;
  readonly #closeMs: number;
  #cancel: (() => void) | undefined;
  #paused = false;
  #closedAt: number;

  constructor({ clock, genesis, publicKey, networkId, closeMs }: NetworkOptions) {
    const startedAt = clock.now();
    const chain = new ClosedLedgers();
    const first = firstLedger(chain, genesis, DEFAULT_FEES, toRippleTime(startedAt));
    super({ networkId, publicKey, startedAt }, new Ledgers(chain, first, DEFAULT_FEES));
    this.chain = chain;
    this.#clock = clock;
    this.#closeMs = closeMs;
    this.#closedAt = startedAt;
    this.#schedule();
  }

  /**
   * The last close and what has passed since. It runs ahead of the clock when ledgers close faster than
   * once a second.
   */
  get time(): number {
    const elapsed = toRippleTime(this.#clock.now()) - toRippleTime(this.#closedAt);
    return this.ledgers.validated.closeTime + elapsed;
  }

  get unixMs(): number {
    return this.#clock.now();
  }

  /** Closes the open ledger as it stands and opens the next. */
  closeLedger(): ClosedLedger {
    const { openView, openTransactions, validated } = this.ledgers;
    const closeTime = Math.max(this.time, validated.closeTime + 1);
    const ledger = this.chain.seal(openView, openTransactions, closeTime, validated);
    this.#closedAt = this.#clock.now();
    this.goOnFrom(ledger);
    return ledger;
  }

  /** Forgets the closed ledgers before `index`, but never the last one. */
  forget(index: number): void {
    this.chain.forget(Math.min(index, this.ledgers.validated.index));
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
