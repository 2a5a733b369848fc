import { breachOf, EXPECTED, FIXED_SEEDS } from '../expected.js';
import { runSchedule, type ScheduleReport } from '../run-schedule.js';
import { CHAINS, type ChainName, planOf } from '../schedule/plan.js';
import { firstDifference } from '../schedule/trace.js';
import type { Options } from './options.js';
import { say } from './say.js';
import { Totals } from './totals.js';

/**
 * The fixed seeds: what is expected must happen, and nothing else. The first is run once more at the end. With
 * `every: 3` each seed runs on one of the three chains.
 */
export async function runFixed({ every }: Pick<Options, 'every'>): Promise<number> {
  const totals = new Totals();
  const surprises: string[] = [];
  const others = CHAINS.flatMap((chain, at) =>
    FIXED_SEEDS.filter((_, index) => (index + at) % Number(every) === 0).map((seed) => ({
      chain,
      seed,
    })),
  );
  if (others.length === 0)
    throw new RangeError(`of every ${every} none of the fixed seeds is taken`);
  const news = others.filter(({ chain, seed }) => breachOf(chain, seed) === undefined);
  const [again] = news;
  let before: readonly string[] | undefined;
  for (const { chain, seed } of [...news, ...EXPECTED, ...news.slice(0, 1)]) {
    const keepsLines = chain === again?.chain && seed === again.seed;
    const report = await runSchedule(planOf(seed, [chain]), { isStrict: seed === '2', keepsLines });
    totals.add(report);
    say(`${chain} ${seed}: ${report.hash}`);
    surprises.push(...surprisesOf(chain, report));
    if (!keepsLines) continue;
    const difference = firstDifference(before ?? report.lines, report.lines);
    if (difference !== undefined) surprises.push(`${chain} ${seed} runs otherwise: ${difference}`);
    before = report.lines;
  }
  for (const surprise of surprises) say(surprise);
  return totals.told(surprises.length === 0);
}

function surprisesOf(chain: ChainName, { plan, violations }: ScheduleReport): readonly string[] {
  const { seed } = plan;
  const found = new Set(violations.map(({ invariant }) => invariant));
  const known = breachOf(chain, seed);
  const expected = new Set(known?.invariants);
  const news = violations.filter(({ invariant }) => !expected.has(invariant));
  const gone = [...expected].filter((invariant) => !found.has(invariant));
  return [
    ...news.map(
      ({ invariant, key, text }) => `${chain} ${seed} ${invariant}: ${key ?? ''} ${text}`,
    ),
    ...gone.map((invariant) => `${chain} ${seed} no longer shows ${invariant}: ${known?.why}`),
  ];
}
