import { Weather } from './network/weather.js';
import type { Evidence } from './oracle/evidence.js';
import { judge, type Violation } from './oracle/judge.js';
import { Quiescence } from './process/quiescence.js';
import type { Product } from './product.js';
import { Coverage } from './schedule/coverage.js';
import type { Deviations } from './schedule/deviations.js';
import type { Plan } from './schedule/plan.js';
import { Scheduler } from './schedule/scheduler.js';
import { useStubSignatures } from './seams/mode.js';
import { ScheduleRun } from './work/schedule-run.js';
import { SimulatedWorld } from './world/simulated-world.js';

export interface RunOptions {
  readonly coverage?: Coverage;
  readonly keepsLines?: boolean;
  /** Real signatures, and a check that nothing but promises is used. */
  readonly isStrict?: boolean;
  /** Where only these faults are to happen. */
  readonly onlyFaults?: ReadonlySet<string> | undefined;
  /** What is otherwise at some of the effects, and where their numbers are found. */
  readonly deviations?: Deviations | undefined;
  /** Another version of the package, which some of the processes run. */
  readonly beside?: Product | undefined;
}

/** What became of a schedule. */
export interface ScheduleReport {
  readonly plan: Plan;
  readonly hash: string;
  readonly lines: readonly string[];
  readonly operations: number;
  readonly effects: number;
  readonly faults: readonly string[];
  readonly killed: number;
  /** How many processes ran another version of the package. */
  readonly ofOtherVersion: number;
  readonly evidence: Evidence;
  readonly violations: readonly Violation[];
}

/** One schedule, from the first call to the last answer a month later. */
export async function runSchedule(plan: Plan, options: RunOptions = {}): Promise<ScheduleReport> {
  const {
    coverage = new Coverage(),
    keepsLines = false,
    isStrict = false,
    onlyFaults,
    deviations,
    beside,
  } = options;
  useStubSignatures(!isStrict);
  coverage.enter(
    `${plan.chain} ${plan.mode} ${plan.sharesStore ? 'shared' : 'apart'} ${plan.signer}`,
  );
  const quiescence = new Quiescence();
  const scheduler = new Scheduler({ keepsLines, quiescence: quiescence.reach });
  const weather = new Weather(plan.climate, coverage, onlyFaults, deviations);
  const world = await SimulatedWorld.create(plan, scheduler, weather, beside);
  const run = new ScheduleRun(plan, scheduler, weather, world);
  const onRejection = (reason: unknown) => run.defects.push(`an unhandled rejection: ${reason}`);
  process.on('unhandledRejection', onRejection);
  if (isStrict) quiescence.watch();
  try {
    await run.toTheEnd();
  } finally {
    quiescence.unwatch();
    process.off('unhandledRejection', onRejection);
  }
  for (const [type, count] of quiescence.resources) {
    run.defects.push(`${count} resources of the kind ${type} were used`);
  }
  const { evidence } = run;
  return {
    plan,
    hash: scheduler.trace.hash,
    lines: scheduler.trace.lines,
    operations: run.calls.made,
    effects: scheduler.effects,
    faults: weather.happened,
    killed: weather.killed,
    ofOtherVersion: world.ofOtherVersion,
    evidence,
    violations: judge(evidence),
  };
}
