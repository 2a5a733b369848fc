import { Cl } from '@stacks/transactions';
import type { SandboxClock } from '../clock.js';
import { type Block, Blocks, type Execution } from './chain/blocks.js';
import { execute, skip } from './chain/execution.js';
import type { Machine } from './machine.js';
import { StacksNode } from './node.js';
import type { StacksTransaction } from './wire/transaction.js';

/** What a chain of one miner is made of. */
export interface MinerOptions {
  readonly clock: SandboxClock;
  readonly machine: Machine;
  readonly chainId: number;
  /** Milliseconds between blocks; 0 makes none by itself. */
  readonly blockMs: number;
}

/** Most that one block takes, so that nobody waits for ever. */
const MAX_BLOCK_TRANSACTIONS = 1_000;

/** The node that mines the blocks: what waits there is what comes into the next. */
export class MiningNode extends StacksNode {
  override readonly blocks: Blocks;
  readonly #clock: SandboxClock;
  readonly #blockMs: number;
  readonly #nonces = new Map<string, bigint>();
  readonly #toSkip = new Set<string>();
  readonly #listeners: ((block: Block) => void)[] = [];
  #extra: Execution[] = [];
  #mining: Promise<unknown> = Promise.resolve();
  #cancel: (() => void) | undefined;
  #paused = false;

  constructor({ clock, machine, chainId, blockMs }: MinerOptions) {
    const blocks = new Blocks(Math.floor(clock.now() / 1_000), machine.burnHeight);
    super(machine, chainId, blocks);
    this.blocks = blocks;
    this.#clock = clock;
    this.#blockMs = blockMs;
    this.#schedule();
  }

  get unixMs(): number {
    return this.#clock.now();
  }

  nonceOf(principal: string): bigint {
    return this.#nonces.get(principal) ?? 0n;
  }

  /** Every account's next nonce, of those that have sent something. */
  get nonces(): ReadonlyMap<string, bigint> {
    return new Map(this.#nonces);
  }

  /** Calls `listener` after every block. */
  onBlock(listener: (block: Block) => void): void {
    this.#listeners.push(listener);
  }

  /** Mines a block now, after whatever is being mined. */
  mine(): Promise<Block> {
    const block = this.#mining.then(() => this.#mineBlock());
    this.#mining = block.catch(() => undefined);
    return block;
  }

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
    const seconds = Math.floor(this.#clock.now() / 1_000);
    const block = this.blocks.append(executions, seconds, this.machine.burnHeight);
    for (const listener of this.#listeners) listener(block);
    return block;
  }

  #schedule(): void {
    if (this.#blockMs <= 0 || this.#paused) return;
    this.#cancel = this.#clock.after(this.#blockMs, () => {
      void this.mine();
      this.#schedule();
    });
  }
}
