import type { SignedTransaction } from '../transaction/signed-transaction.js';
import { LedgerWindow } from './ledger-window.js';
import { AptosNode, type Submitted } from './node.js';
import type { ProducingNode } from './producing-node.js';
import { refusal } from './prologue.js';

/** What becomes of a transaction that a node hands on to the others. */
export type Relay = (tx: SignedTransaction) => void;

/**
 * Another node of a chain, with views of its own: it may know fewer of the latest versions and fewer of
 * the old ones, and it keeps for itself what it was sent.
 */
export class FollowingNode extends AptosNode {
  readonly #producer: ProducingNode;
  readonly #window: LedgerWindow;
  readonly #relay: Relay;
  #lag = 0;

  /** @param relay - Default: the producer has it at once. */
  constructor(producer: ProducingNode, relay: Relay = (tx) => void producer.submit(tx)) {
    const window = new LedgerWindow(producer.ledger);
    super(producer, window);
    this.gas = producer.gas;
    this.#producer = producer;
    this.#window = window;
    this.#relay = relay;
    producer.onBlock(() => this.#follow());
  }

  /** How many versions it is behind. With `Infinity` it stays where it is. */
  get lag(): number {
    return this.#lag;
  }

  set lag(versions: number) {
    this.#lag = versions;
    this.#follow();
  }

  catchUp(): void {
    this.#producer.catchUp();
  }

  /** Knows nothing any more of the transactions before its latest block. */
  forget(): void {
    this.#window.oldest = this.#window.latest;
  }

  /** Loses what it holds that is on the chain not yet. */
  dropPending(): void {
    this.mempool.clear();
  }

  /** Takes a transaction by what it knows itself, and hands it on. */
  override submit(tx: SignedTransaction): Submitted {
    const submitted = super.submit(tx);
    if (submitted.kind === 'accepted') this.#relay(tx);
    return submitted;
  }

  #follow(): void {
    const { ledger } = this.#producer;
    const version = ledger.latest.lastVersion - this.#lag;
    if (!(version >= 0)) return;
    const block = ledger.blockUpTo(version);
    if (block === this.#window.latest) return;
    this.#window.latest = block;
    this.#sweep();
    this.wake();
  }

  /** What is on the chain, or can never be, waits no longer. */
  #sweep(): void {
    const rules = this.rules(this.ledger.latest.timestamp / 1_000_000n);
    for (const tx of this.mempool.all) {
      const status = refusal(tx, this.ledger.state, rules);
      if (status !== undefined && status !== 'SEQUENCE_NUMBER_TOO_NEW') this.mempool.remove(tx);
    }
  }
}
