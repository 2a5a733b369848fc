import type { ClosingNode } from './closing-node.js';
import { LedgerWindow } from './ledger/ledger-window.js';
import { Ledgers } from './ledger/ledgers.js';
import { LedgerNode } from './node.js';
import type { SubmitOutcome } from './submission/submission.js';
import type { Transaction } from './transaction.js';

/** What becomes of a transaction that a node hands on to the others. */
export type Relay = (tx: Transaction) => void;

/**
 * Another node of a network, with views of its own: it may know fewer of the latest ledgers and fewer of
 * the old ones, and it keeps for itself what it was sent and can't apply yet.
 */
export class FollowingNode extends LedgerNode {
  readonly #network: ClosingNode;
  readonly #window: LedgerWindow;
  readonly #relay: Relay;
  #lag = 0;

  /** @param relay Default: the network has it at once. */
  constructor(
    network: ClosingNode,
    publicKey: string,
    relay: Relay = (tx) => void network.submit(tx),
  ) {
    const { networkId, ledgers } = network;
    const { validated, fees } = ledgers;
    const window = new LedgerWindow(network.chain, validated.index);
    super(
      { networkId, publicKey, startedAt: network.unixMs },
      new Ledgers(window, validated, fees),
    );
    this.#network = network;
    this.#window = window;
    this.#relay = relay;
    network.listen({ ledgerClosed: ({ index }) => this.#follow(index - this.#lag) });
  }

  get time(): number {
    return this.#network.time;
  }

  get unixMs(): number {
    return this.#network.unixMs;
  }

  /** How many ledgers it is behind. With `Infinity` it stays where it is. */
  get lag(): number {
    return this.#lag;
  }

  set lag(ledgers: number) {
    this.#lag = ledgers;
    this.#follow(this.#network.ledgers.validated.index - ledgers);
  }

  /** Knows nothing of the ledgers before `index`. */
  forget(index: number): void {
    this.#window.first = Math.min(index, this.ledgers.validated.index);
  }

  /** Takes a transaction by what it knows itself, and hands it on. */
  override submit(tx: Transaction, failHard = false): SubmitOutcome {
    const outcome = super.submit(tx, failHard);
    if (outcome.broadcast) this.#relay(tx);
    return outcome;
  }

  #follow(index: number): void {
    const ledger = this.#network.chain.byIndex(index);
    if (ledger === undefined || index === this.ledgers.validated.index) return;
    this.#window.last = index;
    this.goOnFrom(ledger);
    // As rippled does (`OpenLedger::accept`): what it kept until now may be in its open ledger, and the others lack it.
    for (const { tx } of this.ledgers.openTransactions) this.#relay(tx);
  }
}
