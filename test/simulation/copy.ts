import { runSchedule } from './run-schedule.js';
import { chainsNamed, planOf } from './schedule/plan.js';

/** What is loaded twice: tells the hash of a schedule's trace. */
export async function hashOf(chain: string, seed: string): Promise<string> {
  const { hash } = await runSchedule(planOf(seed, chainsNamed(chain)));
  return hash;
}
