import type { SignedTransaction } from '../transaction/signed-transaction.js';
import { AptosNode, type Submitted } from './node.js';
import type { ProducingNode } from './producing-node.js';

/** A node of the same chain that prunes nothing. */
export class ArchiveNode extends AptosNode {
  readonly #producer: ProducingNode;

  constructor(producer: ProducingNode) {
    super(producer, producer.whole);
    this.#producer = producer;
  }

  catchUp(): void {
    this.#producer.catchUp();
  }

  override submit(tx: SignedTransaction): Submitted {
    return this.#producer.submit(tx);
  }
}
