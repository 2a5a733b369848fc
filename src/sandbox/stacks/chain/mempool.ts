import type { StacksTransaction } from '../wire/transaction.js';
import { Rejection } from './rejection.js';

/**
 * Why the API calls a transaction dropped. None of these is final: what one node has dropped,
 * another may still mine.
 *
 * @example
 * ```ts
 * import { type DropStatus, startSandbox } from 'custody-gateways/sandbox';
 *
 * const forgotten: DropStatus = 'dropped_stale_garbage_collect';
 * const sandbox = await startSandbox();
 * sandbox.stacks.dropPending(forgotten);
 * await sandbox.stop();
 * ```
 */
export type DropStatus =
  | 'dropped_replace_by_fee'
  | 'dropped_replace_across_fork'
  | 'dropped_too_expensive'
  | 'dropped_stale_garbage_collect'
  | 'dropped_problematic';

/** A transaction that waits for its block. */
export interface PendingTransaction {
  readonly tx: StacksTransaction;
  /** Milliseconds since the epoch. */
  readonly receivedAt: number;
}

/** One that waited, and does no longer. */
export interface DroppedTransaction extends PendingTransaction {
  readonly status: DropStatus;
  readonly replacedBy?: string;
}

/** What waits, and what was dropped. One transaction for each nonce of an account. */
export class Mempool {
  readonly #pending = new Map<string, PendingTransaction>();
  readonly #dropped = new Map<string, DroppedTransaction>();

  /** Latest first, as the API lists them. */
  get all(): readonly PendingTransaction[] {
    return [...this.#pending.values()].reverse();
  }

  find(txid: string): PendingTransaction | undefined {
    return this.#pending.get(txid);
  }

  findDropped(txid: string): DroppedTransaction | undefined {
    return this.#dropped.get(txid);
  }

  of(sender: string): readonly PendingTransaction[] {
    return this.all.filter(({ tx }) => tx.sender === sender);
  }

  /** Takes a transaction; one with the same nonce and a lower fee makes room for it. */
  add(tx: StacksTransaction, receivedAt: number): void {
    const rival = this.of(tx.sender).find((each) => each.tx.nonce === tx.nonce);
    if (rival !== undefined) {
      if (tx.fee <= rival.tx.fee) throw new Rejection('ConflictingNonceInMempool');
      this.drop(rival.tx.txid, 'dropped_replace_by_fee', tx.txid);
    }
    this.#dropped.delete(tx.txid);
    this.#pending.set(tx.txid, { tx, receivedAt });
  }

  drop(txid: string, status: DropStatus, replacedBy?: string): void {
    const pending = this.#pending.get(txid);
    if (pending === undefined) return;
    this.#pending.delete(txid);
    const dropped = { ...pending, status };
    this.#dropped.set(txid, replacedBy === undefined ? dropped : { ...dropped, replacedBy });
  }

  /** Takes a dropped transaction again, in place of whatever has its nonce now. */
  revive(txid: string): void {
    const dropped = this.#dropped.get(txid);
    if (dropped === undefined) return;
    const { tx, receivedAt } = dropped;
    const rival = this.of(tx.sender).find((each) => each.tx.nonce === tx.nonce);
    if (rival !== undefined) this.drop(rival.tx.txid, 'dropped_replace_across_fork', txid);
    this.#dropped.delete(txid);
    this.#pending.set(txid, { tx, receivedAt });
  }

  /** Loses everything, and that it ever was. */
  clear(): void {
    this.#pending.clear();
    this.#dropped.clear();
  }

  /** After a transaction was mined: it, and whatever can no longer be. */
  settle(tx: StacksTransaction): void {
    this.#pending.delete(tx.txid);
    this.#dropped.delete(tx.txid);
    for (const { tx: other } of this.of(tx.sender)) {
      if (other.nonce <= tx.nonce) this.drop(other.txid, 'dropped_replace_across_fork', tx.txid);
    }
  }

  /** What can be mined next: each account's next nonce, the best fee for its size first. */
  candidates(nonceOf: (sender: string) => bigint): readonly StacksTransaction[] {
    return [...this.#pending.values()]
      .map(({ tx }) => tx)
      .filter((tx) => tx.nonce === nonceOf(tx.sender))
      .sort((a, b) => compare(b.fee * sizeOf(a), a.fee * sizeOf(b)));
  }
}

function sizeOf(tx: StacksTransaction): bigint {
  return BigInt(tx.bytes.length);
}

function compare(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
