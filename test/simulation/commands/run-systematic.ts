import { runSchedule, type ScheduleReport } from '../run-schedule.js';
import { Coverage } from '../schedule/coverage.js';
import { type Deviation, Deviations, deviationsNamed, nameOf } from '../schedule/deviations.js';
import { type ChainName, chainsNamed } from '../schedule/plan.js';
import { explore } from '../systematic/explore.js';
import { plainPlan, type StoreName, storesNamed } from '../systematic/plain-plan.js';
import type { Options } from './options.js';
import { linesOf, say, tell } from './say.js';
import { Totals } from './totals.js';

/** A schedule that is tried with deviations. */
interface World {
  readonly chain: ChainName;
  readonly store: StoreName;
}

/** Every deviation of each world, and every two; or those that are named. Resolves with the exit code. */
export async function runSystematic(options: Options): Promise<number> {
  const { first, every, limit, deviations } = options;
  const slice = { first: Number(first), every: Number(every), limit: Number(limit) };
  const totals = new Totals();
  const coverage = new Coverage();
  const add = (world: World, planned: readonly Deviation[], report: ScheduleReport) => {
    totals.add(report);
    tell(optionsOf(world, planned), report);
  };
  const worlds = chainsNamed(options.chain).flatMap((chain) =>
    storesNamed(options.store).map((store) => ({ chain, store })),
  );
  for (const world of worlds) {
    if (deviations !== undefined) {
      const planned = deviations === 'none' ? [] : deviationsNamed(deviations);
      add(world, planned, await runOne(world, planned, options.trace));
      continue;
    }
    await explore({
      slice,
      run: async (planned) => {
        const numbered = new Deviations(planned);
        const how = { coverage, deviations: numbered };
        const report = await runSchedule(plainPlan(world.chain, world.store), how);
        return { report, wheres: numbered.effects.map(({ where }) => where) };
      },
      onExtent: ({ effects, deviations, runs }) =>
        say(
          `${world.chain} ${world.store}: ${effects} effects, ${deviations} deviations, ${runs} runs`,
        ),
      onReport: (planned, report) => add(world, planned, report),
    });
  }
  if (options.coverage) for (const [cell, hits] of coverage.cells) say(`${cell}: ${hits}`);
  return totals.told(totals.violations === 0);
}

async function runOne(
  { chain, store }: World,
  planned: readonly Deviation[],
  isTraced: boolean,
): Promise<ScheduleReport> {
  const deviations = new Deviations(planned);
  const report = await runSchedule(plainPlan(chain, store), { keepsLines: isTraced, deviations });
  if (isTraced) {
    for (const line of linesOf(report)) say(line);
    deviations.effects.forEach(({ id }, index) => void say(`effect ${index + 1}: ${id}`));
  }
  return report;
}

/** What repeats a run. */
function optionsOf({ chain, store }: World, planned: readonly Deviation[]): string {
  const deviations = planned.length === 0 ? 'none' : nameOf(planned);
  return `--systematic --chain ${chain} --store ${store} --deviations ${deviations}`;
}
