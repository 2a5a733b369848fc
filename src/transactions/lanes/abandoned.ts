import { pause } from '../../core/clock.js';
import { AbortedError } from '../../core/errors.js';
import { AccountBusyError, heldUpBy, TransactionBlockedError } from '../errors.js';
import type { LaneCall } from './call.js';
import { claim, evict, reopened, withoutEnded } from './changes.js';
import type { Lane } from './lane.js';
import type { LaneHolder, LaneRequest } from './lanes.js';
import { lostOf, unheardOf } from './spent.js';
import { type Caller, type Held, isLeftBy, isOf, processesOf } from './state.js';

/** The pause after a failed attempt to finish another request's work. */
const FINISH_PACE_MS = 1_000;
/** Requests that wait for approval need not be checked before each number that is taken above them. */
const SWEEP_EVERY_MS = 5_000;

/** The requests of a lane that no call is working on: a call that wants to pass them finishes their work. */
export class Abandoned {
  readonly #lane: Lane;
  /** The requests that could not land when this process last tried them. */
  readonly #blocked = new Set<string>();
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor(lane: Lane) {
    this.#lane = lane;
  }

  /**
   * The requests that no call is working on, including those of processes that are gone, and of calls of this process
   * that have ended although a store that lost its latest changes shows them at work.
   */
  async all(): Promise<readonly Held[]> {
    const { cell } = this.#lane;
    const gone = await cell.lease.goneOf(processesOf(await cell.read()));
    // A call counts as ongoing until the lane has taken its end, or owes it as the first of its next changes.
    const hasEnded = ({ process, call }: Caller) =>
      process === cell.lease.process && !this.#lane.isOngoing(call);
    if (gone.size > 0 || cell.known.held.some(({ workers }) => workers.some(hasEnded))) {
      await cell.change((lane) => ({
        lane: withoutEnded(evict(lane, gone), hasEnded),
        result: undefined,
      }));
    }
    return cell.known.held.filter(({ workers }) => workers.length === 0);
  }

  /** Finishes their work, without waiting. */
  async sweep(request: LaneRequest): Promise<void> {
    for (const held of await this.all()) {
      if (isReplacedBy(request, held)) continue;
      await this.finish(held, request, 0);
    }
  }

  /** A request that is known to be blocked is tried each time: requests behind it would be approved in vain. */
  async sweepIfDue(request: LaneRequest): Promise<void> {
    const { cell, clock, spending } = this.#lane;
    const { known, lease } = cell;
    const now = clock.monotonic();
    const isBlocked = known.held.some(({ holder }) => this.#blocked.has(holder.requestId));
    if (!isBlocked && now - this.#sweptAt < SWEEP_EVERY_MS) return;
    const unheard = unheardOf(known, spending);
    const isLeft = known.held.some((held) => isLeftBy(lease.process, held));
    if (unheard || isLeft) this.#sweptAt = now;
    if (unheard) await this.#hearOf(unheard, request);
    if (isLeft) await this.sweep(request);
  }

  /** Finishes the work of one of these, if it is abandoned, for the caller that waits behind it. */
  async clear(ahead: readonly Held[], request: LaneRequest, timeoutMs: number): Promise<void> {
    const held = (await this.all()).find(
      (each) =>
        ahead.some((one) => isOf(one, each.holder.requestId)) && !isReplacedBy(request, each),
    );
    if (held) await this.finish(held, request, timeoutMs);
  }

  /** Notes a request that could not land: it is tried again before a number behind it is taken. */
  blocked({ requestId }: LaneHolder): void {
    this.#blocked.add(requestId);
  }

  /**
   * Finishes what a gone caller left behind; resolves with the error, if there was one.
   *
   * @throws AccountBusyError when it can't land before something else has changed: then waiting does not help.
   */
  async finish({ holder }: Held, request: LaneRequest, timeoutMs: number): Promise<unknown> {
    if (timeoutMs < 0) return undefined;
    const pass = await this.#lane.at(request, (lane, caller) =>
      claim(lane, holder.requestId, caller),
    );
    return this.#finishAt(pass, request, timeoutMs, (own) => own.detach());
  }

  /** Sends once more what was sent with a number, if the chain seems to have lost it. */
  async hearOfLost(number: bigint, request: LaneRequest): Promise<void> {
    const { cell, spending } = this.#lane;
    const lost = lostOf(cell.known, number, spending.ageOf);
    const sender = lost.find(({ numbers }) => numbers?.includes(number));
    // As for what is unheard of: the signer has shown it before.
    if (sender?.custodyId !== undefined) await this.#hearOf(sender, request);
  }

  /**
   * Looks up a transaction that was sent, as if its caller had left it behind; if it has no final outcome yet, the
   * lane stays as it was.
   */
  async #hearOf(holder: LaneHolder, request: LaneRequest): Promise<void> {
    const { spending } = this.#lane;
    const pass = await this.#lane.at(request, (lane, caller) =>
      reopened(lane, holder, caller, spending),
    );
    await this.#finishAt(pass, request, 0, async (own) => {
      for (const number of holder.numbers ?? []) await own.sent(number);
      await own.leave('given-back');
    });
  }

  async #finishAt(
    pass: LaneCall | undefined,
    request: LaneRequest,
    timeoutMs: number,
    end: (own: LaneCall) => Promise<void>,
  ): Promise<unknown> {
    if (!pass) return undefined;
    const { clock } = this.#lane;
    const { holder } = pass;
    this.#blocked.delete(holder.requestId);
    const deadline = clock.monotonic() + timeoutMs;
    try {
      await request.finish(holder, pass, { signal: request.signal, timeoutMs });
      return undefined;
    } catch (error) {
      if (request.signal?.aborted) throw new AbortedError(request.signal);
      if (error instanceof TransactionBlockedError) throw blockedBy(holder, error);
      const leftMs = Math.max(0, deadline - clock.monotonic());
      await pause(Math.min(FINISH_PACE_MS, leftMs), clock, request.signal);
      return error;
    } finally {
      await end(pass);
    }
  }
}

/** What is being replaced must not be sent by the call that replaces it. */
function isReplacedBy({ replaces }: LaneRequest, { holder }: Held): boolean {
  return holder.requestId === replaces?.requestId;
}

/** The error for a caller that would have to wait for a transaction that can't land. */
function blockedBy(holder: LaneHolder, cause: TransactionBlockedError): AccountBusyError {
  const { resultCode, cure } = cause;
  return new AccountBusyError(heldUpBy(resultCode, cure), holder, {
    cause,
    details: { resultCode, cure },
  });
}
