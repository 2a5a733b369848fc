import { readFileSync } from 'node:fs';
import { breachOf } from '../expected.js';
import type { Product } from '../product.js';
import type { ScheduleReport } from '../run-schedule.js';
import { Coverage } from '../schedule/coverage.js';
import { floorOf } from '../schedule/floor.js';
import { chainsNamed, planOf } from '../schedule/plan.js';
import { firstDifference } from '../schedule/trace.js';
import { CutSchedule } from '../shrinking/cut.js';
import { cutIn } from './cut-in.js';
import type { Options } from './options.js';
import { linesOf, say, tell } from './say.js';
import { Totals } from './totals.js';

/** Every so many schedules one has real signatures and is watched closely. */
const STRICT_EVERY = 20;

export function isStrictSeed(seed: string): boolean {
  return Number(seed) % STRICT_EVERY === 0;
}

/** Seeds, or one of them; resolves with the exit code. */
export async function runSeeds(options: Options, beside?: Product): Promise<number> {
  const chains = chainsNamed(options.chain);
  const coverage = new Coverage();
  const totals = new Totals();
  const first = Number(options.first);
  const numbers = Array.from({ length: Number(options.schedules) }, (_, index) => first + index);
  let differs = false;
  let isSurprised = false;
  for (const seed of options.seed === undefined ? numbers.map(String) : [options.seed]) {
    const begunAt = process.cpuUsage().user;
    const keepsLines = options.trace || options.against !== undefined;
    const how = { coverage, keepsLines, isStrict: isStrictSeed(seed), beside };
    const report = await new CutSchedule(planOf(seed, chains), how).run(cutIn(options));
    totals.add(report);
    isSurprised = hasNews(report) || isSurprised;
    if (options.trace) for (const line of linesOf(report)) say(line);
    if (options.against !== undefined) differs = differsFrom(options.against, report) || differs;
    if (options.times) {
      const ms = Math.round((process.cpuUsage().user - begunAt) / 1_000);
      const { operations, effects, hash } = report;
      say(`seed ${seed} (${hash}): ${ms} ms, ${operations} operations, ${effects} effects`);
    }
    tell(`seed ${seed}`, report);
  }
  if (options.coverage) for (const [cell, hits] of coverage.cells) say(`${cell}: ${hits}`);
  const isBelow = options.floor && saysBelow(coverage);
  if (beside) say(`${totals.ofOtherVersion} processes ran the other version`);
  // One schedule may have none of them.
  const isUnmixed = beside && options.seed === undefined && totals.ofOtherVersion === 0;
  return totals.told(!isSurprised && !differs && !isBelow && !isUnmixed);
}

/** Whether anything is broken that is not known to be. */
function hasNews({ plan: { chain, seed }, violations }: ScheduleReport): boolean {
  const known = new Set(breachOf(chain, seed)?.invariants);
  return violations.some(({ invariant }) => !known.has(invariant));
}

/** Says which faults met no such step; whether there are any. */
function saysBelow(coverage: Coverage): boolean {
  const { wanted, unhit } = floorOf(coverage.cells);
  for (const cell of unhit) say(`never hit: ${cell}`);
  say(`${wanted - unhit.length} of ${wanted} cells were hit`);
  return unhit.length > 0;
}

/** Shows the first step that is not as in a trace that was kept. */
function differsFrom(file: string, report: ScheduleReport): boolean {
  const lines = linesOf(report);
  const kept = readFileSync(file, 'utf8').split('\n');
  // What follows in the file is not of the trace.
  const difference = firstDifference(kept.slice(0, lines.length), lines);
  say(difference ?? `the same as ${file}`);
  return difference !== undefined;
}
