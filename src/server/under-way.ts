import type { Clock } from '../core/clock.js';
import type { Progress } from './progress.js';

/** Calls that go on when the request that began them has been answered. */
export class UnderWay {
  readonly #clock: Clock;
  readonly #progress = new Map<string, Progress>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** How far the transaction of a key is, if it is under way here. */
  find(vaultAccountId: string, idempotencyKey: string | undefined): Progress | undefined {
    return this.#progress.get(nameOf(vaultAccountId, idempotencyKey));
  }

  /** Keeps a key's call until the call ends. */
  keep<T>(
    vaultAccountId: string,
    idempotencyKey: string,
    progress: Progress,
    call: Promise<T>,
  ): Promise<T> {
    const name = nameOf(vaultAccountId, idempotencyKey);
    this.#progress.set(name, progress);
    const forget = () => this.#progress.delete(name);
    call.then(forget, forget);
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

function nameOf(vaultAccountId: string, idempotencyKey: string | undefined): string {
  return JSON.stringify([vaultAccountId, idempotencyKey]);
}
