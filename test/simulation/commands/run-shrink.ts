import type { Product } from '../product.js';
import { chainsNamed, planOf } from '../schedule/plan.js';
import { CutSchedule, type FullCut, wholeOf } from '../shrinking/cut.js';
import { shrink } from '../shrinking/shrink.js';
import { optionsFor } from './cut-in.js';
import type { Options } from './options.js';
import { isStrictSeed } from './run-seeds.js';
import { say } from './say.js';
import { Totals } from './totals.js';

/** The least of a seed that breaks the same as the whole; resolves with the exit code. */
export async function runShrink({ seed, chain }: Options, beside?: Product): Promise<number> {
  if (seed === undefined) throw new RangeError('--shrink is of one --seed');
  const plan = planOf(seed, chainsNamed(chain));
  const schedule = new CutSchedule(plan, { isStrict: isStrictSeed(seed), beside });
  const totals = new Totals();
  const run = async (cut: FullCut) => {
    const report = await schedule.run(cut);
    totals.add(report);
    return report.violations.map(({ invariant }) => invariant);
  };
  const whole = wholeOf(plan, (await schedule.faults()).length);
  const [invariant] = await run(whole);
  if (invariant === undefined) {
    say(`seed ${seed} breaks nothing`);
    return 0;
  }
  const left = await shrink(whole, async (cut) => (await run(cut)).includes(invariant));
  say(
    `${invariant}: ${left.faults.length} of ${whole.faults.length} faults, ` +
      `${left.work.length} of ${whole.work.length} calls, ` +
      `${left.processes} of ${whole.processes} processes, ${left.nodes} of ${whole.nodes} nodes`,
  );
  // A seed is another schedule among other chains.
  const among = chain === undefined ? '' : ` --chain ${chain}`;
  say(`npm run simulate -- --seed ${seed}${among} ${optionsFor(left)} --trace`);
  say(totals.line);
  return 1;
}
