import { admit } from './chain/admission.js';
import type { BlocksView, MinedTransaction } from './chain/blocks.js';
import { type DroppedTransaction, Mempool, type PendingTransaction } from './chain/mempool.js';
import { Rejection } from './chain/rejection.js';
import type { Machine } from './machine.js';
import { readTransaction, type StacksTransaction } from './wire/transaction.js';

/** A node behind the wire: what it knows of the chain, and what waits there. */
export abstract class StacksNode {
  readonly machine: Machine;
  readonly chainId: number;
  readonly blocks: BlocksView;
  readonly mempool = new Mempool();

  constructor(machine: Machine, chainId: number, blocks: BlocksView) {
    this.machine = machine;
    this.chainId = chainId;
    this.blocks = blocks;
  }

  abstract get unixMs(): number;

  /** The next nonce that the chain takes of an account. */
  abstract nonceOf(principal: string): bigint;

  /** Resolves when no block is being mined: until then, what is read might be half a block. */
  abstract settled(): Promise<unknown>;

  /** Answers something from the chain as this node knows it. */
  seeing<T>(answer: () => T): T {
    return answer();
  }

  /**
   * Takes a transaction. One that waits already is taken again without a word.
   *
   * @throws Rejection, and UndecodableError for bytes that are none.
   */
  submit(bytes: Uint8Array): StacksTransaction {
    const tx = readTransaction(bytes);
    if (this.mempool.find(tx.txid) !== undefined) return tx;
    try {
      admit(tx, this);
      this.mempool.add(tx, this.unixMs);
    } catch (error) {
      if (error instanceof Rejection) error.txid = tx.txid;
      throw error;
    }
    return tx;
  }
}

/** What the API knows of one transaction. */
export type Found =
  | { readonly where: 'block'; readonly mined: MinedTransaction }
  | { readonly where: 'mempool'; readonly pending: PendingTransaction }
  | { readonly where: 'dropped'; readonly dropped: DroppedTransaction };

/** A transaction wherever it is. */
export function findTransaction(node: StacksNode, txid: string): Found | undefined {
  const mined = node.blocks.find(txid);
  if (mined !== undefined) return { where: 'block', mined };
  const pending = node.mempool.find(txid);
  if (pending !== undefined) return { where: 'mempool', pending };
  const dropped = node.mempool.findDropped(txid);
  return dropped === undefined ? undefined : { where: 'dropped', dropped };
}
