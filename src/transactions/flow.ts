import { offersNativeTransfers, type SigningRecord } from '../signer/raw-signer.js';
import {
  Attempt,
  type Delivery,
  type Job,
  laneOf,
  type Made,
  orderOf,
  type Stage,
} from './attempt.js';
import type { Account, AccountNumber, Snapshot } from './chain.js';
import { confirm, sight, sightForCertain, submitUntilTaken, type Taken } from './delivery.js';
import {
  AccountBusyError,
  type Evidence,
  TransactionBlockedError,
  TransactionRefusedError,
  TransactionUnconfirmedError,
} from './errors.js';
import type { Finish, LanePass, Lanes } from './lanes.js';
import { followNativeTransfer, transferNatively } from './native.js';
import {
  laneRequestOf,
  nextNumberOf,
  numbersOf,
  type Opening,
  openAttempt,
  type Reading,
  waitingIn,
} from './opening.js';
import { lifetimeOf } from './options.js';
import { type ChainOutcome, finalOf, leaveAfter, numberAfter, type Outcome } from './outcome.js';
import { findAttempt, findSuccessor, recordOf, unlessFaster } from './records.js';
import { Salt } from './salt.js';
import {
  assertSameInput,
  learn,
  orderFor,
  rebuildTransaction,
  rejectionOf,
  reviveOrder,
  type Signing,
  signOrder,
} from './signing.js';
import { type TicketSource, ticketsOf } from './tickets.js';
import { recognise, share } from './twins.js';

/** How the account's lane gets what callers have left behind finished. */
export type FinishFor = (account: Account) => Finish;

/** How a key ended, and in which attempt. */
export interface Ending<Input, Result> {
  readonly attempt: Attempt<Input>;
  readonly outcome: Outcome<Result>;
}

/** How an attempt ended, as far as this call follows it. */
type Ended<Transaction, Result> =
  /** `made`: where its time was over, what a later attempt follows. */
  | { readonly outcome: Outcome<Result>; readonly made?: Made<Transaction> }
  /** Neither final nor to be pursued: a later attempt follows it. */
  | { readonly outcome?: undefined; readonly made: Made<Transaction> };

/** An attempt that this call has followed, and how far. */
type Lived<Input, Transaction, Result> = Ended<Transaction, Result> & {
  readonly attempt: Attempt<Input>;
};

/**
 * The one life of a transaction, the same on every chain:
 *
 * find or open (lane, reads) -> build -> sign -> verify -> submit -> leave the lane -> confirm
 *
 * Every step can be the last that this process takes: what the custody remembers and what the chain
 * shows are enough for another to go on. Nothing is decided from memory alone.
 */
export class Flow<I, S extends Snapshot, T, R> {
  readonly #stage: Stage<I, S, T, R>;
  readonly #finishFor: FinishFor;
  readonly #tickets: TicketSource | undefined;

  constructor(stage: Stage<I, S, T, R>, finishFor: FinishFor, tickets: TicketSource | undefined) {
    this.#stage = stage;
    this.#finishFor = finishFor;
    this.#tickets = tickets;
  }

