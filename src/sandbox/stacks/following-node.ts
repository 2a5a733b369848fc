import { type Block, BlockWindow } from './chain/blocks.js';
import type { ChainHistory, Moment } from './chain/history.js';
import { Rejection } from './chain/rejection.js';
import type { MiningNode } from './mining-node.js';
import type { ModelMachine } from './model/model-machine.js';
import { StacksNode } from './node.js';
import type { StacksTransaction } from './wire/transaction.js';

/** What becomes of a transaction that a node hands on to the others. */
export type Relay = (bytes: Uint8Array) => void;

/**
 * Another node of a chain, with views of its own: it may know fewer of the latest blocks and fewer of the
 * old ones, and it keeps for itself what it was sent.
 */
export class FollowingNode extends StacksNode {
  readonly #miner: MiningNode;
  readonly #machine: ModelMachine;
  readonly #history: ChainHistory;
  readonly #window: BlockWindow;
  readonly #relay: Relay;
  #moment: Moment;
  #toRelay: Uint8Array[] = [];
  #lag = 0;

  /** @param relay - Default: the miner has it at once. */
  constructor(
    miner: MiningNode,
    machine: ModelMachine,
    history: ChainHistory,
    relay: Relay = (bytes) => void miner.submit(bytes),
  ) {
    const window = new BlockWindow(miner.blocks);
    super(machine, miner.chainId, window);
    this.#miner = miner;
    this.#machine = machine;
    this.#history = history;
    this.#window = window;
    this.#relay = relay;
    this.#moment = history.latest;
    miner.onBlock(() => this.#follow());
  }

  get unixMs(): number {
    return this.#miner.unixMs;
  }

  /** How many blocks it is behind. With `Infinity` it stays where it is. */
  get lag(): number {
    return this.#lag;
  }

  set lag(blocks: number) {
    this.#lag = blocks;
    this.#follow();
  }

  nonceOf(principal: string): bigint {
    return this.#moment.nonces.get(principal) ?? 0n;
  }

  settled(): Promise<unknown> {
    return this.#miner.settled();
  }

  /** Knows nothing any more of the blocks before `height`. */
  forget(height: number): void {
    this.#window.first = Math.min(height, this.#window.tip.height);
  }

  /** Loses what waits here: as the API shows what it never heard of. */
  dropPending(): void {
    this.mempool.clear();
  }

  override seeing<T>(answer: () => T): T {
    const present = this.#machine.snapshot();
    this.#moment.restore();
    try {
      return answer();
    } finally {
      present();
      const toRelay = this.#toRelay;
      this.#toRelay = [];
      for (const bytes of toRelay) this.#handOn(bytes);
    }
  }

  /** A node that knows more may refuse what this one took. */
  #handOn(bytes: Uint8Array): void {
    try {
      this.#relay(bytes);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }

  /** Takes a transaction by what it knows itself, and hands it on. */
  override submit(bytes: Uint8Array): StacksTransaction {
    const tx = super.submit(bytes);
    this.#toRelay.push(bytes);
    return tx;
  }

  #follow(): void {
    if (!Number.isFinite(this.#lag)) return;
    const before: Block = this.#window.tip;
    this.#moment = this.#history.before(this.#lag);
    this.#window.tip = this.#moment.block;
    for (let height = before.height + 1; height <= this.#window.tip.height; height += 1) {
      const mined = this.#miner.blocks.at(height)?.transactions ?? [];
      for (const { tx } of mined) this.mempool.settle(tx);
    }
  }
}
