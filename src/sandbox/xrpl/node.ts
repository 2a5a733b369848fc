import type { ClosedLedger } from './ledger/closed-ledgers.js';
import type { NetworkFees } from './ledger/fees.js';
import type { Ledgers } from './ledger/ledgers.js';
import type { ResultCode } from './result-codes.js';
import { Submission, type SubmitOutcome } from './submission/submission.js';
import type { Transaction } from './transaction.js';

/** Told of what a node's streams carry. */
export interface NodeListener {
  ledgerClosed?(ledger: ClosedLedger): void;
  proposed?(tx: Transaction, result: ResultCode): void;
}

/** What a node is, whatever it does. */
export interface NodeFacts {
  /** What the node calls itself: `n9...`. */
  readonly publicKey: string;
  readonly networkId: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** A node behind the wire: the ledgers that it knows, and what is on its way into them. */
export abstract class LedgerNode implements NodeFacts {
  readonly networkId: number;
  readonly publicKey: string;
  readonly startedAt: number;
  readonly ledgers: Ledgers;
  readonly submission: Submission;
  readonly #listeners = new Set<NodeListener>();

  constructor({ networkId, publicKey, startedAt }: NodeFacts, ledgers: Ledgers) {
    this.networkId = networkId;
    this.publicKey = publicKey;
    this.startedAt = startedAt;
    this.ledgers = ledgers;
    this.submission = new Submission(ledgers, networkId, (tx, result) => {
      for (const listener of this.#listeners) listener.proposed?.(tx, result);
    });
  }

  /** The network's time, in seconds since 2000. */
  abstract get time(): number;

  abstract get unixMs(): number;

  listen(listener: NodeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  submit(tx: Transaction, failHard = false): SubmitOutcome {
    return this.submission.submit(tx, failHard);
  }

  setFees(fees: Partial<NetworkFees>): void {
    this.ledgers.setFees({ ...this.ledgers.fees, ...fees });
  }

  /** Loses whatever is in no closed ledger. */
  dropPending(): void {
    this.ledgers.discardOpen();
    this.submission.drop();
  }

  /** Goes on from a ledger that has closed. */
  protected goOnFrom(ledger: ClosedLedger): void {
    this.ledgers.moveTo(ledger);
    this.submission.refill();
    for (const listener of this.#listeners) listener.ledgerClosed?.(ledger);
  }
}
