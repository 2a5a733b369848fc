import type { SandboxClock } from '../clock.js';
import { type Derive, derivedUuid } from '../seed.js';
import { Book } from './book.js';
import { InFlightTransfers } from './in-flight-transfers.js';
import { Prices } from './prices.js';

/** What every part of the exchange shares. Ids and hashes follow from the seed and their order. */
export class World {
  readonly book = new Book();
  readonly prices = new Prices();
  readonly inFlight: InFlightTransfers;
  readonly clock: SandboxClock;
  readonly derive: Derive;
  readonly #counts = new Map<string, number>();

  constructor(clock: SandboxClock, derive: Derive, settleMs: number) {
    this.clock = clock;
    this.derive = derive;
    this.inFlight = new InFlightTransfers(clock, settleMs);
  }

  /** The time, as records have it; `ms` from now. */
  time(ms = 0): string {
    return new Date(this.clock.now() + ms).toISOString();
  }

  newId(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return derivedUuid(this.derive, `provider ${kind} ${count}`);
  }

  /** 64 hexadecimal digits that look like a transaction's hash. */
  hashOf(id: string): string {
    return this.derive(`provider hash ${id}`).toString('hex').slice(0, 64);
  }
}
