import { breachOf } from '../expected.js';
import { type Tally, tally } from '../oracle/judge.js';
import type { ScheduleReport } from '../run-schedule.js';
import { say } from './say.js';

/** What a run counts. */
export class Totals {
  schedules = 0;
  operations = 0;
  faults = 0;
  killed = 0;
  violations = 0;
  ofOtherVersion = 0;
  /** Those that have to be seen where liars agree. */
  #expected = 0;
  readonly #counted: Tally[] = [];

  add({ plan, operations, faults, killed, violations, ...more }: ScheduleReport): void {
    const known = new Set(breachOf(plan.chain, plan.seed)?.invariants);
    const expected = violations.filter(({ invariant }) => known.has(invariant)).length;
    this.#counted.push(tally(more.evidence));
    this.schedules += 1;
    this.operations += operations;
    this.faults += faults.length;
    this.killed += killed;
    this.ofOtherVersion += more.ofOtherVersion;
    this.violations += violations.length - expected;
    this.#expected += expected;
  }

  /** Says what was counted, and gives the exit code. Where no schedule ran, nothing is shown by there being no violation. */
  told(isFine: boolean): 0 | 1 {
    say(this.#countedLine);
    say(this.line);
    return isFine && this.schedules > 0 ? 0 : 1;
  }

  /** What is allowed, and counted (docs/reliability.md). */
  get #countedLine(): string {
    const sum = (name: keyof Tally) =>
      this.#counted.reduce((total, counted) => total + counted[name], 0);
    return (
      `counted: ${sum('signedAnew')} signed anew and ${sum('doubles')} paid twice by a journal that forgot, ` +
      `${sum('outOfSight')} answers out of the custody's sight, ${sum('forgotten')} forgotten, ` +
      `${sum('reworded')} ends of what was never signed in other words, ${this.#expected} expected violations`
    );
  }

  get line(): string {
    const { schedules, operations, faults, killed, violations } = this;
    return (
      `${schedules} schedules, ${operations} operations, ${faults} faults, ` +
      `${killed} processes killed, ${violations} violations`
    );
  }
}
