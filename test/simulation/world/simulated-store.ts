import type { Store } from '../../../src/store/index.js';
import type { StoreFault } from '../network/faults.js';
import { strike, strikeSoon } from '../network/network.js';
import type { Mortal, Weather } from '../network/weather.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import { Chance } from '../schedule/chance.js';
import type { Scheduler } from '../schedule/scheduler.js';

interface Entry {
  readonly value: string;
  readonly endsAtMs: number;
}

type Made = string | boolean | undefined;

/** A store that several processes share, and everything that can be wrong with one. */
export class SimulatedStore {
  #entries = new Map<string, Entry>();
  #snapshot = new Map<string, Entry>();
  /** Whether it has lost what it acknowledged, or denied what it did. */
  hasLost = false;
  /** The requests whose entries in a journal it acknowledged, and lost. */
  readonly journalEntriesLost: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #weather: Weather;
  readonly #seed: string;

  constructor(scheduler: Scheduler, weather: Weather, seed: string) {
    this.#scheduler = scheduler;
    this.#weather = weather;
    this.#seed = seed;
  }

  takeSnapshot(): void {
    this.#snapshot = new Map(this.#entries);
  }

  restore(): void {
    this.#scheduler.note('the store is put back');
    this.#goBackTo(this.#snapshot);
  }

  flush(): void {
    this.#scheduler.note('the store is flushed');
    this.#goBackTo(new Map());
  }

  /** What a process has of it. */
  storeOf(process: SimulatedProcess): Store {
    const call = <T extends Made>(method: string, key: string, make: () => T, denied: T) =>
      new Promise<T>((resolve, reject) => {
        const name = `store ${method} ${keyKind(key)}`;
        const settle = (result: T | 'failed') =>
          process.hear(() =>
            result === 'failed' ? reject(new Error('the store failed')) : resolve(result),
          );
        this.#scheduler.begin({
          who: process.name,
          kind: 'store',
          name,
          content: key,
          begin: (id) => this.#begin({ id, name, process, make, denied, settle }),
        });
      });
    return {
      get: (key) => call('get', key, () => this.#read(key), undefined),
      setIfAbsent: (key, value, ttlMs) =>
        call(
          'setIfAbsent',
          key,
          () => this.#read(key) === undefined && this.#write(key, value, ttlMs),
          false,
        ),
      compareAndSet: (key, expected, value, ttlMs) =>
        call(
          'compareAndSet',
          key,
          () => this.#read(key) === expected && this.#write(key, value, ttlMs),
          false,
        ),
      delete: (key, expected) =>
        call('delete', key, () => this.#isThere(key, expected) && this.#entries.delete(key), false),
    };
  }

  #begin<T extends Made>(call: {
    readonly id: string;
    readonly name: string;
    readonly process: SimulatedProcess;
    readonly make: () => T;
    readonly denied: T;
    readonly settle: (result: T | 'failed') => void;
  }): void {
    const { id, name, process, make, denied, settle } = call;
    const chance = new Chance(`${this.#seed} ${id}`);
    const crashing = this.#weather.ofProcess(id, name, chance);
    const leave = () => {
      const fault = this.#weather.ofStore(id, name, chance);
      const slowMs = fault === 'store-slow' ? chance.spread(1_000, 120_000) : 0;
      const hold = this.#weather.holdOf(id, name);
      const ms = chance.spread(1, 8) + slowMs;
      this.#scheduler.arrive({ who: process.name, ms, hold, label: `${id} is done` }, () => {
        const result = this.#outcome(fault, make, denied, name.includes(' get '));
        if (crashing?.stage === 'after-effect') strike(process, crashing, chance);
        this.#scheduler.in(chance.spread(1, 8), `${id} is answered`, () => {
          settle(result);
          this.#strikeAfter(process, crashing, chance);
        });
      });
    };
    if (crashing?.stage !== 'before-leaving') {
      leave();
      return;
    }
    strike(process, crashing, chance);
    process.hear(leave);
  }

  #strikeAfter(process: SimulatedProcess, crashing: Mortal | undefined, chance: Chance): void {
    if (crashing?.stage === 'after-answer') strikeSoon(this.#scheduler, process, crashing, chance);
  }

  #outcome<T extends Made>(
    fault: StoreFault | undefined,
    make: () => T,
    denied: T,
    isRead: boolean,
  ): T | 'failed' {
    if (fault === 'store-lost') return 'failed';
    if (fault === 'store-loses' && !isRead) {
      const before = new Map(this.#entries);
      const result = make();
      this.#goBackTo(before);
      return result;
    }
    const result = make();
    if (fault === 'store-answer-lost') return 'failed';
    return fault === 'store-denies' && !isRead ? denied : result;
  }

  #goBackTo(earlier: ReadonlyMap<string, Entry>): void {
    this.hasLost = true;
    for (const [key, { value }] of this.#entries) {
      const [, requestId] = /journal:(.*)$/.exec(key) ?? [];
      const isLost = requestId !== undefined && earlier.get(key)?.value !== value;
      if (isLost) this.journalEntriesLost.push(requestId);
    }
    this.#entries = new Map(earlier);
  }

  #read(key: string): string | undefined {
    const entry = this.#entries.get(key);
    return entry !== undefined && entry.endsAtMs > this.#scheduler.nowMs ? entry.value : undefined;
  }

  #isThere(key: string, expected: string | undefined): boolean {
    const value = this.#read(key);
    return value !== undefined && (expected === undefined || value === expected);
  }

  #write(key: string, value: string, ttlMs = Number.POSITIVE_INFINITY): true {
    this.#entries.set(key, { value, endsAtMs: this.#scheduler.nowMs + ttlMs });
    return true;
  }
}

/** What a key is for, without what it is about. */
function keyKind(key: string): string {
  return /^[a-z-]+/.exec(key)?.[0] ?? 'other';
}
