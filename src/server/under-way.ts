import type { Clock } from '../core/clock.js';
import type { Progress } from './progress.js';

/** Calls that go on when the request that began them has been answered. */
export class UnderWay {
  readonly #clock: Clock;
  readonly #progress = new Map<string, Progress>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How far the transaction of a key is, or the attempt that was asked for, if it is under way here. */
  find(vaultAccountId: string, key: string | undefined, attempt?: number): Progress | undefined {
    return this.#progress.get(nameOf(vaultAccountId, key, attempt));
  }

  /** Keeps a key's call until the call ends; one without a key as soon as it has made its own. */
  keep<T>(
    vaultAccountId: string,
    progress: Progress,
    call: Promise<T>,
    attempt?: number,
  ): Promise<T> {
    const keep = () => {
      const name = nameOf(vaultAccountId, progress.reference?.idempotencyKey, attempt);
      this.#progress.set(name, progress);
      const forget = () => this.#progress.delete(name);
      call.then(forget, forget);
    };
    // At once where it can be: the next request with the key may be here already.
    if (progress.reference) keep();
    else void progress.begun.then(keep);
    return call;
  }

  /**
   * What a call gives within a time. Else it goes on, and how far it is is thrown, once there is a key to
   * ask with.
   */
  async within<T>(waitMs: number, call: Promise<T>, progress: Progress): Promise<T> {
    // A call that is left behind and fails later has nobody to tell.
    call.catch(() => undefined);
    const ended = new AbortController();
    const late = async () => {
      await this.#clock.sleep(waitMs, ended.signal);
      await progress.begun;
      throw progress.pending();
    };
    const answer = Promise.race([call, late()]);
    // With a reason, since one that is made up for every call is made up with its stack.
    return answer.finally(() => ended.abort('answered'));
  }
}

function nameOf(vaultAccountId: string, key: string | undefined, attempt = 1): string {
  return JSON.stringify([vaultAccountId, key, attempt]);
}
