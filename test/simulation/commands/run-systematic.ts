import type { ScheduleReport } from '../run-schedule.js';
import { Coverage } from '../schedule/coverage.js';
import { deviationsNamed } from '../schedule/deviations.js';
import { chainsNamed } from '../schedule/plan.js';
import { commandOf, type Explored, explore, runDeviating } from '../systematic/explore.js';
import { storesNamed } from '../systematic/plain-plan.js';
import type { Options } from './options.js';
import { linesOf, say, tell } from './say.js';
import { Totals } from './totals.js';

/** Every deviation of each world, and every two; or those that are named. Resolves with the exit code. */
export async function runSystematic(options: Options): Promise<number> {
  const totals = new Totals();
  const coverage = new Coverage();
  const worlds = chainsNamed(options.chain).flatMap((chain) =>
    storesNamed(options.store).map((store) => ({ chain, store })),
  );
  const onReport = (name: string, report: ScheduleReport) => {
    totals.add(report);
    tell(name, report);
  };
  const { deviations, first, every, limit } = options;
  const slice = { first: Number(first), every: Number(every), limit: Number(limit) };
  for (const world of worlds) {
    if (deviations === undefined) await explore(world, { slice, coverage, say, onReport });
    else onReport(...(await runOne(world, deviations, options.trace)));
  }
  if (options.coverage) for (const [cell, hits] of coverage.cells) say(`${cell}: ${hits}`);
  say(totals.countedLine);
  say(totals.line);
  return totals.violations === 0 ? 0 : 1;
}

async function runOne(
  world: Explored,
  named: string,
  isTraced: boolean,
): Promise<[name: string, report: ScheduleReport]> {
  const planned = named === 'none' ? [] : deviationsNamed(named);
  const { report, deviations } = await runDeviating(world, planned, { keepsLines: isTraced });
  if (isTraced) {
    for (const line of linesOf(report)) say(line);
    deviations.effects.forEach(({ id }, index) => void say(`effect ${index + 1}: ${id}`));
  }
  return [commandOf(world, planned), report];
}
