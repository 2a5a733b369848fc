import { runSchedule } from './run-schedule.js';
import { planOf } from './schedule/plan.js';

/** What is loaded to try a mutant: whether a schedule goes wrong, and how. */
export async function violationIn(seed: string, isStrict: boolean): Promise<string | undefined> {
  const { violations } = await runSchedule(planOf(seed), { isStrict });
  return violations[0]?.invariant;
}
