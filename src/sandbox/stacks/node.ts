import { Cl } from '@stacks/transactions';
import type { SandboxClock } from '../clock.js';
import { admit } from './chain/admission.js';
import { type Block, Blocks, type Execution, type MinedTransaction } from './chain/blocks.js';
import { execute, skip } from './chain/execution.js';
import { type DroppedTransaction, Mempool, type PendingTransaction } from './chain/mempool.js';
import { Rejection } from './chain/rejection.js';
import type { Machine } from './machine.js';
import { readTransaction, type StacksTransaction, UndecodableError } from './wire/transaction.js';

/** What a node is made of. */
export interface StacksNodeOptions {
  readonly clock: SandboxClock;
  readonly machine: Machine;
  readonly chainId: number;
  /** Milliseconds between blocks; 0 makes none by itself. */
  readonly blockMs: number;
}

/** Most that one block takes, so that nobody waits for ever. */
const MAX_BLOCK_TRANSACTIONS = 1_000;

/** The node behind the wire: what waits, the blocks so far, and when the next one comes. */
export class StacksNode {
  readonly machine: Machine;
  readonly chainId: number;
  readonly mempool = new Mempool();
  readonly blocks: Blocks;
  readonly #clock: SandboxClock;
  readonly #blockMs: number;
  readonly #nonces = new Map<string, bigint>();
  readonly #toSkip = new Set<string>();
  #extra: Execution[] = [];
  #mining: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #paused = false;

  constructor({ clock, machine, chainId, blockMs }: StacksNodeOptions) {
    this.machine = machine;
    this.chainId = chainId;
    this.#clock = clock;
    this.#blockMs = blockMs;
    this.blocks = new Blocks(this.#seconds(), machine.burnHeight);
    this.#schedule();
  }

  /** The next nonce that the chain takes of an account. */
  nonceOf(principal: string): bigint {
    return this.#nonces.get(principal) ?? 0n;
  }

  /**
   * Takes a transaction. One that waits already is taken again without a word.
   *
   * @throws Rejection
   */
  submit(bytes: Uint8Array): StacksTransaction {
    const tx = decoded(bytes);
    if (this.mempool.find(tx.txid) !== undefined) return tx;
    try {
      admit(tx, this);
      this.mempool.add(tx, this.#clock.now());
    } catch (error) {
      if (error instanceof Rejection) error.txid = tx.txid;
      throw error;
    }
    return tx;
  }

  /** Mines a block now, after whatever is being mined. */
  mine(): Promise<Block> {
    const block = this.#mining.then(() => this.#mineBlock());
    this.#mining = block.catch(() => undefined);
    return block;
  }

  /** Resolves when no block is being mined: until then, what is read might be half a block. */
  settled(): Promise<unknown> {
    return this.#mining;
  }

  /** Has miners skip a pending transaction. */
  skip(txid: string): void {
    this.#toSkip.add(txid);
  }

  /** Puts transactions that nobody submitted into the next block: a miner's own. */
  addOwn(transactions: readonly StacksTransaction[]): void {
    for (const tx of transactions) {
      this.#extra.push({ tx, status: 'success', result: Cl.ok(Cl.bool(true)), events: [] });
    }
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

  async #mineBlock(): Promise<Block> {
    const executions: Execution[] = this.#extra;
    this.#extra = [];
    const passedOver = new Set<string>();
    while (executions.length < MAX_BLOCK_TRANSACTIONS) {
      const next = this.mempool
        .candidates((sender) => this.nonceOf(sender))
        .find(({ txid }) => !passedOver.has(txid));
      if (next === undefined) break;
      const execution = this.#toSkip.delete(next.txid)
        ? skip(this.machine, next)
        : await execute(this.machine, next);
      if (execution === undefined) {
        passedOver.add(next.txid);
        continue;
      }
      executions.push(execution);
      this.#nonces.set(next.sender, next.nonce + 1n);
      this.mempool.settle(next);
    }
    return this.blocks.append(executions, this.#seconds(), this.machine.burnHeight);
  }

  #seconds(): number {
    return Math.floor(this.#clock.now() / 1_000);
  }

  #schedule(): void {
    if (this.#blockMs <= 0 || this.#paused) return;
    this.#cancel = this.#clock.after(this.#blockMs, () => {
      void this.mine();
      this.#schedule();
    });
  }
}

function decoded(bytes: Uint8Array): StacksTransaction {
  try {
    return readTransaction(bytes);
  } catch (error) {
    if (!(error instanceof UndecodableError)) throw error;
    throw new Rejection('Deserialization', { message: error.message });
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
