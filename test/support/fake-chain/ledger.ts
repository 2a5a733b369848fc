import type { Clock } from '../../../src/core/clock.js';
import type { Submission } from '../../../src/transactions/index.js';
import { Books } from './books.js';
import {
  type AccountView,
  type Applied,
  type Fees,
  type KnownTransaction,
  type Questions,
  submissionOf,
  type Verdict,
} from './questions.js';
import {
  addressOf,
  type FakeNumber,
  type FakeTransaction,
  hashOf,
  isSameNumber,
  isSignedBy,
  readBlob,
  signingBytes,
  spanOf,
} from './transaction.js';

const CLOSES_EVERY_MS = 4_000;

/**
 * A ledger in memory. It closes every four seconds of its clock, applies each number of an account
 * once and in order, takes only what the account's key has signed, and neither makes nor loses money.
 */
export class FakeLedger implements Questions {
  /** How many transactions may wait. */
  room = 1_000;
  readonly network: number;
  readonly #clock: Clock;
  readonly #books = new Books();
  readonly #waiting = new Map<string, FakeTransaction>();
  readonly #history: Applied[] = [];
  #firstKnown = 0;
  #fees: Fees = { minimum: 10n, open: 10n };
  #index = 1;
  #closedAtMs: number;
  #isPaused = false;

  constructor(clock: Clock, network = 1) {
    this.#clock = clock;
    this.network = network;
    this.#closedAtMs = clock.now();
  }

  fund(address: string, amount: bigint): void {
    this.#books.fund(address, amount);
  }

  setFees(fees: Partial<Fees>): void {
    this.#catchUp();
    this.#fees = { ...this.#fees, ...fees };
  }

