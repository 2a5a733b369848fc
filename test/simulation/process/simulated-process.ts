import { onAbort } from '../../../src/core/abort.js';
import type { Clock } from '../../../src/core/clock.js';
import type { Random } from '../../../src/core/random.js';
import { PRODUCT, type Product } from '../product.js';
import { Chance } from '../schedule/chance.js';
import type { SimulatedEvent } from '../schedule/event-queue.js';
import { EPOCH_MS, type Scheduler } from '../schedule/scheduler.js';

/**
 * A process as the product sees it: its time, its chance, and everything that comes back to it. Killed, it
 * hears nothing more; frozen, it hears what came meanwhile once it goes on.
 */
export class SimulatedProcess {
  readonly name: string;
  readonly random: Random;
  readonly clock: Clock;
  /** What its wall clock shows beyond the true time. */
  skewMs = 0;
  /** Timers that are set. */
  timers = 0;
  isDead = false;
  /** When it was last frozen, and when it went on. */
  lastFrozen: { readonly fromMs: number; readonly untilMs: number } | undefined;
  /** The version of the package that it runs. */
  readonly product: Product;
  readonly #scheduler: Scheduler;
  #withheld: (() => void)[] | undefined;
  /** For how long its monotonic clock has stood still. */
  #stoodStillMs = 0;

  constructor(name: string, scheduler: Scheduler, seed: string, product = PRODUCT) {
    this.name = name;
    this.product = product;
    this.#scheduler = scheduler;
    const chance = new Chance(`${seed} ${name}`);
    this.random = (length) => chance.bytes(length);
    this.clock = {
      now: () => EPOCH_MS + Math.floor(scheduler.nowMs + this.skewMs),
      monotonic: () => Math.floor(scheduler.nowMs - this.#stoodStillMs),
      sleep: (ms, signal) => this.#sleep(ms, signal),
      after: (ms, action) => this.#after(ms, action),
    };
  }

  get isFrozen(): boolean {
    return this.#withheld !== undefined;
  }

  /** Something reaches the process: now, later or never. */
  hear(what: () => void): void {
    if (this.isDead) return;
    if (this.#withheld) this.#withheld.push(what);
    else what();
  }

  /** None of its answers and timers ever comes, and no `finally` of it ever runs. */
  kill(): void {
    if (this.isDead) return;
    this.#scheduler.note(`${this.name} is killed`);
    this.isDead = true;
    this.#withheld = undefined;
  }

  /** Stops for a while, as a suspended machine does, whose monotonic clock may stand still. */
  freeze(ms: number, standsStill: boolean): void {
    if (this.isDead || this.#withheld) return;
    this.#scheduler.note(`${this.name} is frozen for ${ms} ms`);
    this.#withheld = [];
    const frozenAtMs = this.#scheduler.nowMs;
    this.#scheduler.in(ms, '', () => {
      const { nowMs } = this.#scheduler;
      if (standsStill) this.#stoodStillMs += nowMs - frozenAtMs;
      this.lastFrozen = { fromMs: frozenAtMs, untilMs: nowMs };
      this.thaw();
    });
  }

  thaw(): void {
    const withheld = this.#withheld;
    if (withheld === undefined) return;
    this.#scheduler.note(`${this.name} goes on`);
    this.#withheld = undefined;
    for (const what of withheld) what();
  }

  #after(ms: number, action: () => void): () => void {
    let isSet = true;
    let event: SimulatedEvent | undefined;
    this.timers += 1;
    const clear = () => {
      if (isSet) this.timers -= 1;
      isSet = false;
      if (event) event.isCancelled = true;
    };
    const due = this.clock.monotonic() + ms;
    const arm = (leftMs: number) => {
      event = this.#scheduler.in(leftMs, '', () => this.hear(ring));
    };
    const ring = () => {
      if (!isSet) return;
      const leftMs = due - this.clock.monotonic();
      // No timer is finer; and what is left of a millisecond may be too little for the clock to show.
      if (leftMs > 0) return arm(Math.max(1, leftMs));
      clear();
      action();
    };
    this.#scheduler.begin({
      who: this.name,
      kind: 'timer',
      name: `${ms}`,
      content: '',
      begin: () => {
        if (isSet) arm(ms);
      },
    });
    return clear;
  }

  #sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
    const { AbortedError } = this.product;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(new AbortedError(signal));
      const cancel = this.#after(ms, () => {
        ignore();
        resolve();
      });
      const ignore = onAbort(signal, () => {
        cancel();
        reject(new AbortedError(signal));
      });
    });
  }
}
