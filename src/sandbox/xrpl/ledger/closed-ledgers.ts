import { sha512Half } from '../signature.js';
import type { Transaction } from '../transaction.js';
import type { NetworkFees } from './fees.js';
import type { TransactionMetadata } from './metadata.js';
import { type EntrySource, StateHistory } from './state-history.js';
import { ReadView, type WorkView } from './view.js';

/** A transaction in a ledger, open or closed. */
export interface LedgerTransaction {
  readonly tx: Transaction;
  readonly metadata: TransactionMetadata;
  readonly ledgerIndex: number;
  /** Every account that it mentions or changes. */
  readonly accounts: ReadonlySet<string>;
}

/** A ledger that is closed. Here every closed ledger is a validated one. */
export interface ClosedLedger {
  readonly index: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Seconds since 2000. */
  readonly closeTime: number;
  readonly parentCloseTime: number;
  /** XRP in existence, in drops. */
  readonly totalDrops: bigint;
  readonly fees: NetworkFees;
  readonly transactions: readonly LedgerTransaction[];
}

/** What is known of the closed ledgers, and how to find things in them. */
export interface LedgerHistory {
  /** The first ledger that is known. */
  readonly earliest: number;
  byIndex(index: number): ClosedLedger | undefined;
  byHash(hash: string): ClosedLedger | undefined;
  transaction(hash: string): LedgerTransaction | undefined;
  /** Transactions that concern an account, oldest first. */
  transactionsOf(address: string): readonly LedgerTransaction[];
  stateAt(index: number): EntrySource;
  viewOf(ledger: ClosedLedger): ReadView;
}

/** Where the chain of a sandbox begins: as on a node that does not go back to the first ledger. */
export const FIRST_LEDGER = 100_000;
export const TOTAL_DROPS = 100_000_000_000_000_000n;

/** The ledgers that are closed and not forgotten. */
export class ClosedLedgers implements LedgerHistory {
  readonly #history = new StateHistory();
  readonly #byIndex = new Map<number, ClosedLedger>();
  readonly #byHash = new Map<string, ClosedLedger>();
  readonly #transactions = new Map<string, LedgerTransaction>();
  readonly #byAccount = new Map<string, LedgerTransaction[]>();
  #earliest = FIRST_LEDGER;

  get earliest(): number {
    return this.#earliest;
  }

  byIndex(index: number): ClosedLedger | undefined {
    return this.#byIndex.get(index);
  }

  byHash(hash: string): ClosedLedger | undefined {
    return this.#byHash.get(hash);
  }

  transaction(hash: string): LedgerTransaction | undefined {
    return this.#transactions.get(hash);
  }

  transactionsOf(address: string): readonly LedgerTransaction[] {
    return this.#byAccount.get(address) ?? [];
  }

  stateAt(index: number): EntrySource {
    return this.#history.at(index);
  }

  viewOf({ index, parentCloseTime, fees }: ClosedLedger): ReadView {
    return new ReadView(this.#history.at(index), { index, parentCloseTime, fees });
  }

  /** Closes a ledger on top of its parent. */
  seal(
    view: WorkView,
    transactions: readonly LedgerTransaction[],
    closeTime: number,
    parent: ClosedLedger | undefined,
  ): ClosedLedger {
    const { index, fees } = view.facts;
    const parentHash = parent?.hash ?? '0'.repeat(64);
    const burned = transactions.reduce((sum, { tx }) => sum + tx.fee, 0n);
    const ledger: ClosedLedger = {
      index,
      hash: ledgerHash(index, parentHash, transactions),
      parentHash,
      closeTime,
      parentCloseTime: parent?.closeTime ?? closeTime,
      totalDrops: (parent?.totalDrops ?? TOTAL_DROPS) - burned,
      fees,
      transactions,
    };
    this.#history.record(
      index,
      view.changes().map(({ key, after }) => [key, after] as const),
    );
    this.#byIndex.set(index, ledger);
    this.#byHash.set(ledger.hash, ledger);
    for (const transaction of transactions) this.#index(transaction);
    return ledger;
  }

  /** Forgets the ledgers before `index`, as a node does that keeps little history. */
  forget(index: number): void {
    for (; this.#earliest < index; this.#earliest += 1) {
      const ledger = this.#byIndex.get(this.#earliest);
      if (ledger === undefined) return;
      this.#byIndex.delete(ledger.index);
      this.#byHash.delete(ledger.hash);
      for (const { tx } of ledger.transactions) this.#transactions.delete(tx.hash);
    }
    for (const [address, list] of this.#byAccount) {
      const kept = list.filter(({ ledgerIndex }) => ledgerIndex >= this.#earliest);
      this.#byAccount.set(address, kept);
    }
    this.#history.forget(this.#earliest);
  }

  #index(transaction: LedgerTransaction): void {
    this.#transactions.set(transaction.tx.hash, transaction);
    for (const account of transaction.accounts) {
      const list = this.#byAccount.get(account) ?? [];
      list.push(transaction);
      this.#byAccount.set(account, list);
    }
  }
}

/** A model: the real hash covers the whole state. This one covers the order of transactions. */
function ledgerHash(
  index: number,
  parentHash: string,
  transactions: readonly LedgerTransaction[],
): string {
  const hashes = transactions.map(({ tx }) => tx.hash).join('');
  const text = `sandbox ledger ${index} ${parentHash} ${hashes}`;
  return sha512Half(Buffer.from(text)).toString('hex').toUpperCase();
}
