import { maximum } from '../../core/amount.js';
import type { CallOptions } from '../../core/clock.js';
import { MAY_APPEAR_FOR_MS } from '../../signer/appearance.js';
import { AccountBusyError, KeyUsedError } from '../errors.js';
import type { Revision } from './cell.js';
import {
  acknowledged,
  committed,
  detached,
  left,
  sent,
  uncommitted,
  updated,
  yielded,
} from './changes.js';
import type { Lane } from './lane.js';
import type { LaneHolder, LaneRequest, Replaced } from './lanes.js';
import { isSentByAnother, lostOf, markOfRequest, markOfTicket } from './spent.js';
import {
  aheadOf,
  hasEnded,
  heldAt,
  isAnothers,
  isEarliers,
  type LaneState,
  type Place,
  rememberedIn,
} from './state.js';
import { adoptedFor, type Choose, type Loss, lossBy, lossOf, restored, taken } from './taking.js';

type Waiting = ReadonlySet<bigint>;

/**
 * A place in an account's lane. It ends in one of four ways: {@link LaneCall.leave}, {@link LaneCall.detach},
 * {@link LaneCall.block} or {@link LaneCall.yieldTo}.
 *
 * Methods that give something up never reject: when the lane can't be reached, it is changed later, and until then
 * the place stays taken. Methods that take something reject when it can't be taken for certain.
 */
export class LaneCall {
  readonly #lane: Lane;
  readonly #place: Place;
  readonly #request: LaneRequest;
  /** None where this finishes another's work: a caller takes numbers, and sends with them, for itself alone. */
  readonly #replaces: Replaced | undefined;
  readonly #onEnd: () => void;
  /** Whether its request was sent before, even if the lane has forgotten it. */
  readonly #wasSent: Promise<boolean>;
  #hasEnded = false;
  #isReconciled = false;
  /** What this call took from the request that it replaces, which gets it back unless this call spends it. */
  #loss: Loss | undefined;
  /** When this call was about to ask the signer for it, in the lane's time, and when another had before. */
  #committedAt: number | undefined;
  #askedBefore: number | undefined;

  constructor(lane: Lane, place: Place, request: LaneRequest, onEnd: () => void) {
    this.#lane = lane;
    this.#place = place;
    this.#request = request;
    this.#onEnd = onEnd;
    const isOwn = place.requestId === request.holder.requestId;
    this.#replaces = isOwn ? request.replaces : undefined;
    const wasSent = isOwn && lane.cell.marks.has(markOfRequest(place.requestId));
    this.#wasSent = Promise.resolve(wasSent);
    // The call that takes a number receives the failure.
    this.#wasSent.catch(() => undefined);
  }

