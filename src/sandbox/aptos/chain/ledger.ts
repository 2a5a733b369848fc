import type { Address } from '../address.js';
import type { State } from '../state/world.js';
import { World } from '../state/world.js';
import type { SignedTransaction } from '../transaction/signed-transaction.js';
import type { Outcome } from './execute.js';

/** A transaction that is on the chain, for good. */
export interface CommittedTransaction {
  readonly version: number;
  readonly height: number;
  /** Of its block, in microseconds. */
  readonly timestamp: bigint;
  readonly tx: SignedTransaction;
  readonly outcome: Outcome;
  /** What it changed: the tables' names and keys. */
  readonly touched: Touched;
}

/** Keys of the state that a transaction wrote. */
export interface Touched {
  readonly accounts: readonly string[];
  readonly stores: readonly string[];
  readonly coinStores: readonly string[];
}

/** A block: its own metadata at `firstVersion`, its transactions, and its end at `lastVersion`. */
export interface Block {
  readonly height: number;
  readonly firstVersion: number;
  readonly lastVersion: number;
  /** Microseconds since 1970. */
  readonly timestamp: bigint;
}

/** What is known of what is final. */
export interface LedgerView {
  /** The first block that is still there. */
  readonly oldest: Block;
  readonly latest: Block;
  /** As of the latest block. */
  readonly state: State;
  /** As of any version, whether it is known or not. */
  readonly world: World;
  /** Pruned ones, too. */
  block(height: number): Block | undefined;
  /** The block that a version is in. */
  blockOf(version: number): Block | undefined;
  /** The last block that ends at or before a version. */
  blockUpTo(version: number): Block;
  byVersion(version: number): CommittedTransaction | undefined;
  byHash(hash: string): CommittedTransaction | undefined;
  /** What an account has sent, oldest first. */
  sentBy(sender: Address): readonly CommittedTransaction[];
  /** The same, with those that were pruned. */
  everSentBy(sender: Address): readonly CommittedTransaction[];
  /** All transactions up to a version, pruned ones too, oldest first. */
  upTo(version: number): readonly CommittedTransaction[];
}

/** Everything that is final: blocks, transactions and the state after each. */
export class Ledger implements LedgerView {
  readonly world: World;
  readonly #blocks: Block[];
  readonly #byVersion = new Map<number, CommittedTransaction>();
  readonly #byHash = new Map<string, CommittedTransaction>();
  readonly #bySender = new Map<Address, CommittedTransaction[]>();
  #oldest: Block;

  constructor(timestamp: bigint, world = new World()) {
    this.world = world;
    this.#oldest = { height: 0, firstVersion: 0, lastVersion: 0, timestamp };
    this.#blocks = [this.#oldest];
  }

  get oldest(): Block {
    return this.#oldest;
  }

  get latest(): Block {
    const block = this.#blocks.at(-1);
    if (block === undefined) throw new Error('a ledger has a first block');
    return block;
  }

  get state(): State {
    return this.world.at(this.latest.lastVersion);
  }

  add(block: Block, transactions: readonly CommittedTransaction[]): void {
    this.#blocks.push(block);
    for (const committed of transactions) {
      this.#byVersion.set(committed.version, committed);
      this.#byHash.set(committed.tx.hash, committed);
      const { sender } = committed.tx;
      const own = this.#bySender.get(sender);
      if (own === undefined) this.#bySender.set(sender, [committed]);
      else own.push(committed);
    }
  }

  /** Prunes everything before the last block. An indexer keeps what it has. */
  forget(): void {
    this.#oldest = this.latest;
  }

  #kept(committed: CommittedTransaction | undefined): CommittedTransaction | undefined {
    return committed && committed.version >= this.#oldest.firstVersion ? committed : undefined;
  }

  block(height: number): Block | undefined {
    return this.#blocks[height];
  }

  blockOf(version: number): Block | undefined {
    return this.#blocks.findLast((block) => block.firstVersion <= version);
  }

  blockUpTo(version: number): Block {
    return this.#blocks.findLast((block) => block.lastVersion <= version) ?? this.#oldest;
  }

  byVersion(version: number): CommittedTransaction | undefined {
    return this.#kept(this.#byVersion.get(version));
  }

  byHash(hash: string): CommittedTransaction | undefined {
    return this.#kept(this.#byHash.get(hash));
  }

  sentBy(sender: Address): readonly CommittedTransaction[] {
    return this.everSentBy(sender).filter((each) => this.#kept(each));
  }

  everSentBy(sender: Address): readonly CommittedTransaction[] {
    return this.#bySender.get(sender) ?? [];
  }

  upTo(version: number): readonly CommittedTransaction[] {
    return [...this.#byVersion.values()].filter((each) => each.version <= version);
  }
}
