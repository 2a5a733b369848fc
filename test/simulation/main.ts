import { parseArgs } from 'node:util';
import { EXPECTED, FIXED_SEEDS } from './expected.js';
import { type Tally, tally } from './oracle/judge.js';
import { runSchedule, type ScheduleReport } from './run-schedule.js';
import { Coverage } from './schedule/coverage.js';
import { CHAINS, type ChainName, planOf } from './schedule/plan.js';

/** Every so many schedules one has real signatures and is watched closely. */
const STRICT_EVERY = 20;

/** What a run counts. */
class Totals {
  schedules = 0;
  operations = 0;
  faults = 0;
  killed = 0;
  violations = 0;
  readonly #counted: Tally[] = [];

  add({ operations, faults, killed, violations, evidence }: ScheduleReport): void {
    this.#counted.push(tally(evidence));
    this.schedules += 1;
    this.operations += operations;
    this.faults += faults.length;
    this.killed += killed;
    this.violations += violations.length;
  }

  /** What is allowed, and counted (docs/reliability.md). */
  get countedLine(): string {
    const sum = (name: keyof Tally) =>
      this.#counted.reduce((total, counted) => total + counted[name], 0);
    return (
      `counted: ${sum('signedAnew')} signed anew and ${sum('doubles')} paid twice by a journal that forgot, ` +
      `${sum('outOfSight')} answers out of the custody's sight, ${sum('forgotten')} forgotten`
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

const OPTIONS = {
  /** How many, and the number of the first. */
  schedules: { type: 'string', default: '100' },
  first: { type: 'string', default: '1' },
  /** One alone. */
  seed: { type: 'string' },
  chain: { type: 'string' },
  /** The seeds of every test run, with the violations that are known. */
  fixed: { type: 'boolean', default: false },
  trace: { type: 'boolean', default: false },
  coverage: { type: 'boolean', default: false },
  times: { type: 'boolean', default: false },
} as const;

/** The command line; resolves with the exit code. */
export async function main(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.fixed) return runFixed();
  const chains = CHAINS.filter((chain) => values.chain === undefined || values.chain === chain);
  const coverage = new Coverage();
  const totals = new Totals();
  const first = Number(values.first);
  const numbers = Array.from({ length: Number(values.schedules) }, (_, index) => first + index);
  for (const seed of values.seed === undefined ? numbers.map(String) : [values.seed]) {
    const begunAt = process.cpuUsage().user;
    const isStrict = Number(seed) % STRICT_EVERY === 0;
    const options = { coverage, keepsLines: values.trace, isStrict };
    const report = await runSchedule(planOf(seed, chains), options);
    totals.add(report);
    if (values.trace) tellAll(report);
    if (values.times) {
      const ms = Math.round((process.cpuUsage().user - begunAt) / 1_000);
      const { operations, effects, hash } = report;
      say(`seed ${seed} (${hash}): ${ms} ms, ${operations} operations, ${effects} effects`);
    }
    tell(report);
  }
  if (values.coverage) for (const [cell, hits] of coverage.cells) say(`${cell}: ${hits}`);
  say(totals.countedLine);
  say(totals.line);
  return totals.violations === 0 ? 0 : 1;
}

/** The fixed seeds: what is expected must happen, and nothing else. The first is run once more at the end. */
async function runFixed(): Promise<number> {
  const totals = new Totals();
  const surprises: string[] = [];
  const others = CHAINS.flatMap((chain) => FIXED_SEEDS.map((seed) => ({ chain, seed })));
  const news = others.filter(({ chain, seed }) => !isExpected(chain, seed));
  const hashes = new Map<string, string>();
  for (const { chain, seed } of [...news, ...EXPECTED, ...news.slice(0, 1)]) {
    const report = await runSchedule(planOf(seed, [chain]), { isStrict: seed === '2' });
    totals.add(report);
    say(`${chain} ${seed}: ${report.hash}`);
    const name = `${chain} ${seed}`;
    if ((hashes.get(name) ?? report.hash) !== report.hash) surprises.push(`${name} runs otherwise`);
    hashes.set(name, report.hash);
    surprises.push(...surprisesOf(chain, report));
  }
  for (const surprise of surprises) say(surprise);
  say(totals.countedLine);
  say(totals.line);
  return surprises.length === 0 ? 0 : 1;
}

function isExpected(chain: ChainName, seed: string): boolean {
  return EXPECTED.some((breach) => breach.chain === chain && breach.seed === seed);
}

function surprisesOf(chain: ChainName, { plan, violations }: ScheduleReport): readonly string[] {
  const { seed } = plan;
  const found = new Set(violations.map(({ invariant }) => invariant));
  const known = EXPECTED.find((breach) => breach.chain === chain && breach.seed === seed);
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

function tellAll({ plan, lines, faults, evidence }: ScheduleReport): void {
  say(JSON.stringify(plan));
  for (const line of lines) say(line);
  for (const fault of faults) say(`fault: ${fault}`);
  for (const { digests, ...request } of evidence.custody) say(`asked: ${JSON.stringify(request)}`);
  for (const { idempotencyKey, outcomes } of evidence.keys) {
    for (const outcome of outcomes) say(`told: ${idempotencyKey} ${JSON.stringify(outcome)}`);
  }
  for (const { applied } of Object.values(evidence.ledgers)) {
    for (const { at, hash, result } of applied) say(`applied: ${at / 1_000} ${hash} ${result}`);
  }
}

function tell({ plan, hash, violations }: ScheduleReport): void {
  for (const { invariant, key = '', text } of violations) {
    say(`seed ${plan.seed} (${hash}) ${invariant}: ${key} ${text}`);
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
