import { parseArgs } from 'node:util';
import { runSchedule, type ScheduleReport } from './run-schedule.js';
import { Coverage } from './schedule/coverage.js';
import { planOf } from './schedule/plan.js';

/** Every so many schedules one has real signatures and is watched closely. */
const STRICT_EVERY = 20;

/** The command line; resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      schedules: { type: 'string', default: '100' },
      first: { type: 'string', default: '1' },
      seed: { type: 'string' },
      trace: { type: 'boolean', default: false },
      coverage: { type: 'boolean', default: false },
    },
  });
  const coverage = new Coverage();
  const totals = { schedules: 0, operations: 0, faults: 0, killed: 0, violations: 0 };
  const first = Number(values.first);
  const seeds =
    values.seed !== undefined
      ? [values.seed]
      : Array.from({ length: Number(values.schedules) }, (_, index) => `${first + index}`);
  for (const seed of seeds) {
    const isStrict = Number(seed) % STRICT_EVERY === 0;
    const report = await runSchedule(planOf(seed), {
      coverage,
      keepsLines: values.trace,
      isStrict,
    });
    totals.schedules += 1;
    totals.operations += report.operations;
    totals.faults += report.faults.length;
    totals.killed += report.killed;
    totals.violations += report.violations.length;
    if (values.trace) for (const line of report.lines) say(line);
    tell(report);
  }
  if (values.coverage) for (const [cell, hits] of coverage.cells) say(`${cell}: ${hits}`);
  say(
    `${totals.schedules} schedules, ${totals.operations} operations, ${totals.faults} faults, ` +
      `${totals.killed} processes killed, ${totals.violations} violations`,
  );
  return totals.violations === 0 ? 0 : 1;
}

function tell({ plan, hash, violations }: ScheduleReport): void {
  for (const { invariant, key = '', text } of violations) {
    say(`seed ${plan.seed} (${hash}) ${invariant}: ${key} ${text}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
