import { createHash } from 'node:crypto';
import type { ClarityValue } from '@stacks/transactions';
import type { ChainEvent } from '../machine.js';
import type { StacksTransaction } from '../wire/transaction.js';

/** What became of a transaction that is in a block. */
type MinedStatus =
  | 'success'
  | 'abort_by_response'
  | 'abort_by_post_condition'
  /** Skipped by the miner: it did nothing, but its fee and its nonce are gone. */
  | 'problematic_skipped';

/** A transaction as executed. */
export interface Execution {
  readonly tx: StacksTransaction;
  readonly status: MinedStatus;
  readonly result: ClarityValue;
  /** None where nothing was done. */
  readonly events: readonly ChainEvent[];
  /** Why it failed, where its result does not tell. */
  readonly vmError?: string;
}

/** A transaction in its block. */
export interface MinedTransaction extends Execution {
  readonly block: Block;
  readonly index: number;
}

/** A block of the chain. Times are Unix seconds. */
export interface Block {
  readonly height: number;
  readonly hash: string;
  /** Names the block on its own fork: what a node is asked for it by. */
  readonly indexHash: string;
  readonly parentHash: string;
  readonly parentIndexHash: string;
  readonly time: number;
  readonly burnHeight: number;
  readonly burnTime: number;
  readonly transactions: readonly MinedTransaction[];
}

/** What is known of the blocks. */
export interface BlocksView {
  /** The latest. */
  readonly tip: Block;
  find(txid: string): MinedTransaction | undefined;
  /** A block by its index hash. */
  block(indexHash: string): Block | undefined;
  /** Every transaction that concerns a principal, the latest first. */
  of(principal: string): readonly MinedTransaction[];
}

/** The blocks so far, and where in them each transaction is. */
export class Blocks implements BlocksView {
  readonly #blocks: Block[] = [];
  readonly #transactions = new Map<string, MinedTransaction>();

  constructor(time: number, burnHeight: number) {
    this.append([], time, burnHeight);
  }

  get tip(): Block {
    const last = this.#blocks.at(-1);
    if (last === undefined) throw new Error('there is always a first block');
    return last;
  }

  at(height: number): Block | undefined {
    return this.#blocks[height - 1];
  }

  find(txid: string): MinedTransaction | undefined {
    return this.#transactions.get(txid);
  }

  block(indexHash: string): Block | undefined {
    return this.#blocks.find((block) => block.indexHash === indexHash);
  }

  of(principal: string): readonly MinedTransaction[] {
    return [...this.#transactions.values()].filter((mined) => concerns(mined, principal)).reverse();
  }

  append(executions: readonly Execution[], time: number, burnHeight: number): Block {
    const previous = this.#blocks.at(-1);
    const height = (previous?.height ?? 0) + 1;
    const isNewBurnBlock = previous?.burnHeight !== burnHeight;
    const transactions: MinedTransaction[] = [];
    const hash = hashOf(`block ${height} ${time}`);
    const block: Block = {
      height,
      hash,
      indexHash: hashOf(`index ${hash}`),
      parentHash: previous?.hash ?? hashOf('genesis'),
      parentIndexHash: previous?.indexHash ?? hashOf('index genesis'),
      time,
      burnHeight,
      burnTime: isNewBurnBlock ? time : (previous?.burnTime ?? time),
      transactions,
    };
    for (const [index, execution] of executions.entries()) {
      const mined = { ...execution, block, index };
      transactions.push(mined);
      this.#transactions.set(mined.tx.txid, mined);
    }
    this.#blocks.push(block);
    return block;
  }
}

/** What a node knows of a chain: the blocks from one to another. */
export class BlockWindow implements BlocksView {
  first = 0;
  tip: Block;
  readonly #blocks: Blocks;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
    this.tip = blocks.tip;
  }

  find(txid: string): MinedTransaction | undefined {
    const mined = this.#blocks.find(txid);
    return mined && this.#shows(mined) ? mined : undefined;
  }

  block(indexHash: string): Block | undefined {
    const block = this.#blocks.block(indexHash);
    return block && this.#reaches(block) ? block : undefined;
  }

  of(principal: string): readonly MinedTransaction[] {
    return this.#blocks.of(principal).filter((mined) => this.#shows(mined));
  }

  #shows({ block }: MinedTransaction): boolean {
    return this.#reaches(block);
  }

  #reaches({ height }: Block): boolean {
    return height >= this.first && height <= this.tip.height;
  }
}

/** A made-up hash: `0x` and 64 hex digits. */
export function hashOf(text: string): string {
  return `0x${createHash('sha256').update(text).digest('hex')}`;
}

function concerns({ tx, events }: MinedTransaction, principal: string): boolean {
  if (tx.sender === principal) return true;
  const { payload } = tx;
  if (payload.kind === 'token_transfer' && payload.recipient === principal) return true;
  if (payload.kind === 'contract_call' && payload.contract === principal) return true;
  return events.some((event) => {
    if (event.kind === 'print') return event.contract === principal;
    if (event.kind === 'lock' || event.kind === 'pox-action') return event.account === principal;
    return event.sender === principal || event.recipient === principal;
  });
}