  /**
   * Takes a job to its final outcome, through as many attempts as exist or are allowed. Resolves
   * with nothing when there is none and none may begin.
   */
  async run(job: Job<I>): Promise<Ending<I, R> | undefined> {
    const lived: Lived<I, T, R>[] = [];
    let hasBegun = false;
    for (let index = 1; ; index++) {
      const earlier = lived.flatMap(({ made }) => made ?? []);
      const attempt = new Attempt<I>(this.#stage, this.#afterOthers(job, earlier), index);
      try {
        const opening = await this.#open(attempt, lived.findLast(hasOutcome)?.outcome, hasBegun);
        if (!opening) return await this.#final(lived);
        hasBegun ||= opening.record === undefined;
        const ended = await this.#live(attempt, opening, earlier);
        lived.push({ ...ended, attempt });
        const { outcome } = ended;
        if (outcome?.state === 'confirmed' && opening.record) {
          await recognise(this.#stage, attempt, opening.record);
        }
        if (outcome?.state === 'confirmed' || outcome?.state === 'transferred') {
          return { attempt, outcome };
        }
      } catch (error) {
        throw attempt.explain(error);
      }
    }
  }

  /** The final outcome of an attempt that is signed, if it has one; asks nobody for anything. */
  async standing(attempt: Attempt<I>): Promise<ChainOutcome<R> | undefined> {
    const record = await findAttempt(this.#stage, attempt);
    if (record?.state !== 'signed') return undefined;
    const order = await rebuildTransaction(this.#stage, attempt, record);
    const signing = await reviveOrder(this.#stage, attempt, record, order, undefined);
    if (signing.state === 'rejected') return undefined;
    return finalOf(await sight(this.#stage, attempt, signing.delivery));
  }

  /** What a caller does who waits behind a request whose own caller is gone. */
  async finish(attempt: Attempt<I>, record: SigningRecord, pass: LanePass): Promise<void> {
    if (record.kind === 'native-transfer') {
      await followNativeTransfer(this.#stage, attempt, pass);
      return;
    }
    await this.#adoptNumbers(attempt, record, pass);
    const signing = await this.#revive(attempt, record, pass);
    if (signing.state !== 'signed') return;
    const { delivery } = signing;
    const [sighting, next] = await this.#look(attempt, delivery, pass);
    const outcome = finalOf(sighting);
    // A later attempt takes its place; this one is sent no more.
    if (outcome) {
      await leaveAfter(pass, this.#stage.chain.termsOf(delivery.transaction).number, outcome);
      await this.#settled(attempt, delivery, outcome);
    } else if (next) await pass.leave('given-back');
    else await this.#send(attempt, delivery, pass);
  }

  async #open(
    attempt: Attempt<I>,
    last: Outcome<R> | undefined,
    hasBegun: boolean,
  ): Promise<Opening<S> | undefined> {
    const { job } = attempt;
    if (job.inputs !== undefined && mayBegin(attempt, last?.state, hasBegun)) {
      return openAttempt(this.#stage, attempt, job.inputs, this.#finishFor(job.account));
    }
    const record = job.mayExist ? await recordOf(this.#stage, attempt) : undefined;
    return record && { record, pass: undefined };
  }

  /** An attempt that takes the number of another is in the lane of that number. */
  #afterOthers(job: Job<I>, earlier: readonly Made<T>[]): Job<I> {
    const previous = earlier.at(-1);
    if (!previous) return job;
    const { kind } = this.#stage.chain.termsOf(previous.transaction).number;
    return { ...job, useTickets: kind === 'ticket' };
  }

  async #live(
    attempt: Attempt<I>,
    opening: Opening<S>,
    earlier: readonly Made<T>[],
  ): Promise<Ended<T, R>> {
    try {
      if (opening.record) return await this.#adopt(attempt, opening.record, opening.pass);
      return await this.#begin(attempt, opening.reading, opening.pass, earlier);
    } catch (error) {
      await opening.pass?.detach();
      throw error;
    }
  }

  /** A first request under this key and attempt. */
  async #begin(
    attempt: Attempt<I>,
    reading: Reading<S>,
    pass: LanePass,
    earlier: readonly Made<T>[],
  ): Promise<Ended<T, R>> {
    const { signer } = this.#stage;
    const { inputs: [input] = [], native } = attempt.job;
    const [snapshot] = reading.snapshots;
    if (!input || !snapshot) throw new Error('A transaction begins with an input.');
    if (snapshot.concern) attempt.tell({ type: 'would-fail', ...snapshot.concern });
    const adopt = (record: SigningRecord) => this.#adopt(attempt, record, pass);
    if (native && offersNativeTransfers(signer)) {
      const transfer = async () => ({
        outcome: await transferNatively(this.#stage, attempt, signer, native, pass),
      });
      return unlessFaster<I, Ended<T, R>>(this.#stage, attempt, transfer, adopt);
    }
    const make = () => this.#make(attempt, input, snapshot, reading, pass, earlier);
    return unlessFaster(this.#stage, attempt, make, adopt);
  }

  async #make(
    attempt: Attempt<I>,
    input: I,
    snapshot: S,
    reading: Reading<S>,
    pass: LanePass,
    earlier: readonly Made<T>[],
  ): Promise<Ended<T, R>> {
    const { number: chosen } = attempt.job;
    const prepare = (number: AccountNumber) => this.#prepare(attempt, input, snapshot, number);
    const takenInMs = attempt.beginStep();
    // Where the number is the caller's choice, another key may have it for the very same.
    const early = earlier.length === 0 && chosen ? await prepare(chosen) : undefined;
    const number = await this.#numberFor(attempt, input, reading, pass, earlier);
    if ('state' in number) return { outcome: number };
    attempt.tell({ type: 'number-taken', durationMs: takenInMs() });
    const builtInMs = attempt.beginStep();
    const order = early ?? (await prepare(number));
    const terms = this.#stage.chain.termsOf(order.transaction);
    attempt.tell({
      type: 'prepared',
      durationMs: builtInMs(),
      requestId: attempt.requestId,
      number: terms.number.value.toString(),
      fee: terms.fee.toString(),
      expiry: terms.expiry?.toString(),
    });
    await pass.commit();
    const signing = await signOrder(this.#stage, attempt, order, pass);
    if (signing.state === 'rejected') return { outcome: signing };
    return this.#deliver(attempt, signing.delivery, pass);
  }

  /** @throws AlreadyRequestedError */
  async #prepare(attempt: Attempt<I>, input: I, snapshot: S, number: AccountNumber) {
    const { chain, signer } = this.#stage;
    const { account, options } = attempt.job;
    attempt.builtFrom(snapshot);
    const salt = new Salt(attempt.requestId);
    const lifetime = lifetimeOf(options, signer);
    const transaction = chain.build({ account, input, snapshot, number, salt, ...lifetime });
    const order = orderFor(this.#stage, attempt, transaction);
    if (!salt.isUsed) await share(this.#stage, attempt, order.messages);
    return order;
  }

  /**
   * The number to spend. An attempt after one that may still land takes that one's number, so that
   * the chain admits only one of them; if the number is gone, what became of them all decides.
   */
  async #numberFor(
    attempt: Attempt<I>,
    input: I,
    { snapshots, tickets }: Reading<S>,
    pass: LanePass,
    earlier: readonly Made<T>[],
  ): Promise<AccountNumber | ChainOutcome<R>> {
    const next = nextNumberOf(snapshots);
    const previous = earlier.at(-1);
    const fixed = previous
      ? this.#stage.chain.termsOf(previous.transaction).number
      : attempt.job.number;
    const fresh = async (): Promise<AccountNumber> => {
      if (this.#tickets && attempt.job.useTickets) {
        return { kind: 'ticket', value: await this.#tickets.obtain(attempt, pass, tickets) };
      }
      const span = this.#stage.chain.spanOf(input);
      return { kind: 'sequence', value: await pass.reserve(next, span, waitingIn(snapshots)) };
    };
    if (!fixed) return fresh();
    const unspent = fixed.kind === 'ticket' ? tickets.includes(fixed.value) : fixed.value >= next;
    if (unspent) {
      if ((await pass.take([fixed.value])) !== undefined) return fixed;
      throw new AccountBusyError('its number is in use by another', undefined);
    }
    if (!previous) {
      throw new TransactionUnconfirmedError('unknown', 'its number was spent in the meantime');
    }
    const landed = (await this.#endsOf(attempt, earlier)).find(isLanded);
    if (!landed && mayRelyOn(this.#stage.operators.evidence, attempt)) return fresh();
    await pass.leave('given-back');
    if (landed) return landed;
    const reason = 'that an earlier attempt can land no more is the word of one operator';
    throw new TransactionUnconfirmedError('unknown', reason).about(referenceOf(attempt, previous));
  }

  /** A request that exists at the signer, whoever made it. */
  async #adopt(
    attempt: Attempt<I>,
    record: SigningRecord,
    given: LanePass | undefined,
  ): Promise<Ended<T, R>> {
    assertSameInput(attempt, record);
    const pass = given ?? (await this.#joinLane(attempt, record));
    learn(attempt, record, pass);
    if (pass) await this.#adoptNumbers(attempt, record, pass);
    try {
      if (record.kind === 'native-transfer') {
        return { outcome: await followNativeTransfer(this.#stage, attempt, pass) };
      }
      const signing = await this.#revive(attempt, record, pass);
      if (signing.state === 'dead') return signing.ended;
      if (signing.state === 'rejected') return { outcome: signing };
      const { delivery } = signing;
      const [sighting, next] = await this.#look(attempt, delivery, pass);
      const outcome = finalOf(sighting);
      if (outcome) {
        await leaveAfter(pass, this.#stage.chain.termsOf(delivery.transaction).number, outcome);
        await this.#settled(attempt, delivery, outcome);
        return endedBy(outcome, delivery);
      }
      // While a node knows the transaction there is nothing to begin anew: it is on its way.
      const onItsWay = sighting.state === 'open' && sighting.seen;
      const wanted = attempt.job.options.newAttempt === attempt.index + 1;
      if (next || (wanted && !onItsWay)) {
        await pass?.leave('given-back');
        const { number } = this.#stage.chain.termsOf(delivery.transaction);
        await this.#release(attempt, number);
        return { made: delivery };
      }
      return await this.#deliver(attempt, delivery, pass);
    } catch (error) {
      await pass?.detach();
      throw error;
    }
  }

  /** What the signer has been asked for decides which numbers a request has. */
  async #adoptNumbers(attempt: Attempt<I>, record: SigningRecord, pass: LanePass): Promise<void> {
    const { ticket } = orderOf(record);
    const numbers = () => numbersOf(this.#stage.chain, attempt.job.account, record);
    await pass.adopt(ticket === undefined ? await numbers() : [ticket]);
  }

  /** What became of a signed attempt, and whether a later one exists. */
  async #look(attempt: Attempt<I>, delivery: Delivery<T>, pass: LanePass | undefined) {
    const { number } = this.#stage.chain.termsOf(delivery.transaction);
    const first = await sight(this.#stage, attempt, delivery);
    // Pruned history may hide for good who spent a number, but not that it is spent.
    if (pass && first.state === 'unknown' && (await this.#isSpent(attempt, number))) {
      await pass.leave('spent');
    }
    return Promise.all([
      first.state === 'unknown' ? sightForCertain(this.#stage, attempt, delivery) : first,
      findSuccessor(this.#stage, attempt),
    ]);
  }

  /** A question that nobody answers frees no number, nor does it say what became of a transaction. */
  async #isSpent(attempt: Attempt<I>, { kind, value }: AccountNumber): Promise<boolean> {
    const { chain } = this.#stage;
    const { account, options } = attempt.job;
    const call = { signal: options.signal };
    try {
      if (kind === 'sequence') return (await chain.nextNumber(account, call)) > value;
      const tickets = await ticketsOf(chain, account, call);
      return tickets?.includes(value) === false;
    } catch {
      return false;
    }
  }

  /** From what the signer remembers to a verified signature, unless it would be of no use any more. */
  async #revive(
    attempt: Attempt<I>,
    record: SigningRecord,
    pass: LanePass | undefined,
  ): Promise<Signing<Delivery<T>> | { readonly state: 'dead'; readonly ended: Ended<T, R> }> {
    if (record.state === 'rejected') {
      await pass?.leave('given-back');
      return { state: 'rejected', error: rejectionOf(record) };
    }
    const order = await rebuildTransaction(this.#stage, attempt, record);
    if (order && record.state === 'pending') {
      const made = { transaction: order.transaction, age: attempt.age };
      const outcome = finalOf(await sight(this.#stage, attempt, made));
      if (outcome) {
        await leaveAfter(pass, this.#stage.chain.termsOf(order.transaction).number, outcome);
        // What landed has another key's signature, then; here people have yet to decide.
        const isAnothers = 'hash' in outcome && attempt.isShared;
        if (isAnothers) return reviveOrder(this.#stage, attempt, record, order, undefined);
        if ('hash' in outcome) attempt.learnHash(outcome.hash);
        return { state: 'dead', ended: endedBy(outcome, made) };
      }
    }
    return reviveOrder(this.#stage, attempt, record, order, pass);
  }

  async #deliver(
    attempt: Attempt<I>,
    delivery: Delivery<T>,
    given: LanePass | undefined,
  ): Promise<Ended<T, R>> {
    const pass = given ?? (await this.#enterLane(attempt, delivery));
    const taken = await this.#send(attempt, delivery, pass);
    const outcome =
      taken.outcome ?? (await confirm(this.#stage, attempt, delivery, taken.obstacle));
    await this.#settled(attempt, delivery, outcome);
    return endedBy(outcome, delivery);
  }

  /** Submits in turn and leaves the lane. */
  async #send(attempt: Attempt<I>, delivery: Delivery<T>, pass: LanePass): Promise<Taken<R>> {
    const { laneTimeoutMs, signal } = attempt.job.options;
    const { number, span = 1 } = this.#stage.chain.termsOf(delivery.transaction);
    try {
      if (number.kind === 'sequence') {
        const waitedMs = attempt.beginStep();
        await pass.turn(number.value, { signal, timeoutMs: laneTimeoutMs });
        attempt.tell({ type: 'turn-reached', durationMs: waitedMs() });
      }
      const taken = await submitUntilTaken(this.#stage, attempt, delivery);
      // Which number comes next is not known before it is known whether numbers were set aside.
      const waits = !taken.outcome && span > 1;
      const outcome = waits
        ? await confirm(this.#stage, attempt, delivery, taken.obstacle)
        : taken.outcome;
      if (outcome) await leaveAfter(pass, number, outcome);
      else await pass.leave('spent');
      return { ...taken, outcome };
    } catch (error) {
      if (error instanceof TransactionRefusedError) await pass.leave('given-back');
      else if (error instanceof TransactionBlockedError) await pass.block();
      else await pass.detach();
      throw error;
    }
  }

  async #settled(
    attempt: Attempt<I>,
    delivery: Delivery<T>,
    outcome: ChainOutcome<R>,
  ): Promise<void> {
    if ('hash' in outcome) attempt.learnLanded(outcome.hash);
    const { chain } = this.#stage;
    const { number, span = 1 } = chain.termsOf(delivery.transaction);
    const lane = laneOf(chain.id, attempt.job.account);
    const lanes = this.#lanesOf(number.kind);
    await lanes.settle(lane, number.value, numberAfter(outcome));
    for (let more = 1; more < span; more++) {
      const wasSetAside = outcome.state === 'confirmed';
      const after = wasSetAside ? 'spent' : 'given-back';
      await lanes.settle(lane, number.value + BigInt(more), after);
    }
  }

  /** A number that a node took once but the chain has not, for another attempt to take. */
  #release(attempt: Attempt<I>, { kind, value }: AccountNumber): Promise<void> {
    const { chain } = this.#stage;
    return this.#lanesOf(kind).settle(laneOf(chain.id, attempt.job.account), value, 'given-back');
  }

  /**
   * A key's answer is final only when no attempt under it can still have an effect: an earlier one
   * that is signed may land even though another was refused, or has expired.
   */
  async #final(lived: readonly Lived<I, T, R>[]): Promise<Ending<I, R> | undefined> {
    const last = lived.findLast(hasOutcome);
    const { attempt } = last ?? lived.at(-1) ?? {};
    if (!attempt) return undefined;
    const others = lived.flatMap((one) => (one === last ? [] : (one.made ?? [])));
    const ends = await this.#endsOf(attempt, others);
    const outcome = ends.find(isLanded) ?? last?.outcome ?? ends.at(-1);
    return outcome && { attempt, outcome };
  }

  /**
   * How several attempts ended, up to one that landed.
   *
   * @throws TransactionUnconfirmedError when one may still land.
   */
  async #endsOf(attempt: Attempt<I>, earlier: readonly Made<T>[]): Promise<ChainOutcome<R>[]> {
    const ends: ChainOutcome<R>[] = [];
    for (const made of earlier) {
      const outcome = finalOf(await sight(this.#stage, attempt, made));
      if (!outcome) {
        const reason = 'an earlier attempt may still land';
        const error = new TransactionUnconfirmedError('unknown', reason);
        throw error.about(referenceOf(attempt, made));
      }
      ends.push(outcome);
      if (isLanded(outcome)) break;
    }
    return ends;
  }

  /** A pending request keeps others from its number; one that is signed does so once it is sent. */
  async #joinLane(attempt: Attempt<I>, record: SigningRecord): Promise<LanePass | undefined> {
    if (record.state !== 'pending') return undefined;
    const finish = this.#finishFor(attempt.job.account);
    const kind = orderOf(record).ticket === undefined ? 'sequence' : 'ticket';
    return this.#lanesOf(kind).tryEnter(laneRequestOf(this.#stage, attempt, finish));
  }

  async #enterLane(attempt: Attempt<I>, delivery: Delivery<T>): Promise<LanePass> {
    const { kind, value } = this.#stage.chain.termsOf(delivery.transaction).number;
    const finish = this.#finishFor(attempt.job.account);
    const request = laneRequestOf(this.#stage, attempt, finish, [value]);
    const waitedMs = attempt.beginStep();
    const pass = await this.#lanesOf(kind).enter(request);
    attempt.tell({ type: 'lane-entered', durationMs: waitedMs() });
    await pass.adopt([value]);
    return pass;
  }

  #lanesOf(kind: AccountNumber['kind']): Lanes {
    return kind === 'ticket' ? this.#stage.ticketLanes : this.#stage.lanes;
  }
}

function hasOutcome<I, T, R>(one: Lived<I, T, R>): one is Lived<I, T, R> & Ending<I, R> {
  return one.outcome !== undefined;
}

/** Whether the chain has it; of several attempts that is one. */
function isLanded({ state }: ChainOutcome<unknown>): boolean {
  return state === 'confirmed' || state === 'failed';
}

/** What has expired may be followed; what ended otherwise has said all that there is to say. */
function endedBy<T, R>(outcome: ChainOutcome<R>, made: Made<T>): Ended<T, R> {
  return outcome.state === 'expired' ? { outcome, made } : { outcome };
}

/** An attempt, by the hash of an earlier one where that is signed. */
function referenceOf<I>({ reference }: Attempt<I>, { signed }: Made<unknown>) {
  return { ...reference, ...(signed && { hash: signed.hash }) };
}

/**
 * Whether a number beside those of earlier attempts may be spent since these are called dead: where it is one
 * operator who says so, only if the caller asks for this very attempt.
 */
export function mayRelyOn<I>(evidence: Evidence, { index, job }: Attempt<I>): boolean {
  return evidence === 'agreed' || job.options.newAttempt === index;
}

/** Whether an attempt that does not exist may be made. Asking a person twice takes a reason. */
export function mayBegin<I>(
  attempt: Attempt<I>,
  last: string | undefined,
  hasBegun: boolean,
): boolean {
  const { index, job } = attempt;
  const { maxAttempts, newAttempt, onExpiry } = job.options;
  // Of a batch that was cancelled, what was not asked for yet is not asked for any more.
  if (job.wasCancelled?.() && (index > 1 || attempt.chunk > 0)) return false;
  if (index === 1) return true;
  // It allows one request for one approval; a call that has just made one has had its turn.
  if (newAttempt === index) return !hasBegun;
  return onExpiry === 'resign' && last === 'expired' && index <= maxAttempts;
}
