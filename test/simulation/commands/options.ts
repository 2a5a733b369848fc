import { parseArgs } from 'node:util';

const OPTIONS = {
  /** How many, and the number of the first. */
  schedules: { type: 'string', default: '100' },
  first: { type: 'string', default: '1' },
  /** One alone. */
  seed: { type: 'string' },
  chain: { type: 'string' },
  /** The seeds of every change, with the violations that are known; all of them, or `every` so many. */
  fixed: { type: 'boolean', default: false },
  /** Every one and every two deviations: of each world so many runs, from the first on every so many. */
  systematic: { type: 'boolean', default: false },
  limit: { type: 'string', default: 'Infinity' },
  every: { type: 'string', default: '1' },
  /** Whether the two processes share one: `shared` or `apart`. */
  store: { type: 'string' },
  /** The one run that has these; `none` is the plain one. */
  deviations: { type: 'string' },
  /** Looks for the least of a seed that still breaks the same. */
  shrink: { type: 'boolean', default: false },
  /** What is left of a seed: faults and work by their numbers, or `none`; so many processes and nodes. */
  faults: { type: 'string' },
  work: { type: 'string' },
  processes: { type: 'string' },
  nodes: { type: 'string' },
  trace: { type: 'boolean', default: false },
  /** A file with an earlier trace, from which the first difference is shown. */
  against: { type: 'string' },
  coverage: { type: 'boolean', default: false },
  /** Fails where a fault met no such step. */
  floor: { type: 'boolean', default: false },
  times: { type: 'boolean', default: false },
} as const;

export function optionsIn(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS }).values;
}

export type Options = ReturnType<typeof optionsIn>;
