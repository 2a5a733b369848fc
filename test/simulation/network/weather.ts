import type { Chance } from '../schedule/chance.js';
import type { Coverage } from '../schedule/coverage.js';
import type { Deviations, Hold } from '../schedule/deviations.js';
import {
  ALL_FAULTS,
  type CrashFault,
  type Fault,
  MORTAL_FAULTS,
  NEWS_FAULTS,
  type NewsFault,
  REQUEST_FAULTS,
  type RequestFault,
  STAGES,
  STORE_FAULTS,
  type Stage,
  type StoreFault,
} from './faults.js';

/** How often things go wrong. */
export interface Climate {
  /** Of all requests and calls of a store. */
  readonly faultRate: number;
  readonly mortality: number;
  readonly faults: readonly Fault[];
  /** How many times as often at a step that can't be taken back. Default 1. */
  readonly pivotal?: number;
}

/** The steps that can't be taken back: few among all, so that chance alone would seldom meet them. */
const PIVOTAL = /^custody (?:create|cancel)$|^xrpl submit$|post transactions$/;
/** Nobody relies on news, so much of it may go wrong. */
const NEWS_GONE_WRONG = 0.4;
/** Beyond this nothing would come about any more. */
const MOST_OFTEN = 0.5;

/** What happens to a process at an effect. */
export interface Mortal {
  readonly fault: CrashFault;
  readonly stage: Stage;
  /** For how long it is frozen; by chance where that is left open. */
  readonly ms?: number;
}

/** A half of all that can go wrong, and how often it does. */
export function climateOf(chance: Chance): Climate {
  const ranked = ALL_FAULTS.map((fault) => ({ fault, rank: chance.fraction() }));
  ranked.sort((a, b) => a.rank - b.rank);
  const half = ranked.slice(0, Math.ceil(ranked.length / 2)).map(({ fault }) => fault);
  return {
    faultRate: chance.pick([0, 0.02, 0.05, 0.1, 0.2]),
    mortality: chance.pick([0, 0, 0.005, 0.02]),
    faults: ALL_FAULTS.filter((fault) => half.includes(fault)),
  };
}

/** Decides what goes wrong, and notes what did. */
export class Weather {
  readonly #climate: Climate;
  readonly #coverage: Coverage;
  /** Where only these are to happen: a run that is made smaller. */
  readonly #only: ReadonlySet<string> | undefined;
  readonly #deviations: Deviations | undefined;
  isOver = false;
  /** Every fault that happened, by a name that stays the same in runs that differ in little. */
  readonly happened: string[] = [];
  killed = 0;

  constructor(
    climate: Climate,
    coverage: Coverage,
    only?: ReadonlySet<string>,
    deviations?: Deviations,
  ) {
    this.#climate = climate;
    this.#coverage = coverage;
    this.#only = only;
    this.#deviations = deviations;
  }

  hasFault(fault: Fault): boolean {
    return !this.isOver && this.#climate.faults.includes(fault);
  }

  /** What goes wrong with a request, if anything. */
  ofRequest(
    id: string,
    where: string,
    chance: Chance,
    possible: readonly RequestFault[] = REQUEST_FAULTS,
  ): RequestFault | undefined {
    return this.#draw(id, where, chance, possible);
  }

  ofStore(id: string, where: string, chance: Chance): StoreFault | undefined {
    return this.#draw(id, where, chance, STORE_FAULTS);
  }

  /** What goes wrong with something that a process is told unasked, if anything. */
  ofNews(id: string, where: string, chance: Chance): NewsFault | undefined {
    if (this.isOver || !chance.happens(NEWS_GONE_WRONG)) return undefined;
    const fault = chance.pick(NEWS_FAULTS);
    return this.hasFault(fault) && this.note(`${id} ${fault}`, fault, where) ? fault : undefined;
  }

  /** What happens to a process at an effect, if anything. */
  ofProcess(id: string, where: string, chance: Chance): Mortal | undefined {
    if (this.isOver) return undefined;
    this.#deviations?.enter({ id, where });
    const planned = this.#deviations?.crashesAt(id);
    if (planned !== undefined) return this.#noteCrashing(id, planned, where);
    if (!chance.happens(this.#rateAt(where, this.#climate.mortality))) return undefined;
    const enabled = MORTAL_FAULTS.filter((fault) => this.hasFault(fault));
    const [first, ...rest] = enabled;
    if (first === undefined) return undefined;
    const fault = chance.pick([first, ...rest]);
    return this.#noteCrashing(id, { fault, stage: chance.pick(STAGES) }, where);
  }

  /** How an effect arrives later than it would, where a run is to deviate by that. */
  holdOf(id: string, where: string): Hold | undefined {
    const hold = this.#deviations?.holdAt(id);
    if (hold === undefined) return undefined;
    const name = hold === 'swapped' ? hold : 'late';
    return this.note(`${id} ${name}`, name, where) ? hold : undefined;
  }

  /** Takes note of a fault, unless it is one that is not to happen. */
  note(name: string, fault: string, where: string): boolean {
    if (this.#only && !this.#only.has(name)) return false;
    this.happened.push(name);
    if (fault.startsWith('kill')) this.killed += 1;
    this.#coverage.hit(fault, where);
    return true;
  }

  #rateAt(where: string, rate: number): number {
    const { pivotal = 1 } = this.#climate;
    return PIVOTAL.test(where) ? Math.max(rate, Math.min(MOST_OFTEN, rate * pivotal)) : rate;
  }

  #noteCrashing(id: string, crashing: Mortal, where: string): Mortal | undefined {
    const { fault, stage } = crashing;
    return this.note(`${id} ${fault} ${stage}`, `${fault} ${stage}`, where) ? crashing : undefined;
  }

  #draw<F extends Fault>(
    id: string,
    where: string,
    chance: Chance,
    possible: readonly F[],
  ): F | undefined {
    if (this.isOver) return undefined;
    const planned = possible.find((fault) => this.#deviations?.hasFault(id, fault));
    if (planned !== undefined)
      return this.note(`${id} ${planned}`, planned, where) ? planned : undefined;
    if (!chance.happens(this.#rateAt(where, this.#climate.faultRate))) return undefined;
    const [first, ...rest] = possible.filter((fault) => this.hasFault(fault));
    if (first === undefined) return undefined;
    const fault = chance.pick([first, ...rest]);
    return this.note(`${id} ${fault}`, fault, where) ? fault : undefined;
  }
}
