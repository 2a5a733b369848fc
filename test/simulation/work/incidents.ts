import type { WorldFault } from '../network/faults.js';
import type { Weather } from '../network/weather.js';
import { Chance } from '../schedule/chance.js';
import { PAYEE, type Plan, WORKDAY_MS } from '../schedule/plan.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { OtherWallet } from '../world/chain-world.js';
import type { SimulatedWorld, Worker } from '../world/simulated-world.js';

type Play = (chance: Chance) => void;

/** What goes wrong by itself at some moments of a schedule. */
export class Incidents {
  readonly #plan: Plan;
  readonly #scheduler: Scheduler;
  readonly #weather: Weather;
  readonly #world: SimulatedWorld;

  constructor(plan: Plan, scheduler: Scheduler, weather: Weather, world: SimulatedWorld) {
    this.#plan = plan;
    this.#scheduler = scheduler;
    this.#weather = weather;
    this.#world = world;
  }

  plan(workers: () => readonly Worker[]): void {
    const { chain, store, custody } = this.#world;
    const skewed =
      (most: number): Play =>
      (chance) => {
        for (const { process } of chance.some(workers(), 0.5)) {
          process.skewMs = chance.between(-most, most);
        }
      };
    const plays: Readonly<Record<WorldFault, Play | undefined>> = {
      'custody-lags': undefined,
      'node-lags': (chance) => chain.lag(chance),
      'node-forgets': (chance) => chain.forget(chance),
      'mempool-forgets': () => chain.dropPending(),
      'store-restored': () => store.restore(),
      // Within what the custody tolerates, and beyond.
      'clock-skewed': skewed(900),
      'clock-set': skewed(7_200_000),
      'signature-wins': () => custody.letSignaturesWin(),
      'number-taken': (chance) =>
        this.#elsewhere(chance, (wallet) => chain.spendElsewhere(wallet, chance)),
      'tickets-created': (chance) =>
        this.#elsewhere(chance, (wallet) => chain.createTicketsElsewhere?.(wallet, chance)),
      'store-flushed': () => store.flush(),
    };
    this.#scheduler.in(this.#chance('snapshot').between(0, WORKDAY_MS), '', () =>
      store.takeSnapshot(),
    );
    for (const [fault, play] of Object.entries(plays)) {
      if (isWorldFault(fault, plays) && play) this.#at(fault, play);
    }
  }

  /** Undoes what would go on. */
  end(workers: readonly Worker[]): void {
    this.#world.chain.heal();
    for (const { process } of workers) {
      process.skewMs = 0;
      process.thaw();
    }
  }

  #at(fault: WorldFault, play: Play): void {
    const chance = this.#chance(fault);
    if (!this.#weather.hasFault(fault)) return;
    const times = chance.between(1, 4);
    for (let time = 1; time <= times; time += 1) {
      const name = `${fault} ${time}`;
      this.#scheduler.in(chance.between(0, WORKDAY_MS), '', () => {
        if (this.#weather.isOver || !this.#weather.note(name, fault, 'world')) return;
        this.#scheduler.note(name);
        play(new Chance(`${this.#plan.seed} ${name}`));
      });
    }
  }

  #elsewhere(chance: Chance, act: (wallet: OtherWallet) => Promise<string> | undefined): void {
    const [first = '0', ...rest] = this.#plan.vaults;
    void this.#world.elsewhere(chance.pick([first, ...rest]), PAYEE, act);
  }

  #chance(what: string): Chance {
    return new Chance(`${this.#plan.seed} incident ${what}`);
  }
}

function isWorldFault(name: string, plays: object): name is WorldFault {
  return name in plays;
}
