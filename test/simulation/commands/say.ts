import type { ScheduleReport } from '../run-schedule.js';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Everything that happened in a schedule, and the numbers of its faults. */
export function linesOf({ plan, lines, faults, evidence }: ScheduleReport): readonly string[] {
  return [
    JSON.stringify(plan),
    ...lines,
    ...faults.map((fault, index) => `fault ${index + 1}: ${fault}`),
    ...evidence.custody.map(({ digests, ...request }) => `asked: ${JSON.stringify(request)}`),
    ...evidence.keys.flatMap(({ idempotencyKey, outcomes }) =>
      outcomes.map((outcome) => `told: ${idempotencyKey} ${JSON.stringify(outcome)}`),
    ),
    ...Object.values(evidence.ledgers).flatMap(({ applied }) =>
      applied.map(({ at, hash, result }) => `applied: ${at / 1_000} ${hash} ${result}`),
    ),
  ];
}

/** What a schedule broke. */
export function tell(name: string, { hash, violations }: ScheduleReport): void {
  for (const { invariant, key = '', text } of violations) {
    say(`${name} (${hash}) ${invariant}: ${key} ${text}`);
  }
}
