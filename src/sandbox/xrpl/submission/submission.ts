import { checkSequence, preclaim, preflight, requiredFee } from '../apply/transactor.js';
import { currentFee } from '../ledger/fees.js';
import type { DryRun, Ledgers } from '../ledger/ledgers.js';
import type { WorkView } from '../ledger/view.js';
import { isApplied, isClaim, type ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import {
  levelOf,
  MAX_QUEUED,
  MAX_QUEUED_PER_ACCOUNT,
  MIN_LEDGERS_LEFT,
  openLevel,
  paysToReplace,
  TransactionQueue,
} from './queue.js';

/** What a node answers to a submission. Provisional: only a validated ledger is final. */
export interface SubmitOutcome {
  readonly result: ResultCode;
  readonly applied: boolean;
  readonly queued: boolean;
  readonly broadcast: boolean;
  /** The node tries it again by itself for a few ledgers, whatever the result says. */
  readonly kept: boolean;
}

/** For how many ledgers a node tries its clients' transactions again. */
const KEPT_LEDGERS = 5;

interface Kept {
  readonly tx: Transaction;
  readonly untilLedger: number;
}

/** Whom to tell that a transaction went into the open ledger. */
export type ProposalListener = (tx: Transaction, result: ResultCode) => void;

/**
 * What happens between a submission and the open ledger: applied at once, put into the queue, or
 * kept for a while and tried again when a ledger has closed or a gap in the sequence is filled.
 */
export class Submission {
  readonly #ledgers: Ledgers;
  readonly #networkId: number;
  readonly #onProposal: ProposalListener;
  readonly queue = new TransactionQueue();
  #kept: Kept[] = [];

  constructor(ledgers: Ledgers, networkId: number, onProposal: ProposalListener) {
    this.#ledgers = ledgers;
    this.#networkId = networkId;
    this.#onProposal = onProposal;
  }

  /** A client's transaction, its signature verified. */
  submit(tx: Transaction, failHard: boolean): SubmitOutcome {
    const result = this.#take(tx, failHard);
    const applied = isApplied(result) && !(failHard && isClaim(result));
    const kept = !failHard || result === 'tesSUCCESS';
    if (kept && !this.#isKept(tx)) {
      this.#kept.push({ tx, untilLedger: this.#ledgers.openIndex + KEPT_LEDGERS });
    }
    if (applied) this.#applySuccessors(tx.account);
    const queued = result === 'terQUEUED';
    return { result, applied, queued, kept, broadcast: (applied || queued) && kept };
  }

  /**
   * What a transaction would come to in the open ledger. Whatever could not go straight into it is
   * `telCAN_NOT_QUEUE`, whether or not it could be queued.
   */
  simulate(tx: Transaction): DryRun {
    const not = (result: ResultCode): DryRun => ({
      applied: { result },
      changes: [],
      metadata: undefined,
    });
    const malformed = preflight(tx, this.#networkId);
    if (malformed !== 'tesSUCCESS') return not(malformed);
    const view = this.#ledgers.openView;
    const { fees } = view.facts;
    const isNext = tx.ticket !== undefined || tx.sequence === view.account(tx.account)?.Sequence;
    const paysEnough = tx.fee >= requiredFee(currentFee(fees), fees, tx);
    return isNext && paysEnough ? this.#ledgers.dryRun(tx) : not('telCAN_NOT_QUEUE');
  }

  /** Transactions that were submitted and are in no ledger. */
  pending(hash: string): Transaction | undefined {
    return this.queue.find(hash) ?? this.#kept.find(({ tx }) => tx.hash === hash)?.tx;
  }

  /** Fills a fresh open ledger: first from the queue, then with what was kept. */
  refill(): void {
    this.#acceptQueued();
    this.#sweep();
    for (const { tx } of [...this.#kept].sort((a, b) => a.tx.sequence - b.tx.sequence)) {
      if (!this.#isOpen(tx)) this.#take(tx, false);
    }
  }

  /** Forgets everything that is in no closed ledger. */
  drop(): void {
    this.queue.clear();
    this.#kept = [];
  }

  #isKept(tx: Transaction): boolean {
    return this.#kept.some((kept) => kept.tx.hash === tx.hash);
  }

  #isOpen(tx: Transaction): boolean {
    return this.#ledgers.openTransactions.some((open) => open.tx.hash === tx.hash);
  }

  #take(tx: Transaction, failHard: boolean): ResultCode {
    const malformed = preflight(tx, this.#networkId);
    if (malformed !== 'tesSUCCESS') return malformed;
    if (this.#isOpen(tx)) return 'tefALREADY';
    if (this.queue.has(tx.hash)) return 'terQUEUED';
    const view = this.#ledgers.openView;
    const order = checkSequence(tx, view);
    const paysEnough = tx.fee >= requiredFee(currentFee(view.facts.fees), view.facts.fees, tx);
    if (order === 'tesSUCCESS' && paysEnough) return this.#apply(tx, failHard);
    if (order !== 'tesSUCCESS' && order !== 'terPRE_SEQ') return order;
    return this.#enqueue(tx, failHard);
  }

  #apply(tx: Transaction, failHard = false): ResultCode {
    const { result } = this.#ledgers.apply(tx, !failHard);
    if (isApplied(result) && !(failHard && isClaim(result))) {
      this.queue.remove(tx.hash);
      this.#onProposal(tx, result);
    }
    return result;
  }

  #enqueue(tx: Transaction, failHard: boolean): ResultCode {
    const view = this.#ledgers.openView;
    const account = view.account(tx.account);
    if (account === undefined) return 'terNO_ACCOUNT';
    const rival = this.queue.rivalOf(tx);
    const level = levelOf(tx, view);
    if (rival !== undefined && !paysToReplace(level, rival)) return 'telCAN_NOT_QUEUE_FEE';
    const next = this.queue.nextSequence(tx.account, account.Sequence);
    if (tx.ticket === undefined && tx.sequence > next) return 'terPRE_SEQ';
    if (failHard || tx.has('AccountTxnID') || this.#endsSoon(tx)) return 'telCAN_NOT_QUEUE';
    const waiting = this.queue.of(tx.account);
    if (rival === undefined && waiting.length >= MAX_QUEUED_PER_ACCOUNT) {
      return 'telCAN_NOT_QUEUE_FULL';
    }
    const likely = this.#likely(tx, view);
    if (!isApplied(likely)) return likely;
    if (this.queue.size >= MAX_QUEUED) return 'telCAN_NOT_QUEUE_FULL';
    this.queue.add({ tx, level });
    return 'terQUEUED';
  }

  #endsSoon(tx: Transaction): boolean {
    const last = tx.lastLedger;
    return last !== undefined && last < this.#ledgers.openIndex + MIN_LEDGERS_LEFT;
  }

  /** What the transaction would come to, once those that wait before it are through. */
  #likely(tx: Transaction, view: WorkView): ResultCode {
    const ahead = view.nested();
    const account = ahead.account(tx.account);
    if (account === undefined) return 'terNO_ACCOUNT';
    const before = this.queue.of(tx.account).filter((entry) => entry.tx.sequence < tx.sequence);
    const fees = before.reduce((sum, entry) => sum + entry.tx.fee, 0n);
    const balance = BigInt(account.Balance) - fees;
    if (balance < tx.fee) {
      return before.length === 0 ? 'terINSUF_FEE_B' : 'telCAN_NOT_QUEUE_BALANCE';
    }
    const Sequence = tx.ticket === undefined ? tx.sequence : account.Sequence;
    ahead.putAccount({ ...account, Sequence, Balance: balance.toString() });
    return preclaim(tx, ahead);
  }

  /** Once a gap is filled, what was kept behind it can follow. */
  #applySuccessors(address: string): void {
    for (;;) {
      const sequence = this.#ledgers.openView.account(address)?.Sequence;
      const next = this.#kept.find(
        ({ tx }) => tx.account === address && tx.ticket === undefined && tx.sequence === sequence,
      );
      if (next === undefined || !isApplied(this.#take(next.tx, false))) return;
    }
  }

  #acceptQueued(): void {
    for (;;) {
      const view = this.#ledgers.openView;
      const [best] = this.queue.candidates(view);
      if (best === undefined || best.level < openLevel(view, currentFee(view.facts.fees))) break;
      this.queue.remove(best.tx.hash);
      this.#apply(best.tx);
    }
    this.#dropExpired();
  }

  #dropExpired(): void {
    const { openIndex, openView } = this.#ledgers;
    for (const { tx } of this.queue.all) {
      const late = tx.lastLedger !== undefined && tx.lastLedger < openIndex;
      if (late || checkSequence(tx, openView).startsWith('tef')) this.queue.remove(tx.hash);
    }
  }

  #sweep(): void {
    const { openIndex, openView } = this.#ledgers;
    this.#kept = this.#kept.filter(
      ({ tx, untilLedger }) =>
        untilLedger >= openIndex &&
        this.#ledgers.closed.transaction(tx.hash) === undefined &&
        !checkSequence(tx, openView).startsWith('tef'),
    );
  }
}