  /** The holder as this process knows it. */
  get holder(): LaneHolder {
    return heldAt(this.#lane.cell.known, this.#place)?.holder ?? this.#request.holder;
  }

  /** How many milliseconds ago the signer was asked for it, as far as that is known. */
  get askedForMs(): number {
    const { committedAt } = this.holder;
    return committedAt === undefined
      ? Number.POSITIVE_INFINITY
      : this.#lane.cell.time.since(committedAt);
  }

  /** Whether no process has read yet which requests the custody platform has for this account. */
  get isUnreconciled(): boolean {
    return !this.#lane.cell.known.met;
  }

  /** Notes that the requests were read, or had not to be. From here on no number is taken if they have to be again. */
  async reconciled(): Promise<void> {
    this.#isReconciled = true;
    if (this.isUnreconciled) await this.#lane.cell.release((lane) => ({ ...lane, met: true }));
  }

  /** Adds facts to the holder. */
  update(known: Partial<LaneHolder>): Promise<void> {
    return this.#lane.cell.release((lane) => updated(lane, this.#place, known));
  }

  /**
   * The signer is about to be asked: from here on the request may exist, and outlives the call.
   *
   * @throws AccountBusyError when the place was taken over by others.
   */
  async commit(): Promise<void> {
    const now = this.#lane.cell.time.now();
    const own = await this.#lane.cell.change(
      (lane) => ({
        lane: updated(committed(lane, this.#place, now), this.#place, { committedAt: now }),
        result: heldAt(lane, this.#place),
      }),
      // A store may make the change and yet report a failure; then this call asks for nothing.
      (before) => (lane) => (before ? uncommitted(lane, this.#place, before, now) : lane),
    );
    if (!own) throw this.#takenOver();
    this.#committedAt = now;
    this.#askedBefore = own.holder.committedAt;
  }

  /** It is not known whether the signer has accepted the request. It may appear from now on. */
  doubted(): Promise<void> {
    return this.update({ committedAt: this.#lane.cell.time.now() });
  }

  /**
   * The signer has not accepted this call's request. The number is given back, unless another call has asked before,
   * whose request may still appear.
   *
   * @returns whether it may.
   */
  async declined(): Promise<boolean> {
    const before = this.#askedBefore;
    const mayAppear =
      before !== undefined && this.#lane.cell.time.since(before) < MAY_APPEAR_FOR_MS;
    if (mayAppear) await this.update({ committedAt: before });
    else await this.#giveBack();
    return mayAppear;
  }

  /** Another call may have asked since: then the number is its own. */
  #giveBack(): Promise<void> {
    const now = this.#lane.cell.time.now();
    return this.#end((lane) =>
      heldAt(lane, this.#place)?.holder.committedAt === this.#committedAt
        ? left(lane, this.#place, 'given-back', now)
        : detached(lane, this.#place),
    );
  }

  /** The signer already has the request, for these numbers. */
  adopt(numbers: readonly bigint[]): Promise<void> {
    const now = this.#lane.cell.time.now();
    return this.#lane.cell.release((lane) =>
      adoptedFor(lane, this.#place, numbers, now, this.#replaces),
    );
  }

  /**
   * The number to use: the lowest, from the node's next number on, that no other request of this account holds or has
   * spent. A number that was given back is used again, so no gap stays. A transaction that uses up more than one
   * number takes as many in a row as its `span` says.
   *
   * @param waiting - Numbers of transactions that wait at the node, from any sender.
   * @returns nothing where a row would begin behind a free number: there it could not land until another transaction
   *   has filled it.
   * @throws AccountBusyError when the place was taken over by others.
   */
  async reserve(nextOnChain: bigint, span = 1, waiting?: Waiting): Promise<bigint | undefined> {
    const [number] = await this.#take(span, lowestFree(nextOnChain, span, waiting, true));
    return number;
  }

  /** The same for a batch: the lowest free numbers, as many as it has members. */
  reserveMany(nextOnChain: bigint, count: number, waiting?: Waiting): Promise<readonly bigint[]> {
    return this.#take(count, lowestFree(nextOnChain, count, waiting, false));
  }

  /** One of the offered numbers that no other request holds or has spent, if there is any. */
  async take(offered: readonly bigint[]): Promise<bigint | undefined> {
    const [number] = await this.#take(1, (isTaken, shared) => {
      const before = offered.find((offer) => shared.includes(offer));
      const free = before ?? offered.find((offer) => !isTaken(offer));
      return free === undefined ? undefined : [free];
    });
    if (number === undefined || !(await this.#isMarked(number))) return number;
    return this.take(offered.filter((other) => other !== number));
  }

  /** Whether a Ticket is spent, even if the lane has forgotten it and a node that is behind still lists it. */
  async #isMarked(ticket: bigint): Promise<boolean> {
    const { cell, spending } = this.#lane;
    return !spending.inOrder && cell.marks.has(markOfTicket(ticket));
  }

  /** Takes all of these numbers, unless another request holds or has spent one of them. Returns whether it has them. */
  async takeAll(numbers: readonly bigint[]): Promise<boolean> {
    const taken = await this.#take(numbers.length, (isTaken) =>
      numbers.some(isTaken) ? undefined : numbers,
    );
    return taken.length === numbers.length;
  }

  async #take(count: number, choose: Choose): Promise<readonly bigint[]> {
    const { cell, spending } = this.#lane;
    const replaces = this.#replaces;
    if (await this.#wasSent) throw new KeyUsedError();
    const { own, numbers } = await cell.change((before) => {
      // What others have asked for has to be read again since this call has read it.
      const isOld = this.#isReconciled && !before.met && spending.inOrder;
      const own = isOld ? undefined : heldAt(before, this.#place);
      const { lane, result } = own
        ? taken(before, this.#place, spending, choose, replaces)
        : { lane: before, result: undefined };
      // Kept at once: a store may make the change and yet report a failure.
      this.#loss = lossOf(before, result, replaces) ?? this.#loss;
      return { lane, result: { own, numbers: result } };
    });
    if (!own) throw this.#takenOver();
    const isAnothers = numbers && numbers.length !== count;
    if (isAnothers || hasEnded(own)) throw new KeyUsedError();
    return numbers ?? [];
  }

  /** A node has the transaction with this number; the request goes on with its other numbers. */
  sent(number: bigint): Promise<void> {
    const now = this.#lane.cell.time.now();
    return this.#release((lane) => sent(lane, this.#place, number, now));
  }

  /** Adds other requests that hold numbers of this lane, though no call here works on them. */
  async acknowledge(holders: readonly LaneHolder[]): Promise<void> {
    if (holders.length === 0) return;
    await this.#lane.cell.change((lane) => ({
      lane: acknowledged(lane, holders, this.#lane.spending),
      result: undefined,
    }));
    this.#lane.changed();
  }

  /** The same every few seconds, where some requests have no caller in this process, and perhaps none at all. */
  sweepIfDue(): Promise<void> {
    return this.#lane.abandoned.sweepIfDue(this.#request);
  }

  /**
   * Finishes the work of requests that hold a number here and have no caller, without waiting.
   *
   * @throws AccountBusyError when one of them can't land before something else has changed.
   */
  sweep(): Promise<void> {
    return this.#lane.abandoned.sweep(this.#request);
  }

  /** Transactions that a node accepted but the chain seems to have lost; they must be looked up again first. */
  lost(nextOnChain: bigint): readonly LaneHolder[] {
    const { cell, spending } = this.#lane;
    return lostOf(cell.known, nextOnChain, spending.ageOf);
  }

  /**
   * Waits until everything with a smaller number has been sent or given back.
   *
   * @returns `lost`, and the pass ends, when the number was given to another request in the meantime.
   * @throws AccountBusyError when the time is up, or a transaction ahead can't land yet.
   */
  async turn(number: bigint, options: CallOptions): Promise<'come' | 'lost'> {
    const timeoutMs = options.timeoutMs ?? this.#request.timeoutMs;
    // What a replacing call finishes on its way doesn't wait for the replaced request either: nobody sends that.
    const { replaces } = this.#request;
    const ahead = () => aheadOf(this.#lane.cell.known, number, replaces);
    const look = async (leftMs: number) => {
      if (await this.#hasLost(number)) return 'lost';
      if (ahead().length > 0) await this.#lane.abandoned.clear(ahead(), this.#request, leftMs);
      return ahead().length === 0 ? 'come' : undefined;
    };
    const turn = await this.#lane.until(look, { signal: options.signal, timeoutMs });
    if (!turn) throw new AccountBusyError('it did not end in time', ahead()[0]?.holder);
    return turn;
  }

  /** Whether another request has the number by now; then the pass ends. */
  async #hasLost(number: bigint): Promise<boolean> {
    const lane = await this.#lane.cell.read();
    if (isSentByAnother(lane, this.#place, number, this.#replaces)) {
      // The chain accepts only one of two signed transactions. If this request kept the place of what is sent, it
      // would hold up all others.
      await this.leave('given-back');
      await this.#lane.abandoned.hearOfLost(number, this.#request);
      return true;
    }
    const isLost = isEarliers(lane, this.#place, number);
    if (isLost) await this.detach();
    return isLost;
  }

  /** Requests whose numbers were given back because the signer did not show them. They may still appear. */
  mayAppear(): readonly LaneHolder[] {
    return rememberedIn(this.#lane.cell.known);
  }

  /** Whether another request of this lane holds a number. */
  isTaken(number: bigint): boolean {
    return isAnothers(this.#lane.cell.known, this.#place, number);
  }

  /**
   * The number was `spent` (a node has the transaction) or given back (no transaction will use it). With `may-appear`
   * it is given back too, and the request is remembered.
   */
  leave(number: 'spent' | 'given-back' | 'may-appear'): Promise<void> {
    const now = this.#lane.cell.time.now();
    if (number === 'spent') this.#loss = undefined;
    return this.#end((lane) => left(lane, this.#place, number, now));
  }

  /** The call ends. Its request, if one was made, stays: a later call may finish it. */
  async detach(): Promise<void> {
    if (!this.#hasEnded) await this.#end((lane) => detached(lane, this.#place));
  }

  /** The same, but nothing behind it can be sent before something else has changed. */
  async block(): Promise<void> {
    this.#lane.abandoned.blocked(this.holder);
    await this.detach();
  }

  /**
   * Others turn out to hold the lane, which is reconciled with that. This pass ends, and those of calls that share its
   * place and have no number yet; enter again, behind them.
   */
  yieldTo(holders: readonly LaneHolder[]): Promise<void> {
    const now = this.#lane.cell.time.now();
    const { spending } = this.#lane;
    return this.#end((lane) =>
      acknowledged({ ...yielded(lane, this.#place, now), met: true }, holders, spending),
    );
  }

  async #end(revision: Revision): Promise<void> {
    const isFirst = !this.#hasEnded;
    this.#hasEnded = true;
    await this.#release((lane) => this.#restored(lane, revision(lane)));
    if (isFirst) this.#onEnd();
  }

  #restored(before: LaneState, lane: LaneState): LaneState {
    const { requestId } = this.#place;
    const isHeld = lane.held.some((one) => one.holder.requestId === requestId && !one.isOver);
    const own = heldAt(before, this.#place);
    const loss = this.#loss ?? (own && lossBy(own.holder));
    return loss && !isHeld ? restored(lane, loss, this.#lane.spending) : lane;
  }

  async #release(revision: Revision): Promise<void> {
    await this.#lane.cell.release(revision);
    this.#lane.changed();
  }

  #takenOver(): AccountBusyError {
    return this.#lane.busyFor(this.#request.holder, 'its place was taken over');
  }
}

/**
 * Chooses the numbers that another call took for the request, where these are still free: others would leave a gap. Else
 * the lowest that are free. A row has no gap in it, and does not begin behind one: it could not land until another
 * transaction has filled the gap.
 */
function lowestFree(
  nextOnChain: bigint,
  count: number,
  waiting: Waiting | undefined,
  isRow: boolean,
): Choose {
  return (isHeld, shared, lowest) => {
    const isTaken = (number: bigint) => isHeld(number) || waiting?.has(number);
    const isGood = (number: bigint) => number >= nextOnChain && !isTaken(number);
    if (shared.length === count && shared.every(isGood)) return shared;
    const numbers: bigint[] = [];
    for (let number = maximum(nextOnChain, lowest); numbers.length < count; number++) {
      if (!isTaken(number)) numbers.push(number);
      else if (isRow && numbers.length > 0) return undefined;
    }
    return numbers;
  };
}
