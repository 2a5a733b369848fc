import type { Address } from '../address.js';
import type { State, World } from '../state/world.js';
import type { Block, CommittedTransaction, Ledger, LedgerView } from './ledger.js';

/** What a node knows of a chain: from one block to another. */
export class LedgerWindow implements LedgerView {
  oldest: Block;
  latest: Block;
  readonly #ledger: Ledger;

  constructor(ledger: Ledger) {
    this.#ledger = ledger;
    this.oldest = ledger.oldest;
    this.latest = ledger.latest;
  }

  get world(): World {
    return this.#ledger.world;
  }

  get state(): State {
    return this.world.at(this.latest.lastVersion);
  }

  block(height: number): Block | undefined {
    return height > this.latest.height ? undefined : this.#ledger.block(height);
  }

  blockOf(version: number): Block | undefined {
    return version > this.latest.lastVersion ? undefined : this.#ledger.blockOf(version);
  }

  blockUpTo(version: number): Block {
    return this.#ledger.blockUpTo(Math.min(version, this.latest.lastVersion));
  }

  byVersion(version: number): CommittedTransaction | undefined {
    return this.#shown(this.#ledger.byVersion(version));
  }

  byHash(hash: string): CommittedTransaction | undefined {
    return this.#shown(this.#ledger.byHash(hash));
  }

  sentBy(sender: Address): readonly CommittedTransaction[] {
    return this.#ledger.sentBy(sender).filter((each) => this.#shown(each));
  }

  everSentBy(sender: Address): readonly CommittedTransaction[] {
    const { lastVersion } = this.latest;
    return this.#ledger.everSentBy(sender).filter(({ version }) => version <= lastVersion);
  }

  upTo(version: number): readonly CommittedTransaction[] {
    return this.#ledger.upTo(Math.min(version, this.latest.lastVersion));
  }

  #shown(committed: CommittedTransaction | undefined): CommittedTransaction | undefined {
    if (committed === undefined) return undefined;
    const { version } = committed;
    const isShown = version >= this.oldest.firstVersion && version <= this.latest.lastVersion;
    return isShown ? committed : undefined;
  }
}
