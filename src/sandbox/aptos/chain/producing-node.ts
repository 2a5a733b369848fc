import type { SandboxClock } from '../../clock.js';
import { type Draft, draftOf } from '../state/world.js';
import type { SignedTransaction } from '../transaction/signed-transaction.js';
import { execute } from './execute.js';
import { type Block, type CommittedTransaction, Ledger } from './ledger.js';
import { AptosNode, type ChainFacts, type Submitted, touchedBy } from './node.js';
import { refusal } from './prologue.js';

export interface ProducerOptions extends ChainFacts {
  readonly clock: SandboxClock;
  /** Milliseconds from a submission to its block; 0 makes blocks only on {@link ProducingNode.produceBlock}. */
  readonly blockMs: number;
}

/** The node that makes the blocks: what is in its mempool is what comes into the next. */
export class ProducingNode extends AptosNode {
  override readonly ledger: Ledger;
  /** The same, with all that was ever pruned. */
  readonly whole: Ledger;
  readonly #clock: SandboxClock;
  readonly #blockMs: number;
  readonly #listeners: (() => void)[] = [];
  /** Of the block that is due. */
  #cancel: (() => void) | undefined;
  #paused = false;

  constructor({ clock, blockMs, ...facts }: ProducerOptions) {
    const ledger = new Ledger(microseconds(clock.now()));
    super(facts, ledger);
    this.ledger = ledger;
    this.whole = new Ledger(ledger.latest.timestamp, ledger.world);
    this.#clock = clock;
    this.#blockMs = blockMs;
  }

  /** Calls `listener` after every block. */
  onBlock(listener: () => void): void {
    this.#listeners.push(listener);
  }

  catchUp(): void {
    if (this.#blockMs <= 0 || this.#paused || this.#cancel !== undefined) return;
    const elapsed = microseconds(this.#clock.now()) - this.ledger.latest.timestamp;
    if (elapsed >= microseconds(this.#blockMs)) this.produceBlock();
  }

  override submit(tx: SignedTransaction): Submitted {
    const submitted = super.submit(tx);
    if (submitted.kind === 'accepted') this.#schedule();
    return submitted;
  }

  /** Makes a block of all that is ready. `at` is its time in milliseconds. */
  produceBlock(at = this.#clock.now()): Block {
    this.#cancel?.();
    this.#cancel = undefined;
    const previous = this.ledger.latest;
    const now = microseconds(at);
    const timestamp = now > previous.timestamp ? now : previous.timestamp + 1n;
    const height = previous.height + 1;
    const firstVersion = previous.lastVersion + 1;
    const transactions: CommittedTransaction[] = [];
    for (let tx = this.#next(timestamp); tx !== undefined; tx = this.#next(timestamp)) {
      const version = firstVersion + 1 + transactions.length;
      transactions.push(this.#commit(tx, { version, height, timestamp }));
    }
    const lastVersion = firstVersion + transactions.length + 1;
    const block = { height, firstVersion, lastVersion, timestamp };
    this.ledger.add(block, transactions);
    this.whole.add(block, transactions);
    this.wake();
    for (const listener of this.#listeners) listener();
    return block;
  }

  /** Changes the state by no transaction at all, in a block of its own. */
  change(action: (draft: Draft) => void): void {
    const block = this.produceBlock();
    const draft = draftOf(this.ledger.state);
    action(draft);
    this.ledger.world.commit(draft, block.lastVersion);
  }

  pause(): void {
    this.#paused = true;
    this.#cancel?.();
    this.#cancel = undefined;
  }

  resume(): void {
    this.#paused = false;
    if (this.mempool.all.length > 0) this.#schedule();
  }

  /** The best paying transaction whose turn it is. What can't run any more is thrown out on the way. */
  #next(timestamp: bigint): SignedTransaction | undefined {
    const view = this.#open;
    const rules = this.rules(timestamp / 1_000_000n);
    const ready: SignedTransaction[] = [];
    for (const tx of this.mempool.all) {
      const status = refusal(tx, view, rules);
      if (status === undefined) ready.push(tx);
      else if (status !== 'SEQUENCE_NUMBER_TOO_NEW') this.mempool.remove(tx);
    }
    const price = (tx: SignedTransaction) => tx.gasUnitPrice;
    return ready.reduce<SignedTransaction | undefined>(
      (best, tx) => (best === undefined || price(tx) > price(best) ? tx : best),
      undefined,
    );
  }

  /** The state after everything committed, the block that is being made included. */
  get #open() {
    return this.ledger.world.at(Number.MAX_SAFE_INTEGER);
  }

  #commit(
    tx: SignedTransaction,
    place: Pick<CommittedTransaction, 'version' | 'height' | 'timestamp'>,
  ): CommittedTransaction {
    const draft = draftOf(this.#open);
    const outcome = execute(tx, draft, this);
    this.ledger.world.commit(draft, place.version);
    this.mempool.remove(tx);
    return { ...place, tx, outcome, touched: touchedBy(draft) };
  }

  #schedule(): void {
    if (this.#blockMs <= 0 || this.#paused || this.#cancel !== undefined) return;
    const due = this.#clock.now() + this.#blockMs;
    // Also when time was skipped, a block is as old as it would be.
    this.#cancel = this.#clock.after(this.#blockMs, () => this.produceBlock(due));
  }
}

function microseconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds * 1_000));
}
