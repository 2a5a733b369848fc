import type { Address } from '../address.js';
import type { Framework } from '../move/framework.js';
import { type Draft, draftOf } from '../state/world.js';
import { isSigned, type SignedTransaction } from '../transaction/signed-transaction.js';
import { execute, type Outcome } from './execute.js';
import type { CommittedTransaction, LedgerView } from './ledger.js';
import { type Admission, Mempool } from './mempool.js';
import { type Rules, refusal } from './prologue.js';
import type { StatusCode } from './status-codes.js';

/** What all nodes of a chain agree on. */
export interface ChainFacts {
  readonly framework: Framework;
  readonly chainId: number;
  readonly statelessAccounts: boolean;
}

/** What a node thinks that gas costs, in octas a unit. */
export interface GasPrices {
  readonly low: bigint;
  readonly standard: bigint;
  readonly high: bigint;
}

/** How a node answers for what it has pruned, and which archive it names, if it names one. */
export interface PrunedAnswers {
  /** As today's nodes do (410), or as they did before for everything but single versions and blocks (500). */
  readonly lists: 'gone' | 'internal-error';
  readonly archive: string | undefined;
}

/** What became of a submission. */
export type Submitted = Admission | { readonly kind: 'refused'; readonly status: StatusCode };

/** A node behind the wire: what it knows of the chain, and what it holds that is not on it. */
export abstract class AptosNode implements ChainFacts {
  readonly chainId: number;
  readonly framework: Framework;
  readonly statelessAccounts: boolean;
  readonly ledger: LedgerView;
  readonly mempool = new Mempool();
  gas: GasPrices = { low: 100n, standard: 100n, high: 150n };
  pruned: PrunedAnswers = { lists: 'gone', archive: undefined };
  readonly #waiters = new Set<() => void>();

  constructor({ framework, chainId, statelessAccounts }: ChainFacts, ledger: LedgerView) {
    this.chainId = chainId;
    this.framework = framework;
    this.statelessAccounts = statelessAccounts;
    this.ledger = ledger;
  }

  /** A real network makes blocks all the time. Here one is made when a request comes. */
  abstract catchUp(): void;

  submit(tx: SignedTransaction): Submitted {
    const { state } = this.ledger;
    if (!isSigned(tx)) return { kind: 'refused', status: 'INVALID_SIGNATURE' };
    const status = refusal(tx, state, this.rules(this.#seconds));
    // A later number waits for those before it.
    if (status !== undefined && status !== 'SEQUENCE_NUMBER_TOO_NEW') {
      return { kind: 'refused', status };
    }
    return this.mempool.add(tx);
  }

  /** What a transaction would come to, were it signed. */
  simulate(tx: SignedTransaction): { readonly outcome: Outcome; readonly draft: Draft } {
    const draft = draftOf(this.ledger.state);
    const status = refusal(tx, draft, { ...this.rules(this.#seconds), simulation: true });
    if (status === undefined) return { outcome: execute(tx, draft, this), draft };
    return { outcome: { success: false, vmStatus: status, gasUsed: 0n, events: [] }, draft };
  }

  /** Resolves with the next block. */
  nextBlock(): Promise<void> {
    return new Promise((resolve) => this.#waiters.add(resolve));
  }

  /** There is a new block. */
  protected wake(): void {
    for (const wake of this.#waiters) wake();
    this.#waiters.clear();
  }

  /** @param now - Of the ledger, in seconds. */
  protected rules(now: bigint): Rules {
    const { chainId, statelessAccounts } = this;
    return { chainId, now, statelessAccounts, simulation: false };
  }

  get #seconds(): bigint {
    return this.ledger.latest.timestamp / 1_000_000n;
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

/** What a node shows of an account that it knows. */
export function accountAt(
  node: AptosNode,
  version: number,
  address: Address,
): { readonly sequenceNumber: bigint; readonly authenticationKey: string } | undefined {
  const found = node.ledger.world.at(version).accounts.get(address);
  if (found !== undefined || !node.statelessAccounts) return found;
  return { sequenceNumber: 0n, authenticationKey: address };
}
