import type {
  ClosedLedger,
  ClosedLedgers,
  LedgerHistory,
  LedgerTransaction,
} from './closed-ledgers.js';
import type { EntrySource } from './state-history.js';
import type { ReadView } from './view.js';

/** What a node knows of a chain: the ledgers from one to another. */
export class LedgerWindow implements LedgerHistory {
  first = 0;
  last: number;
  readonly #chain: ClosedLedgers;

  constructor(chain: ClosedLedgers, last: number) {
    this.#chain = chain;
    this.last = last;
  }

  get earliest(): number {
    return Math.max(this.first, this.#chain.earliest);
  }

  byIndex(index: number): ClosedLedger | undefined {
    return this.#shows(index) ? this.#chain.byIndex(index) : undefined;
  }

  byHash(hash: string): ClosedLedger | undefined {
    const ledger = this.#chain.byHash(hash);
    return ledger && this.#shows(ledger.index) ? ledger : undefined;
  }

  transaction(hash: string): LedgerTransaction | undefined {
    const found = this.#chain.transaction(hash);
    return found && this.#shows(found.ledgerIndex) ? found : undefined;
  }

  transactionsOf(address: string): readonly LedgerTransaction[] {
    return this.#chain
      .transactionsOf(address)
      .filter(({ ledgerIndex }) => this.#shows(ledgerIndex));
  }

  stateAt(index: number): EntrySource {
    return this.#chain.stateAt(index);
  }

  viewOf(ledger: ClosedLedger): ReadView {
    return this.#chain.viewOf(ledger);
  }

  #shows(index: number): boolean {
    return index >= this.earliest && index <= this.last;
  }
}
