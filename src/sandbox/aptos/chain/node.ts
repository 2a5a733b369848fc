import type { SandboxClock } from '../../clock.js';
import type { Address } from '../address.js';
import type { Framework } from '../move/framework.js';
import { type Draft, draftOf } from '../state/world.js';
import { isSigned, type SignedTransaction } from '../transaction/signed-transaction.js';
import { execute, type Outcome } from './execute.js';
import { type Block, type CommittedTransaction, Ledger } from './ledger.js';
import { type Admission, Mempool } from './mempool.js';
import { type Rules, refusal } from './prologue.js';
import type { StatusCode } from './status-codes.js';

export interface NodeOptions {
  readonly clock: SandboxClock;
  readonly framework: Framework;
  readonly chainId: number;
  /** Milliseconds from a submission to its block; 0 makes blocks only on {@link AptosNode.produceBlock}. */
  readonly blockMs: number;
  readonly statelessAccounts: boolean;
}

/** What became of a submission. */
export type Submitted = Admission | { readonly kind: 'refused'; readonly status: StatusCode };

/** The node behind the wire: the ledger, what is on its way into it, and when blocks are made. */
export class AptosNode {
  readonly chainId: number;
  readonly framework: Framework;
  readonly statelessAccounts: boolean;
  readonly ledger: Ledger;
  readonly mempool = new Mempool();
  readonly #clock: SandboxClock;
  readonly #blockMs: number;
  readonly #waiters = new Set<() => void>();
  /** Of the block that is due. */
  #cancel: (() => void) | undefined;
  #paused = false;

  constructor({ clock, framework, chainId, blockMs, statelessAccounts }: NodeOptions) {
    this.#clock = clock;
    this.#blockMs = blockMs;
    this.chainId = chainId;
    this.framework = framework;
    this.statelessAccounts = statelessAccounts;
    this.ledger = new Ledger(microseconds(clock.now()));
  }

  /** A real node makes blocks all the time. Here one is made when somebody looks. */
  catchUp(): void {
    if (this.#blockMs <= 0 || this.#paused || this.#cancel !== undefined) return;
    const elapsed = microseconds(this.#clock.now()) - this.ledger.latest.timestamp;
    if (elapsed >= microseconds(this.#blockMs)) this.produceBlock();
  }

  submit(tx: SignedTransaction): Submitted {
    const { state } = this.ledger;
    if (!isSigned(tx)) return { kind: 'refused', status: 'INVALID_SIGNATURE' };
    const status = refusal(tx, state, this.#rules(this.#seconds, false));
    // A later number waits for those before it.
    if (status !== undefined && status !== 'SEQUENCE_NUMBER_TOO_NEW') {
      return { kind: 'refused', status };
    }
    const admission = this.mempool.add(tx);
    if (admission.kind === 'accepted') this.#schedule();
    return admission;
  }

  /** What a transaction would come to, were it signed. */
  simulate(tx: SignedTransaction): { readonly outcome: Outcome; readonly draft: Draft } {
    const draft = draftOf(this.ledger.state);
    const status = refusal(tx, draft, this.#rules(this.#seconds, true));
    if (status === undefined) return { outcome: execute(tx, draft, this), draft };
    return { outcome: { success: false, vmStatus: status, gasUsed: 0n, events: [] }, draft };
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
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
    return block;
  }

  /** Changes the state by no transaction at all, in a block of its own. */
  change(action: (draft: Draft) => void): void {
    const block = this.produceBlock();
    const draft = draftOf(this.ledger.state);
    action(draft);
    this.ledger.world.commit(draft, block.lastVersion);
  }

  /** Resolves with the next block. */
  nextBlock(): Promise<void> {
    return new Promise((resolve) => this.#waiters.add(resolve));
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

  get #seconds(): bigint {
    return this.ledger.latest.timestamp / 1_000_000n;
  }

  #rules(now: bigint, simulation: boolean): Rules {
    const { chainId, statelessAccounts } = this;
    return { chainId, now, statelessAccounts, simulation };
  }

  /** The best paying transaction whose turn it is. What can't run any more is thrown out on the way. */
  #next(timestamp: bigint): SignedTransaction | undefined {
    const view = this.#open;
    const rules = this.#rules(timestamp / 1_000_000n, false);
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

export function touchedBy(draft: Draft): CommittedTransaction['touched'] {
  const keys = (table: { readonly changes: ReadonlyMap<string, unknown> }) => [
    ...table.changes.keys(),
  ];
  return {
    accounts: keys(draft.accounts),
    stores: keys(draft.stores),
    coinStores: keys(draft.coinStores),
  };
}

/** What an account is, to whoever asks a node that knows it. */
export function accountAt(
  node: AptosNode,
  version: number,
  address: Address,
): { readonly sequenceNumber: bigint; readonly authenticationKey: string } | undefined {
  const found = node.ledger.world.at(version).accounts.get(address);
  if (found !== undefined || !node.statelessAccounts) return found;
  return { sequenceNumber: 0n, authenticationKey: address };
}

function microseconds(milliseconds: number): bigint {
  return BigInt(Math.floor(milliseconds * 1_000));
}
