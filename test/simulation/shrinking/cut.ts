import { type RunOptions, runSchedule, type ScheduleReport } from '../run-schedule.js';
import type { Plan } from '../schedule/plan.js';

/** What is left of a schedule that is made smaller; what isn't said stays whole. */
export interface Cut {
  /** By their numbers among those that happen in the whole, from 1. */
  readonly faults?: readonly number[] | undefined;
  /** By their numbers in the plan, from 1. */
  readonly work?: readonly number[] | undefined;
  readonly processes?: number | undefined;
  readonly nodes?: number | undefined;
}

/** A cut that says everything. */
export type FullCut = { readonly [Part in keyof Cut]-?: NonNullable<Cut[Part]> };

/** Runs parts of a schedule. */
export class CutSchedule {
  readonly #plan: Plan;
  readonly #options: RunOptions;
  #names: readonly string[] | undefined;

  constructor(plan: Plan, options: RunOptions) {
    this.#plan = plan;
    this.#options = options;
  }

  async run(cut: Cut): Promise<ScheduleReport> {
    const { faults } = cut;
    const plan = planOfCut(this.#plan, cut);
    if (faults === undefined) return runSchedule(plan, this.#options);
    const names = await this.faults();
    const onlyFaults = new Set(faults.map((number) => names[number - 1] ?? ''));
    return runSchedule(plan, { ...this.#options, onlyFaults });
  }

  /** What happens in the whole. */
  async faults(): Promise<readonly string[]> {
    const { isStrict = false, beside } = this.#options;
    this.#names ??= (await runSchedule(this.#plan, { isStrict, beside })).faults;
    return this.#names;
  }
}

function planOfCut(
  plan: Plan,
  { work, processes = plan.processes, nodes = plan.nodes }: Cut,
): Plan {
  const kept = plan.work.filter((_, index) => work?.includes(index + 1) ?? true);
  const moved = kept.map((one) => ({ ...one, process: one.process % processes }));
  return { ...plan, processes, nodes, work: moved };
}

/** All of a schedule in which so many faults happen. */
export function wholeOf({ work, processes, nodes }: Plan, faults: number): FullCut {
  return { faults: numbersTo(faults), work: numbersTo(work.length), processes, nodes };
}

function numbersTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_, index) => index + 1);
}