  /** The transactions of an account that are in a ledger, in their order. */
  sentBy(address: string): readonly FakeTransaction[] {
    this.#catchUp();
    return this.#history.flatMap(({ transaction }) =>
      transaction.account === address ? [transaction] : [],
    );
  }

  /** The numbers that an account has spent, Tickets apart, in the order in which it did. */
  numbersOf(address: string): readonly number[] {
    return this.sentBy(address).flatMap(({ number }) =>
      number.kind === 'sequence' ? [Number(number.value)] : [],
    );
  }

  /** No ledger closes, and ledger time stands still, until it is told to go on. */
  pauseClosing(): void {
    this.#catchUp();
    this.#isPaused = true;
  }

  resumeClosing(): void {
    this.#isPaused = false;
    this.#closedAtMs = this.#clock.now();
  }

  /** What waits is lost. */
  dropWaiting(): void {
    this.#catchUp();
    this.#waiting.clear();
  }

  /** From now on nobody is told what happened up to now. */
  prune(): void {
    this.#catchUp();
    this.#firstKnown = this.#history.length;
  }

  account(address: string): AccountView | undefined {
    this.#catchUp();
    const holding = this.#books.of(address);
    if (!holding) return undefined;
    const { balance, next } = holding;
    const tickets = [...holding.tickets].sort((one, other) => (one < other ? -1 : 1));
    const ledgerTime = Math.floor(this.#closedAtMs / 1_000);
    const nextOpen = this.#nextOpen(address, next);
    return { balance, tickets, next, nextOpen, ledgerIndex: this.#index, ledgerTime };
  }

  fees(): Fees {
    return this.#fees;
  }

  transaction(hash: string): KnownTransaction | undefined {
    this.#catchUp();
    const applied = this.#known.find((one) => one.hash === hash);
    if (applied) return { transaction: applied.transaction, applied };
    const transaction = this.#waiting.get(hash);
    return transaction && { transaction };
  }

  spender(address: string, number: FakeNumber): Applied | undefined {
    this.#catchUp();
    return this.#known.find(
      ({ transaction: spent }) => spent.account === address && isSameNumber(spent.number, number),
    );
  }

  submit(blob: string): Submission {
    this.#catchUp();
    const signed = readBlob(blob);
    if (!signed) return submissionOf('MALFORMED');
    const hash = hashOf(blob);
    const submission = submissionOf(this.#judge(hash, signed.transaction, signed.signature));
    if (submission.state === 'accepted') this.#waiting.set(hash, signed.transaction);
    return submission;
  }

  #judge(hash: string, transaction: FakeTransaction, signature: string): Verdict {
    const { account, publicKey, number, network } = transaction;
    if (network !== this.network) return 'OTHER_NETWORK';
    const isOwn = addressOf(Buffer.from(publicKey, 'hex')) === account;
    const isSigned = isSignedBy(publicKey, signature, signingBytes(transaction));
    if (!isOwn || !isSigned) return 'BAD_SIGNATURE';
    const holding = this.#books.of(account);
    if (!holding) return 'NO_ACCOUNT';
    if (this.#waiting.has(hash) || this.#history.some((one) => one.hash === hash)) return 'KNOWN';
    const value = BigInt(number.value);
    if (number.kind === 'ticket' && !holding.tickets.has(value)) return 'NO_TICKET';
    if (number.kind === 'sequence' && value < holding.next) return 'NUMBER_SPENT';
    if (this.#isOver(transaction)) return 'EXPIRED';
    const rival = this.#waitingOf(account).find((other) => isSameNumber(other.number, number));
    if (rival) return 'NUMBER_TAKEN';
    const fee = BigInt(transaction.fee);
    if (fee < this.#fees.minimum) return 'FEE_TOO_LOW';
    if (fee > holding.balance) return 'CANNOT_PAY_FEE';
    if (this.#waiting.size >= this.room) return 'NO_ROOM';
    if (fee < this.#fees.open) return 'QUEUED';
    const isNext = number.kind === 'ticket' || value <= this.#nextOpen(account, holding.next);
    return isNext ? 'TAKEN' : 'HELD';
  }

  #nextOpen(address: string, next: bigint): bigint {
    const own = this.#waitingOf(address).filter(({ fee }) => BigInt(fee) >= this.#fees.open);
    for (let nextOpen = next; ; ) {
      const number: FakeNumber = { kind: 'sequence', value: `${nextOpen}` };
      const one = own.find((other) => isSameNumber(other.number, number));
      if (!one) return nextOpen;
      nextOpen += BigInt(spanOf(one.action));
    }
  }

  #waitingOf(address: string): readonly FakeTransaction[] {
    return [...this.#waiting.values()].filter(({ account }) => account === address);
  }

  get #known(): readonly Applied[] {
    return this.#history.slice(this.#firstKnown);
  }

  /** Closes the ledgers that were to close since somebody looked last. */
  #catchUp(): void {
    const now = this.#clock.now();
    while (!this.#isPaused && now - this.#closedAtMs >= CLOSES_EVERY_MS) {
      this.#closedAtMs += CLOSES_EVERY_MS;
      this.#index++;
      if (this.#waiting.size > 0) this.#close();
    }
  }

  #close(): void {
    for (const [hash, transaction] of this.#waiting) {
      if (this.#isOver(transaction)) this.#waiting.delete(hash);
    }
    for (;;) {
      const due = [...this.#waiting].find(([, transaction]) => this.#isDue(transaction));
      if (!due) break;
      this.#waiting.delete(due[0]);
      this.#apply(...due);
    }
  }

  #isOver({ expiry }: FakeTransaction): boolean {
    return BigInt(expiry) < BigInt(Math.floor(this.#closedAtMs / 1_000));
  }

  #isDue({ account, number, fee }: FakeTransaction): boolean {
    const holding = this.#books.of(account);
    if (!holding || BigInt(fee) < this.#fees.open || BigInt(fee) > holding.balance) return false;
    const value = BigInt(number.value);
    return number.kind === 'ticket' ? holding.tickets.has(value) : value === holding.next;
  }

  #apply(hash: string, transaction: FakeTransaction): void {
    const result = this.#books.apply(transaction);
    const ledgerTime = Math.floor(this.#closedAtMs / 1_000);
    this.#history.push({ hash, transaction, result, ledgerIndex: this.#index, ledgerTime });
  }
}
