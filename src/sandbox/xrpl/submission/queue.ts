import { requiredFee } from '../apply/transactor.js';
import { feeLevel, LOAD_BASE } from '../ledger/fees.js';
import type { ReadView } from '../ledger/view.js';
import type { Transaction } from '../transaction.js';

/** A transaction that waits until the open ledger's fee drops to what it pays. */
export interface Queued {
  readonly tx: Transaction;
  /** What it pays, in 256ths of what it must. */
  readonly level: bigint;
}

/** How many transactions of one account may wait. */
export const MAX_QUEUED_PER_ACCOUNT = 10;
/** How many may wait in all. */
export const MAX_QUEUED = 2_000;
/** A transaction waits only if it stays valid for this many ledgers. */
export const MIN_LEDGERS_LEFT = 2;
/** What a replacement must pay, in hundredths of what it replaces. */
const REPLACEMENT_PERCENT = 125n;

/** The transaction queue: best paying first, and in an account's own order. */
export class TransactionQueue {
  #entries: Queued[] = [];

  get all(): readonly Queued[] {
    return this.#entries;
  }

  get size(): number {
    return this.#entries.length;
  }

  /** An account's waiting transactions, by sequence, tickets last. */
  of(address: string): readonly Queued[] {
    return this.#entries
      .filter(({ tx }) => tx.account === address)
      .sort((a, b) => orderOf(a.tx) - orderOf(b.tx));
  }

  has(hash: string): boolean {
    return this.#entries.some(({ tx }) => tx.hash === hash);
  }

  find(hash: string): Transaction | undefined {
    return this.#entries.find(({ tx }) => tx.hash === hash)?.tx;
  }

  /** The waiting transaction that `tx` would take the place of. */
  rivalOf(tx: Transaction): Queued | undefined {
    return this.of(tx.account).find((entry) => sameNumber(entry.tx, tx));
  }

  /** The sequence that an account can use next, after those that wait. */
  nextSequence(address: string, sequence: number): number {
    let next = sequence;
    for (const { tx } of this.of(address)) {
      if (tx.ticket === undefined && tx.sequence === next) next = tx.sequence + usedBy(tx);
    }
    return next;
  }

  add(entry: Queued): void {
    this.#entries = this.#entries.filter(
      ({ tx }) => !(tx.account === entry.tx.account && sameNumber(tx, entry.tx)),
    );
    this.#entries.push(entry);
  }

  remove(hash: string): void {
    this.#entries = this.#entries.filter(({ tx }) => tx.hash !== hash);
  }

  clear(): void {
    this.#entries = [];
  }

  /** What can be applied now, best paying first: of each account only what is next in its order. */
  candidates(view: ReadView): readonly Queued[] {
    return this.#entries
      .filter(({ tx }) => {
        const sequence = view.account(tx.account)?.Sequence ?? 0;
        return tx.ticket !== undefined || tx.sequence <= sequence;
      })
      .sort((a, b) => (a.level === b.level ? 0 : a.level > b.level ? -1 : 1));
  }
}

/** What a transaction pays, in 256ths of the plain fee for its kind. */
export function levelOf(tx: Transaction, view: ReadView): bigint {
  const { fees } = view.facts;
  const plain = requiredFee(fees.baseFee, fees, tx);
  return plain === 0n ? BigInt(LOAD_BASE) : (tx.fee * BigInt(LOAD_BASE)) / plain;
}

/** What the open ledger asks for now, in the same measure. */
export function openLevel(view: ReadView, openLedgerFee: bigint): bigint {
  return feeLevel(view.facts.fees, openLedgerFee);
}

export function paysToReplace(level: bigint, rival: Queued): boolean {
  return level * 100n >= rival.level * REPLACEMENT_PERCENT;
}

function sameNumber(a: Transaction, b: Transaction): boolean {
  return a.ticket === b.ticket && (a.ticket !== undefined || a.sequence === b.sequence);
}

/** A TicketCreate leaps over the sequences that become tickets. */
function usedBy(tx: Transaction): number {
  return tx.type === 'TicketCreate' ? (tx.number('TicketCount') ?? 0) + 1 : 1;
}

function orderOf(tx: Transaction): number {
  return tx.ticket === undefined ? tx.sequence : Number.MAX_SAFE_INTEGER;
}
