import { type Applied, applyTransaction } from '../apply/transactor.js';
import { isApplied, isClaim } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { writeAmount } from '../values/amounts.js';
import { mptJson, readMptAmount } from '../values/mpt-amounts.js';
import { affectedEverywhere } from './affected.js';
import {
  type ClosedLedger,
  type ClosedLedgers,
  FIRST_LEDGER,
  type LedgerHistory,
  type LedgerTransaction,
  TOTAL_DROPS,
} from './closed-ledgers.js';
import { MPT_FLAGS, type MPTokenIssuance } from './entries.js';
import type { NetworkFees } from './fees.js';
import { mptId, mptIssuanceKey } from './keys.js';
import { affectedNodes, type TransactionMetadata, threaded } from './metadata.js';
import { insertOwned } from './owned.js';
import { type EntryChange, WorkView } from './view.js';

/** What a transaction would come to. */
export interface DryRun {
  readonly applied: Applied;
  readonly changes: readonly EntryChange[];
  readonly metadata: TransactionMetadata | undefined;
}

/** No transaction has this number, so it is no other token's. */
export const FIRST_MPT = 0;

interface OpenLedger {
  readonly view: WorkView;
  readonly transactions: LedgerTransaction[];
}

/** Begins a chain in which `genesis` holds all the XRP there is, and issues a token, of which nothing is out. */
export function firstLedger(
  chain: ClosedLedgers,
  genesis: string,
  fees: NetworkFees,
  closeTime: number,
): ClosedLedger {
  const facts = { index: FIRST_LEDGER, parentCloseTime: closeTime, fees };
  const view = new WorkView({ get: () => undefined, keysUnder: () => [] }, facts);
  view.putAccount({
    LedgerEntryType: 'AccountRoot',
    Account: genesis,
    Balance: TOTAL_DROPS.toString(),
    Flags: 0,
    OwnerCount: 1,
    Sequence: 1,
  });
  const id = mptId(genesis, FIRST_MPT);
  const issuance: MPTokenIssuance = {
    LedgerEntryType: 'MPTokenIssuance',
    AssetScale: 2,
    Flags: MPT_FLAGS.canTransfer,
    Issuer: genesis,
    OutstandingAmount: '0',
    OwnerNode: '0',
    Sequence: FIRST_MPT,
  };
  insertOwned(view, mptIssuanceKey(id), issuance, genesis);
  return chain.seal(view, [], closeTime, undefined);
}

/** The closed ledgers that a node knows, and the open one on top of the last of them. */
export class Ledgers {
  readonly closed: LedgerHistory;
  #last: ClosedLedger;
  #open: OpenLedger;
  #fees: NetworkFees;

  constructor(closed: LedgerHistory, last: ClosedLedger, fees: NetworkFees) {
    this.closed = closed;
    this.#last = last;
    this.#fees = fees;
    this.#open = this.#begin();
  }

  /** The last closed ledger. */
  get validated(): ClosedLedger {
    return this.#last;
  }

  get openIndex(): number {
    return this.#last.index + 1;
  }

  get openView(): WorkView {
    return this.#open.view;
  }

  get openTransactions(): readonly LedgerTransaction[] {
    return this.#open.transactions;
  }

  get fees(): NetworkFees {
    return this.#fees;
  }

  /** Changes what applies from now on, to the open ledger too. */
  setFees(fees: NetworkFees): void {
    this.#fees = fees;
    const old = this.#open;
    this.#open = this.#begin();
    old.view.commit(this.#open.view);
    this.#open.transactions.push(...old.transactions);
  }

  /** Tries a transaction on the open ledger. With `mayClaim` false it does all or nothing. */
  apply(tx: Transaction, mayClaim = true): Applied {
    const { view, transactions } = this.#open;
    const { applied, changes, metadata } = this.dryRun(tx);
    if (!metadata || (isClaim(applied.result) && !mayClaim)) return applied;
    for (const { key, after } of changes) {
      if (after === undefined) view.erase(key);
      else view.put(key, after);
    }
    const accounts = affectedEverywhere(tx, metadata);
    transactions.push({ tx, metadata, ledgerIndex: view.facts.index, accounts });
    return applied;
  }

  /** What a transaction would do to the open ledger, and `metadata` if it would be in it. */
  dryRun(tx: Transaction): DryRun {
    const { view, transactions } = this.#open;
    const work = view.nested();
    const applied = applyTransaction(tx, work);
    if (!isApplied(applied.result)) return { applied, changes: [], metadata: undefined };
    const changes = work.changes().map((change) => ({
      ...change,
      after: change.after && threaded(change.after, tx.hash, view.facts.index),
    }));
    const metadata = {
      AffectedNodes: affectedNodes(changes),
      TransactionIndex: transactions.length,
      TransactionResult: applied.result,
      ...deliveredBy(tx, applied),
    };
    return { applied, changes, metadata };
  }

  /** Goes on from a closed ledger, with an open one that is empty. */
  moveTo(last: ClosedLedger): void {
    this.#last = last;
    this.#open = this.#begin();
  }

  /** Begins the open ledger anew, without what was in it. */
  discardOpen(): void {
    this.#open = this.#begin();
  }

  #begin(): OpenLedger {
    const { index, closeTime } = this.#last;
    const facts = { index: index + 1, parentCloseTime: closeTime, fees: this.#fees };
    return { view: new WorkView(this.closed.stateAt(index), facts), transactions: [] };
  }
}

/** What a successful payment delivered: its Amount, unless it says otherwise. */
function deliveredBy(
  tx: Transaction,
  { result, delivered }: Applied,
): Pick<TransactionMetadata, 'DeliveredAmount' | 'delivered_amount'> {
  if (tx.type !== 'Payment' || result !== 'tesSUCCESS') return {};
  if (delivered !== undefined) {
    return { DeliveredAmount: delivered, delivered_amount: delivered };
  }
  const amount = tx.amount('Amount');
  if (amount !== undefined) return { delivered_amount: writeAmount(amount) };
  const mpt = readMptAmount(tx.json.Amount);
  return mpt === undefined ? {} : { delivered_amount: mptJson(mpt.id, mpt.value) };
}
