import type { SimulatedProcess } from '../process/simulated-process.js';
import { Chance } from '../schedule/chance.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { Weather } from './weather.js';

/** Something that a process is told without having asked. */
export interface NewsItem {
  /** The same in runs that differ in little. */
  readonly id: string;
  /** Who says it, and what it is. */
  readonly where: string;
  readonly process: SimulatedProcess;
}

/** What is said to processes unasked: it comes late, twice, or never. */
export class News {
  readonly #scheduler: Scheduler;
  readonly #weather: Weather;
  readonly #seed: string;

  constructor(scheduler: Scheduler, weather: Weather, seed: string) {
    this.#scheduler = scheduler;
    this.#weather = weather;
    this.#seed = seed;
  }

  tell({ id, where, process }: NewsItem, hear: () => void): void {
    const chance = new Chance(`${this.#seed} ${id}`);
    const fault = this.#weather.ofNews(id, where, chance);
    if (fault === 'news-lost') return;
    const mostMs = fault === 'news-late' ? 300_000 : 1_000;
    for (let left = fault === 'news-doubled' ? 2 : 1; left > 0; left -= 1) {
      this.#scheduler.in(chance.spread(5, mostMs), id, () => process.hear(hear));
    }
  }
}
