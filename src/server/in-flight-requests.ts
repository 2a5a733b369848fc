import type { Clock } from '../core/clock.js';
import type { Progress } from './progress.js';
import type { BegunWork } from './route.js';

/** Calls that go on after the request that began them has been answered. */
export class InFlightRequests {
  readonly #clock: Clock;
  readonly #kept = new Map<
    string,
    { readonly progress: Progress; readonly call: Promise<unknown> }
  >();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The progress of a key's transaction, or of the attempt that was asked for, if it is under way here. */
  find(vaultAccountId: string, key: string | undefined, attempt?: number): Progress | undefined {
    return this.#kept.get(nameOf(vaultAccountId, key, attempt))?.progress;
  }

  /** What waits for the end of a key's call, if it is under way here. Its errors are what the call's client is told. */
  begun(vaultAccountId: string, key: string): BegunWork | undefined {
    const kept = this.#kept.get(nameOf(vaultAccountId, key));
    if (!kept) return undefined;
    const { call, progress } = kept;
    const told = (error: unknown) => Promise.reject(progress.settled(error));
    return (ms) => this.within(ms, call.catch(told), progress);
  }

  /** Keeps a key's call until the call ends. A call without a key is kept as soon as it has made its own key. */
  keep<T>(
    vaultAccountId: string,
    progress: Progress,
    call: Promise<T>,
    attempt?: number,
  ): Promise<T> {
    const keep = () => {
      const name = nameOf(vaultAccountId, progress.reference?.idempotencyKey, attempt);
      this.#kept.set(name, { progress, call });
      const forget = () => this.#kept.delete(name);
      call.then(forget, forget);
    };
    // At once where possible: the next request with the key may arrive at any moment.
    if (progress.reference) keep();
    else void progress.begun.then(keep);
    return call;
  }

  /**
   * The result of a call, if it comes in time. Otherwise the call goes on, and its state is thrown, as soon as there
   * is a key to ask with.
   */
  async within<T>(waitMs: number, call: Promise<T>, progress: Progress): Promise<T> {
    // When a call fails after its request was answered, no caller receives the error.
    call.catch(() => undefined);
    const ended = new AbortController();
    const late = async () => {
      await this.#clock.sleep(waitMs, ended.signal);
      await progress.begun;
      throw progress.pending();
    };
    const answer = Promise.race([call, late()]);
    // With a reason, since the default reason is an error with a stack for every call.
    return answer.finally(() => ended.abort('answered'));
  }
}

function nameOf(vaultAccountId: string, key: string | undefined, attempt = 1): string {
  return JSON.stringify([vaultAccountId, key, attempt]);
}
