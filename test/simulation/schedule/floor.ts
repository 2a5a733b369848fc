import { MORTAL_FAULTS, REQUEST_FAULTS, STAGES, STORE_FAULTS } from '../network/faults.js';

/** Which step of a transaction's life an effect is of. */
type Step =
  | 'find'
  | 'create'
  | 'await'
  | 'give-up'
  | 'read'
  | 'submit'
  | 'look-up'
  | 'lane'
  | 'journal'
  | 'world';

const STEPS: readonly (readonly [RegExp, Step])[] = [
  [/^world$/, 'world'],
  [/^store .* lanes$/, 'lane'],
  [/^store /, 'journal'],
  [/^custody create$/, 'create'],
  [/^custody read$/, 'await'],
  [/^custody cancel$/, 'give-up'],
  [/^custody /, 'find'],
  [/submit$|post transactions$/, 'submit'],
  [
    /xrpl (?:tx|account_tx|ledger_entry)|transactions\/(?:by|wait)|stacks (?:extended|addresses)/,
    'look-up',
  ],
];

const MODES = [
  ['xrpl', ['serial', 'pipeline', 'tickets']],
  ['aptos', ['serial', 'pipeline']],
  ['stacks', ['serial', 'pipeline']],
] as const;

const OF_REQUESTS = REQUEST_FAULTS.filter((fault) => fault !== 'retry-refused');
const OF_PROCESSES = MORTAL_FAULTS.flatMap((fault) => STAGES.map((stage) => `${fault} ${stage}`));
const OF_THE_WORLD = [
  ...['node-lags', 'node-forgets', 'mempool-forgets', 'store-restored'],
  ...['clock-skewed', 'clock-set', 'signature-wins', 'number-taken'],
];

/**
 * What has to have happened in a large run: in each mode of each chain every fault at every step, but for
 * what is seldom. Killing and freezing, and all that befalls a cancellation, is counted by chain alone.
 */
function wanted(): readonly string[] {
  return MODES.flatMap(([chain, modes]) => [
    ...cells(
      chain,
      ['find', 'create', 'await', 'give-up', 'read', 'submit', 'look-up'],
      OF_PROCESSES,
    ),
    ...cells(chain, ['lane', 'journal'], OF_PROCESSES),
    ...cells(chain, ['give-up'], OF_REQUESTS),
    ...modes.flatMap((mode) => [
      ...cells(
        `${chain} ${mode}`,
        ['find', 'create', 'await', 'read', 'submit', 'look-up'],
        OF_REQUESTS,
      ),
      ...cells(`${chain} ${mode}`, ['create'], ['retry-refused', 'custody-lags']),
      ...cells(`${chain} ${mode}`, ['lane', 'journal'], STORE_FAULTS),
      ...cells(`${chain} ${mode}`, ['world'], OF_THE_WORLD),
    ]),
  ]);
}

function cells(where: string, steps: readonly Step[], faults: readonly string[]) {
  return steps.flatMap((step) => faults.map((fault) => `${where} | ${fault} | ${step}`));
}

/** The cells of a coverage, each under the step that it is of. */
function stepsIn(covered: readonly (readonly [cell: string, hits: number])[]): ReadonlySet<string> {
  return new Set(
    covered.flatMap(([cell]) => {
      const [world = '', fault = '', where = ''] = cell.split(' | ');
      const [chain, mode] = world.split(' ');
      const step = STEPS.find(([pattern]) => pattern.test(where))?.[1] ?? 'read';
      return [`${chain} | ${fault} | ${step}`, `${chain} ${mode} | ${fault} | ${step}`];
    }),
  );
}

/** What a large run should have met, and how much of it these cells lack. */
export function floorOf(covered: readonly (readonly [cell: string, hits: number])[]): {
  readonly wanted: number;
  readonly unhit: readonly string[];
} {
  const [hit, all] = [stepsIn(covered), wanted()];
  return { wanted: all.length, unhit: all.filter((cell) => !hit.has(cell)) };
}
