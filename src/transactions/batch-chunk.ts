import type { SignatureRejectedError } from '../signer/errors.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import { Attempt, type Delivery, type Job, laneOf, orderOf, type Stage } from './attempt.js';
import { isOver, type Passage } from './batch-members.js';
import type { Snapshot } from './chain.js';
import { confirm, sight, sightForCertain, submitUntilTaken } from './delivery.js';
import {
  AccountBusyError,
  TransactionBlockedError,
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from './errors.js';
import { type FinishFor, mayBegin, mayRelyOn } from './flow.js';
import type { LanePass } from './lanes.js';
import { formatRanges } from './note-record.js';
import { laneRequestOf, nextNumberOf, openAttempt, type Reading, waitingIn } from './opening.js';
import { lifetimeOf } from './options.js';
import { finalOf, numberAfter } from './outcome.js';
import { findSuccessor, recordOf, unlessFaster } from './records.js';
import { Salt } from './salt.js';
import {
  assertSameInput,
  learn,
  type Order,
  rejectionOf,
  reproduces,
  reviveOrder,
  type Signing,
  signOrder,
} from './signing.js';
import { recognise, share } from './twins.js';

/** How one request of a batch ended. */
export type ChunkEnding =
  | { readonly state: 'rejected'; readonly error: SignatureRejectedError }
  /** Every member is dead without effect, and by the clock: all of it may be asked for again. */
  | { readonly state: 'expired'; readonly numbers: readonly bigint[] }
  /** Every member is dead without effect, or a later attempt has taken its place. */
  | { readonly state: 'replaced' }
  | { readonly state: 'over' };

/** The order for the transactions of one request. */
interface BatchOrder<T> extends Order<readonly Delivery<T>[]> {
  readonly transactions: readonly T[];
}

/** How many transactions are looked up at once. */
const LOOK_UPS = 10;

/**
 * One request of a batch: the life of several transactions of one account that are signed with one
 * approval and sent in order. The signer takes or refuses them as a whole, so a refusal leaves no
 * gap; and a later attempt is made only when every one of them is dead.
 */
export class BatchChunk<I, S extends Snapshot, T, R> {
  readonly #stage: Stage<I, S, T, R>;
  readonly #finishFor: FinishFor;
  readonly #job: Job<I>;
  readonly #chunk: number;
  #attempt: Attempt<I>;
  #passages: readonly Passage<T, R>[] = [];
  #stopOnFailure: boolean;
  /** Whether this call has asked for an attempt; nobody is asked twice in one call. */
  #hasBegun = false;

  constructor(stage: Stage<I, S, T, R>, finishFor: FinishFor, job: Job<I>, chunk: number) {
    this.#stage = stage;
    this.#finishFor = finishFor;
    this.#job = job;
    this.#chunk = chunk;
    this.#attempt = new Attempt<I>(stage, job, 1, chunk);
    this.#stopOnFailure = job.batch?.stopOnFailure ?? false;
  }

  /** The latest attempt. */
  get attempt(): Attempt<I> {
    return this.#attempt;
  }

  /** As it was asked for first, whatever a later call says. */
  get stopOnFailure(): boolean {
    return this.#stopOnFailure;
  }

  /** How far its members have come; none as long as they are not signed. */
  get passages(): readonly Passage<T, R>[] {
    return this.#passages;
  }

  /** Resolves with nothing when there is no such request and none may be made. */
  async run(): Promise<ChunkEnding | undefined> {
    let last: ChunkEnding | undefined;
    for (let index = 1; ; index++) {
      const attempt = new Attempt<I>(this.#stage, this.#job, index, this.#chunk);
      try {
        const ending = await this.#live(attempt, last);
        if (!ending || ending.state === 'over') return ending ?? last;
        last = ending;
      } catch (error) {
        // Where this attempt could not be looked for, nobody knows whether an earlier one is followed.
        if (attempt !== this.#attempt) for (const passage of this.#passages) doubt(passage);
        throw attempt.explain(error);
      }
    }
  }

  /** Does the work of a caller who is gone, up to where the lane is left. */
  async finish(attempt: Attempt<I>, record: SigningRecord, pass: LanePass): Promise<void> {
    this.#turnTo(attempt);
    await this.#pursue(record, pass);
  }

  async #live(
    attempt: Attempt<I>,
    last: ChunkEnding | undefined,
  ): Promise<ChunkEnding | undefined> {
    const { account, inputs, mayExist } = this.#job;
    if (!inputs || !mayBegin(attempt, last?.state, this.#hasBegun)) {
      const record = mayExist && (await recordOf(this.#stage, attempt));
      if (!record) return undefined;
      this.#turnTo(attempt);
      return this.#adopt(record, undefined);
    }
    this.#turnTo(attempt);
    const finish = this.#finishFor(account);
    const opening = await openAttempt(this.#stage, attempt, inputs, finish);
    try {
      if (opening.record) return await this.#adopt(opening.record, opening.pass);
      const earlier = last?.state === 'expired' ? last.numbers : undefined;
      return await this.#begin(inputs, opening.reading, opening.pass, earlier);
    } catch (error) {
      await opening.pass?.detach();
      throw error;
    }
  }

  /** What is known of members is about this attempt from now on. */
  #turnTo(attempt: Attempt<I>): void {
    this.#attempt = attempt;
    this.#passages = [];
  }

  #begin(
    inputs: readonly I[],
    reading: Reading<S>,
    pass: LanePass,
    earlier: readonly bigint[] | undefined,
  ): Promise<ChunkEnding> {
    this.#hasBegun = true;
    const make = () => this.#make(inputs, reading, pass, earlier);
    const adopt = (record: SigningRecord) => this.#adopt(record, pass);
    return unlessFaster(this.#stage, this.#attempt, make, adopt);
  }

  async #make(
    inputs: readonly I[],
    reading: Reading<S>,
    pass: LanePass,
    earlier: readonly bigint[] | undefined,
  ): Promise<ChunkEnding> {
    const takenInMs = this.#attempt.beginStep();
    const numbers = await this.#numbersFor(inputs, reading, pass, earlier);
    this.#attempt.tell({ type: 'number-taken', durationMs: takenInMs() });
    const builtInMs = this.#attempt.beginStep();
    const { transactions, isFixed } = this.#build(inputs, reading, numbers);
    const terms = transactions.map((transaction) => this.#stage.chain.termsOf(transaction));
    this.#attempt.tell({
      type: 'prepared',
      durationMs: builtInMs(),
      requestId: this.#attempt.requestId,
      number: formatRanges(numbers),
      fee: terms.reduce((sum, { fee }) => sum + fee, 0n).toString(),
      expiry: terms[0]?.expiry?.toString(),
    });
    const order = this.#orderFor(transactions);
    if (isFixed) await share(this.#stage, this.#attempt, order.messages);
    await pass.commit();
    const signing = await signOrder(this.#stage, this.#attempt, order, pass);
    if (signing.state === 'rejected') return signing;
    this.#embark(signing.delivery, 'not-sent');
    await this.#send(pass);
    return this.#arrive();
  }

  /**
   * The numbers to spend. An attempt after one whose time is over takes that one's, so that the chain admits
   * only one of them; if one of these is gone, what is told of the earlier attempt decides.
   */
  async #numbersFor(
    inputs: readonly I[],
    { snapshots }: Reading<S>,
    pass: LanePass,
    earlier: readonly bigint[] | undefined,
  ): Promise<readonly bigint[]> {
    const next = nextNumberOf(snapshots);
    const isGone = earlier?.some((number) => number < next);
    if (isGone && !mayRelyOn(this.#stage.operators.evidence, this.#attempt)) {
      await pass.leave('given-back');
      const reason = 'that an earlier attempt can land no more is the word of one operator';
      throw new TransactionUnconfirmedError('unknown', reason);
    }
    const fixed = this.#job.batch?.numbers ?? (isGone ? undefined : earlier);
    if (!fixed) return pass.reserveMany(next, inputs.length, waitingIn(snapshots));
    if (await pass.takeAll(fixed)) return fixed;
    throw new AccountBusyError('a number of its is in use by another', undefined);
  }

  /** `isFixed`: one of them has nothing of its key in it. */
  #build(inputs: readonly I[], reading: Reading<S>, numbers: readonly bigint[]) {
    const { account, options } = this.#job;
    const lifetime = lifetimeOf(options, this.#stage.signer);
    let isFixed = false;
    const transactions = inputs.map((input, index) => {
      const snapshot = reading.snapshots[index];
      const value = numbers[index];
      if (!snapshot || value === undefined) throw new Error('Each input has its own reading.');
      const number = { kind: 'sequence', value } as const;
      this.#attempt.builtFrom(snapshot);
      const salt = new Salt(this.#attempt.requestId);
      const request = { account, input, snapshot, number, salt, ...lifetime };
      const transaction = this.#stage.chain.build(request);
      isFixed ||= !salt.isUsed;
      return transaction;
    });
    return { transactions, isFixed };
  }

  /** A request that exists at the signer, whoever made it. */
  async #adopt(record: SigningRecord, pass: LanePass | undefined): Promise<ChunkEnding> {
    assertSameInput(this.#attempt, record);
    const signing = await this.#pursue(record, pass ?? (await this.#joinLane(record)));
    if (signing.state !== 'signed') return signing;
    const ending = await this.#arrive();
    await recognise(this.#stage, this.#attempt, record);
    return ending;
  }

  /**
   * What has become of the members of a signed attempt; asks nobody for anything.
   *
   * @throws TransactionUnconfirmedError when nothing tells what was signed.
   */
  async standing(attempt: Attempt<I>, record: SigningRecord): Promise<readonly Passage<T, R>[]> {
    this.#turnTo(attempt);
    const order = await this.#rebuild(record);
    const signing = await reviveOrder(this.#stage, attempt, record, order, undefined);
    if (signing.state === 'rejected') return [];
    this.#embark(signing.delivery, 'unknown');
    await this.#lookAtAll(undefined);
    return this.#passages;
  }

  /** From a record to where every member that can be sent has been. */
  async #pursue(
    record: SigningRecord,
    given: LanePass | undefined,
  ): Promise<
    Signing<readonly Delivery<T>[]> | Extract<ChunkEnding, { state: 'expired' | 'replaced' }>
  > {
    const { note, sequences } = orderOf(record);
    this.#stopOnFailure = note?.batch?.stopOnFailure ?? this.#stopOnFailure;
    learn(this.#attempt, record, given);
    await given?.adopt(sequences);
    try {
      if (record.state === 'rejected') {
        await given?.leave('given-back');
        return { state: 'rejected', error: rejectionOf(record) };
      }
      const order = await this.#rebuild(record);
      if (order && record.state === 'pending' && (await this.#isExpired(order.transactions))) {
        await given?.leave('given-back');
        return { state: 'expired', numbers: sequences };
      }
      const signing = await reviveOrder(this.#stage, this.#attempt, record, order, given);
      if (signing.state === 'rejected') return signing;
      this.#embark(signing.delivery, 'unknown');
      await this.#lookAtAll(given);
      const isOpen = this.#passages.some(({ state }) => !isOver(state));
      if (isOpen && (await findSuccessor(this.#stage, this.#attempt))) {
        // A signature that came after all: another attempt was asked for since, and this one is void.
        await given?.leave('given-back');
        return { state: 'replaced' };
      }
      if (isOpen) await this.#send(given ?? (await this.#enterLane()));
      else await given?.leave('given-back');
      return signing;
    } catch (error) {
      await given?.detach();
      throw error;
    }
  }

  /** Whether every member of a batch that is not signed is past its time. */
  async #isExpired(transactions: readonly T[]): Promise<boolean> {
    for (const transaction of transactions) {
      const made = { transaction, age: this.#attempt.age };
      const sighting = await sight(this.#stage, this.#attempt, made);
      if (sighting.state !== 'expired') return false;
    }
    return true;
  }

  /** The very transactions that a request is about: see `rebuildTransaction`. */
  async #rebuild(record: SigningRecord): Promise<BatchOrder<T> | undefined> {
    this.#attempt.learnRecord(record);
    const echoed = await this.#echoedBy(record);
    const order = echoed && this.#orderFor(echoed);
    if (order && reproduces(order, record)) return order;
    const built = await this.#builtAnew(record);
    const rebuilt = built && this.#orderFor(built);
    return rebuilt && reproduces(rebuilt, record) ? rebuilt : undefined;
  }

  async #echoedBy({ unhashedPayload: payloads }: SigningRecord): Promise<readonly T[] | undefined> {
    if (!Array.isArray(payloads)) return undefined;
    const { account } = this.#job;
    const transactions = await Promise.all(
      payloads.map((payload) => this.#stage.chain.rebuild(payload, account)),
    );
    return transactions.every((one) => one !== undefined) ? transactions : undefined;
  }

  /** From the caller's input and the note, where that says what all members have in common. */
  async #builtAnew(record: SigningRecord): Promise<readonly T[] | undefined> {
    const { account, inputs: all = [], options } = this.#job;
    const batch = orderOf(record).note?.batch;
    if (batch?.fee === undefined || all.length < batch.numbers.length) return undefined;
    const { numbers, fee, expiry } = batch;
    const inputs = all.slice(0, numbers.length);
    const call = { signal: options.signal };
    const snapshots = await this.#stage.chain.read({ account, inputs }, call);
    return inputs.flatMap((input, index) => {
      const [snapshot, value] = [snapshots[index], numbers[index]];
      if (!snapshot || value === undefined) return [];
      const terms = { number: { kind: 'sequence', value }, fee, expiry } as const;
      return [this.#stage.chain.rebuildFrom({ account, input, snapshot, terms })];
    });
  }

  #orderFor(transactions: readonly T[]): BatchOrder<T> {
    const { chain } = this.#stage;
    const { account, batch } = this.#job;
    const attempt = this.#attempt;
    const messages = transactions.map((transaction) => chain.messagesOf(transaction, account));
    const terms = transactions.map((transaction) => chain.termsOf(transaction));
    const numbers = terms.map(({ number }) => number.value);
    const total = batch?.total ?? transactions.length;
    return {
      transactions,
      messages: messages.flat(),
      payload: transactions.map((transaction) => chain.payloadOf(transaction)),
      record: {
        terms: undefined,
        built: attempt.age.built,
        batch: {
          numbers,
          total,
          stopOnFailure: this.#stopOnFailure,
          fee: common(terms.map(({ fee }) => fee)),
          expiry: common(terms.map(({ expiry }) => expiry)),
        },
      },
      assemble(verified) {
        const left = [...verified];
        return transactions.map((transaction, index) => {
          const own = left.splice(0, messages[index]?.length);
          return { transaction, signed: chain.assemble(transaction, own), age: attempt.age };
        });
      },
    };
  }

  #embark(deliveries: readonly Delivery<T>[], state: 'not-sent' | 'unknown'): void {
    this.#passages = deliveries.map((delivery) => ({
      delivery,
      number: this.#stage.chain.termsOf(delivery.transaction).number.value,
      state: { state },
    }));
  }

  /** What has become of members that another may have sent. */
  async #lookAtAll(pass: LanePass | undefined): Promise<void> {
    await this.#inGroups(async (passage) => {
      const sighting = await sightForCertain(this.#stage, this.#attempt, passage.delivery);
      const outcome = finalOf(sighting);
      const isSeen = sighting.state === 'open' && sighting.seen;
      passage.state = outcome ?? { state: isSeen ? 'pending' : 'not-sent' };
      if (!outcome) return;
      if (numberAfter(outcome) === 'spent') await pass?.sent(passage.number);
      await this.#settle(passage);
    });
  }

  /** Sends what is not over, in order, and leaves the lane. */
  async #send(pass: LanePass): Promise<void> {
    const { laneTimeoutMs, signal } = this.#job.options;
    try {
      for (const passage of this.#passages) {
        if (!isOver(passage.state)) {
          const waitedMs = this.#attempt.beginStep();
          await pass.turn(passage.number, { signal, timeoutMs: laneTimeoutMs });
          this.#attempt.tell({ type: 'turn-reached', durationMs: waitedMs() });
          await this.#sendOne(passage, pass);
        }
        const { state } = passage.state;
        if (state === 'refused' || (state === 'failed' && this.#stopOnFailure)) break;
      }
      await pass.leave('given-back');
    } catch (error) {
      if (error instanceof TransactionBlockedError) await pass.block();
      else await pass.detach();
      throw error;
    }
  }

  async #sendOne(passage: Passage<T, R>, pass: LanePass): Promise<void> {
    passage.state = { state: 'unknown' };
    try {
      const { outcome } = await submitUntilTaken(this.#stage, this.#attempt, passage.delivery);
      await pass.sent(passage.number);
      passage.state = outcome ?? { state: 'pending' };
      if (this.#stopOnFailure) await this.#confirmOne(passage);
      await this.#settle(passage);
    } catch (error) {
      if (error instanceof TransactionBlockedError) passage.state = { state: error.status };
      if (!(error instanceof TransactionRefusedError)) throw error;
      passage.state = { state: 'refused', code: error.resultCode };
    }
  }

  /** Waits for the ledger's word on everything that was sent. */
  async #arrive(): Promise<ChunkEnding> {
    await this.#inGroups((passage) => this.#confirmOne(passage));
    const states = this.#passages.map(({ state }) => state.state);
    if (states.every((state) => state === 'expired')) {
      return { state: 'expired', numbers: this.#passages.map(({ number }) => number) };
    }
    const isDead = states.every((state) => state === 'expired' || state === 'replaced');
    return { state: isDead ? 'replaced' : 'over' };
  }

  async #confirmOne(passage: Passage<T, R>): Promise<void> {
    if (passage.state.state !== 'pending') return;
    try {
      passage.state = await confirm(this.#stage, this.#attempt, passage.delivery);
      await this.#settle(passage);
    } catch (error) {
      if (error instanceof TransactionUnconfirmedError) passage.state = { state: error.status };
      throw error;
    }
  }

  async #settle({ delivery, number, state }: Passage<T, R>): Promise<void> {
    const { chain, lanes } = this.#stage;
    if (!isOver(state)) return;
    if ('hash' in state) this.#attempt.isShared ||= state.hash !== delivery.signed.hash;
    await lanes.settle(laneOf(chain.id, this.#job.account), number, numberAfter(state));
  }

  /** A few at a time and in order, so that what a node lost is sent again before what builds on it. */
  async #inGroups(work: (passage: Passage<T, R>) => Promise<void>): Promise<void> {
    for (let from = 0; from < this.#passages.length; from += LOOK_UPS) {
      const group = this.#passages.slice(from, from + LOOK_UPS);
      const ends = await Promise.allSettled(group.map(work));
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  async #joinLane(record: SigningRecord): Promise<LanePass | undefined> {
    if (record.state !== 'pending') return undefined;
    return this.#stage.lanes.tryEnter(this.#laneRequest());
  }

  async #enterLane(): Promise<LanePass> {
    const waitedMs = this.#attempt.beginStep();
    const open = this.#passages.filter(({ state }) => !isOver(state));
    const numbers = open.map(({ number }) => number);
    const pass = await this.#stage.lanes.enter(this.#laneRequest(numbers));
    this.#attempt.tell({ type: 'lane-entered', durationMs: waitedMs() });
    await pass.adopt(numbers);
    return pass;
  }

  #laneRequest(numbers?: readonly bigint[]) {
    const finish = this.#finishFor(this.#job.account);
    return laneRequestOf(this.#stage, this.#attempt, finish, numbers);
  }
}

/** A later attempt may have had the effect that this one had not. */
function doubt(passage: Passage<unknown, unknown>): void {
  const { state } = passage.state;
  if (state === 'expired' || state === 'replaced') passage.state = { state: 'unknown' };
}

/** What all of them are, if they are all the same. */
function common<V>([first, ...others]: readonly V[]): V | undefined {
  return others.every((other) => other === first) ? first : undefined;
}
