import type { MiningNode } from '../mining-node.js';
import type { ModelMachine } from '../model/model-machine.js';
import type { Block } from './blocks.js';

/** The chain as it was when a block had been mined. */
export interface Moment {
  readonly block: Block;
  readonly nonces: ReadonlyMap<string, bigint>;
  /** Puts the machine back to it. */
  restore(): void;
}

/** The chain as it was after each block, from when this was made. */
export class ChainHistory {
  readonly #moments: Moment[] = [];
  readonly #miner: MiningNode;
  readonly #machine: ModelMachine;

  constructor(miner: MiningNode, machine: ModelMachine) {
    this.#miner = miner;
    this.#machine = machine;
    this.#record(miner.blocks.tip);
    miner.onBlock((block) => this.#record(block));
  }

  get latest(): Moment {
    const latest = this.#moments.at(-1);
    if (latest === undefined) throw new Error('there is always a latest block');
    return latest;
  }

  /** As of `blocks` before the latest; the first one that was recorded, where that is later. */
  before(blocks: number): Moment {
    return this.#moments.at(-1 - blocks) ?? this.#moments[0] ?? this.latest;
  }

  #record(block: Block): void {
    const restore = this.#machine.snapshot();
    this.#moments.push({ block, nonces: this.#miner.nonces, restore });
  }
}
