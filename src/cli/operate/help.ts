import type { GatewayRoute } from '../../server/route.js';
import { type ChainCommands, partsOf } from './chains.js';
import type { OperationFlag } from './flags.js';
import { commandOf } from './names.js';
import { shown } from './request.js';

const EXIT_CODES = `Exit codes:
  0  done: a transaction is final, and succeeded
  1  failed, or not wanted: it had no effect, or failed on its chain
  2  a mistake in the command line or its variables: nothing was asked
  3  it waits, or may have had an effect: go on with resume, or repeat with the same --key (a cancel: with cancel)
`;

const CONNECTION = `  --env-file FILE   variables, as for serve; those of the process come before them
  --sandbox         on a sandbox of its own, with vault accounts 0 to 9 funded
  --json            one JSON document on standard output, for scripts
  -h, --help        shows this
`;

/** Flags of every operation. */
export const COMMON_FLAGS = {
  'env-file': { type: 'string' },
  sandbox: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Flags of the operations that wait for an outcome. */
export const WAIT_FLAG = { wait: { type: 'string' } } as const;

/** Flags of the operations that make a transaction. */
export const WRITE_FLAGS = { key: { type: 'string' }, preview: { type: 'boolean' } } as const;

/** `custody-gateways xrpl --help`. */
export function chainHelp({ chain, title, routes }: ChainCommands): string {
  const rows = routes.map((route) => [usageOf(chain, route), route.summary] as const);
  const about = [
    ...rows,
    [
      'export VAULT --day YYYY-MM-DD',
      'Its transactions of a day, as CSV: key, hash, fee, outcome.',
    ],
  ] as const;
  const width = Math.max(...about.map(([usage]) => usage.length));
  const lines = about.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}\n`);
  return `Usage: custody-gateways ${chain} <operation> [flags]

${title}. An operation's own flags: custody-gateways ${chain} <operation> --help

Operations:
${lines.join('')}
Flags of all:
${CONNECTION}
${EXIT_CODES}`;
}

function usageOf(chain: ChainCommands['chain'], route: GatewayRoute<never>): string {
  return [commandOf(chain, route), ...partsOf(route).map(shown)].join(' ');
}

/** `custody-gateways xrpl transfer --help`. */
export function operationHelp(
  chain: ChainCommands['chain'],
  route: GatewayRoute<never>,
  flags: readonly OperationFlag[],
): string {
  const names = new Set(flags.map(({ name }) => name));
  const isOpposite = (name: string) => name.startsWith('no-') && names.has(name.slice(3));
  const shownOnce = flags.filter(({ name }) => !isOpposite(name));
  const rows = shownOnce.map(({ name, takes, isRequired, description = '' }) => {
    const need = isRequired ? 'required' : '';
    const either = names.has(`no-${name}`) ? '[no-]' : '';
    return [
      `--${either}${name} ${takes}`.trimEnd(),
      [need, description].filter(Boolean).join('; '),
    ] as const;
  });
  const width = Math.min(36, Math.max(0, ...rows.map(([usage]) => usage.length)));
  const lines = rows.map(([usage, what]) => `  ${`${usage.padEnd(width)}  ${what}`.trimEnd()}\n`);
  const own = lines.length === 0 ? '' : `Flags:\n${lines.join('')}\n`;
  const about = [route.summary, route.description].filter((text) => text !== undefined);
  return `Usage: custody-gateways ${chain} ${usageOf(chain, route)} [flags]

${about.join('\n')}

${own}${route.kind === 'write' ? KEY : ''}${mayWait(route) ? WAIT : ''}${CONNECTION}
${EXIT_CODES}`;
}

const KEY = `  --key KEY         its idempotency key: the same key never makes a second transaction. Without one a key is
                    made and printed, the transaction is shown, and a terminal is asked for a yes
  --preview         shows what would be signed now, and asks nobody to sign
`;

const WAIT = `  --wait SECONDS    how long to wait for the outcome (default 300)
`;

/** Whether an operation waits for a transaction's outcome. */
export function mayWait({ kind, operation }: GatewayRoute<never>): boolean {
  return kind !== 'read' || operation === 'resume';
}
