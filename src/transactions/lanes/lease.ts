import { bytesToHex } from '../../core/bytes.js';
import type { Clock } from '../../core/clock.js';
import type { Random } from '../../core/random.js';
import { StoreError } from '../../store/errors.js';
import type { Store } from '../../store/store.js';

export interface LeaseSettings {
  readonly store: Store;
  /** How long other processes wait for a sign of life before they treat this process as gone. */
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * A process's sign of life in a store: a key that expires soon after the process ends, renewed as long as the process
 * takes part in any lane. The store's clock alone decides, so no two clocks need agree.
 *
 * It shows whose work may be taken over, and guards nothing by itself: a process that was only suspended finds its
 * places in the lanes taken when it continues.
 */
export class Lease {
  /** The name of this process, which is unique. */
  readonly process: string;
  readonly #settings: LeaseSettings;
  #parts = 0;
  #renewedAt: number | undefined;
  #renewing: Promise<void> | undefined;
  #beating: AbortController | undefined;

  constructor(settings: LeaseSettings) {
    this.#settings = settings;
    this.process = bytesToHex(settings.random(12));
  }

  /**
   * Shows from now on that this process is running, until the returned function is called.
   *
   * @throws StoreError when it can't.
   */
  async takePart(): Promise<() => void> {
    const done = this.hold();
    try {
      await this.#renewIfDue();
      return done;
    } catch (error) {
      done();
      throw error;
    }
  }

  /** The same for a caller that can go on without knowing whether it worked. */
  hold(): () => void {
    this.#parts++;
    if (!this.#beating) {
      this.#beating = new AbortController();
      void this.#beat(this.#beating.signal);
    }
    return () => {
      if (--this.#parts > 0) return;
      this.#beating?.abort();
      this.#beating = undefined;
    };
  }

  /** The processes among these that show no sign of life. */
  async goneOf(processes: ReadonlySet<string>): Promise<ReadonlySet<string>> {
    const others = [...processes].filter((process) => process !== this.process);
    const signs = await Promise.all(
      others.map((process) => this.#settings.store.get(nameOf(process))),
    );
    return new Set(others.filter((_, index) => signs[index] === undefined));
  }

  async #beat(signal: AbortSignal): Promise<void> {
    const { clock } = this.#settings;
    const sleep = () =>
      clock.sleep(this.#dueMs, signal).then(
        () => true,
        () => false,
      );
    while (await sleep()) {
      // A failure is retried at the next renewal; if it persists, other processes take over.
      if (!signal.aborted) await this.#renewIfDue().catch(() => undefined);
    }
  }

  get #dueMs(): number {
    return this.#settings.leaseMs / 3;
  }

  #renewIfDue(): Promise<void> {
    const now = this.#settings.clock.monotonic();
    const ageMs = now - (this.#renewedAt ?? Number.NEGATIVE_INFINITY);
    if (ageMs < this.#dueMs) return Promise.resolve();
    this.#renewing ??= this.#renew().finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renew(): Promise<void> {
    const { store, leaseMs, clock } = this.#settings;
    const name = nameOf(this.process);
    const startedAt = clock.monotonic();
    const isWritten =
      (this.#renewedAt !== undefined && (await store.compareAndSet(name, '1', '1', leaseMs))) ||
      (await store.setIfAbsent(name, '1', leaseMs)) ||
      (await store.compareAndSet(name, '1', '1', leaseMs));
    if (!isWritten) throw new StoreError('it takes no sign of life');
    this.#renewedAt = startedAt;
  }
}

function nameOf(process: string): string {
  return `lanes/1/process/${process}`;
}
