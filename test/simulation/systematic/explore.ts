import { type RunOptions, runSchedule, type ScheduleReport } from '../run-schedule.js';
import type { Coverage } from '../schedule/coverage.js';
import { type Deviation, Deviations, nameOf } from '../schedule/deviations.js';
import type { ChainName } from '../schedule/plan.js';
import { plainPlan, type StoreName } from './plain-plan.js';
import { deviationsIn, secondsOf } from './space.js';

/** Which of the runs of a world are made: from the first on every so many, and at most so many. */
export interface Slice {
  readonly first: number;
  readonly every: number;
  readonly limit: number;
}

/** A world whose schedule is tried with every one and every two deviations. */
export interface Explored {
  readonly chain: ChainName;
  readonly store: StoreName;
}

export interface ExploreOptions {
  readonly slice: Slice;
  readonly coverage: Coverage;
  readonly say: (line: string) => void;
  /** Told of each run of the slice, with the command line that repeats it. */
  readonly onReport: (name: string, report: ScheduleReport) => void;
}

/** The plain schedule, or one with deviations; where its effects went, too. */
export async function runDeviating(
  { chain, store }: Explored,
  planned: readonly Deviation[],
  options: Pick<RunOptions, 'coverage' | 'keepsLines'>,
): Promise<{ readonly report: ScheduleReport; readonly deviations: Deviations }> {
  const deviations = new Deviations(planned);
  const report = await runSchedule(plainPlan(chain, store), { ...options, deviations });
  return { report, deviations };
}

export function commandOf({ chain, store }: Explored, planned: readonly Deviation[]): string {
  const plain = `--systematic --chain ${chain} --store ${store}`;
  return `${plain} --deviations ${planned.length === 0 ? 'none' : nameOf(planned)}`;
}

/**
 * Numbers the runs: first the plain one, then those with one deviation, then those with two. Which second
 * ones there are is seen in a run that has the first, such as the tries that come after what was lost; so
 * those with one are run whatever the slice.
 */
export async function explore(
  world: Explored,
  { slice, coverage, say, onReport }: ExploreOptions,
): Promise<void> {
  let number = 0;
  let made = 0;
  const isWanted = () => {
    number += 1;
    const isIn = number >= slice.first && (number - slice.first) % slice.every === 0;
    if (!isIn || made >= slice.limit) return false;
    made += 1;
    return true;
  };
  const run = async (planned: readonly Deviation[], isTold: boolean) => {
    const { report, deviations } = await runDeviating(world, planned, { coverage });
    if (isTold) onReport(commandOf(world, planned), report);
    return deviations.effects.map(({ where }) => where);
  };

  const effects = await run([], isWanted());
  const singles = deviationsIn(effects);
  const seconds: (readonly Deviation[])[] = [];
  for (const single of singles) {
    seconds.push(secondsOf(single, await run([single], isWanted())));
  }
  const pairs = seconds.reduce((total, { length }) => total + length, 0);
  say(
    `${world.chain} ${world.store}: ${effects.length} effects, ${singles.length} deviations, ` +
      `${1 + singles.length + pairs} runs`,
  );
  for (const [index, single] of singles.entries()) {
    for (const second of seconds[index] ?? []) {
      if (isWanted()) await run([single, second], true);
    }
  }
}
