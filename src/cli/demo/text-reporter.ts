import type { GatewayError } from '../../core/errors.js';
import type { TransactionEvent } from '../../transactions/index.js';
import type { Terminal } from '../terminal.js';
import type { SentTransaction } from './outcome.js';
import { countsOf, PARTS, type Part, type Reporter, type StepResult } from './reporter.js';
import { type Style, styleFor } from './style.js';

const TITLES: Readonly<Record<Part, string>> = {
  xrpl: 'XRP Ledger',
  aptos: 'Aptos',
  stacks: 'Stacks',
  provider: 'Providers',
};

const NEXT_OF_PROVIDERS = [
  'What to type next:',
  '  npx custody-gateways sandbox                          a provider of each version, to be called',
  '  npx custody-gateways serve provider-proxy --sandbox   signs the requests that it passes on',
] as const;

/** Shows the demo to a person: with colours and times on a terminal, as plain text elsewhere. */
export function textReporter({ out, isShown }: Pick<Terminal, 'out' | 'isShown'>): Reporter {
  const style = styleFor(isShown);
  const detail = (line: string) => out(`  ${line}\n`);
  const paragraph = (...lines: readonly string[]) => out(`\n${lines.join('\n')}\n`);
  return {
    note: paragraph,
    part: (name) => paragraph(style.heading(`== ${TITLES[name]} ==`)),
    step: (what) => paragraph(style.title(what)),
    detail: (line) => detail(style.aside(line)),
    event: (event) => {
      const line = progressOf(event);
      if (line !== undefined) detail(style.aside(line));
    },
    result: (result) => {
      for (const line of linesOf(result, style)) detail(line);
    },
    end: (results, ms) => {
      paragraph(...tableOf(results, ms));
      paragraph(...nextAfter(results));
    },
  };
}

function progressOf(event: TransactionEvent): string | undefined {
  switch (event.type) {
    case 'prepared':
      return event.summary && `to be signed: ${event.summary}`;
    case 'custody-status':
      return event.status === 'PENDING_AUTHORIZATION'
        ? 'the custody platform waits for an approval ...'
        : undefined;
    case 'signed':
      return 'signed by the custody platform, verified here';
    default:
      return undefined;
  }
}

function linesOf({ ms, part, end }: StepResult, style: Style): readonly string[] {
  const took = seconds(ms);
  switch (end.kind) {
    case 'answered':
      return [style.done(`answered: ${end.answer}`, took)];
    case 'refused': {
      const refusal = style.refused(`${end.error.name}: ${end.error.message}`, took);
      return part === 'provider' ? [refusal] : [refusal, asked(end.error)];
    }
    case 'confirmed': {
      const [first, ...others] = end.transactions.map(shown);
      if (first === undefined) return [];
      if (others.length === 0) return [style.done(first, took)];
      const together = `one request to the custody platform, ${end.transactions.length} transactions:`;
      return [style.done(together, took), ...[first, ...others].map((each) => `  ${each}`)];
    }
  }
}

function asked({ transaction }: GatewayError): string {
  const { custodyId } = transaction ?? {};
  const custody =
    custodyId === undefined
      ? 'the custody platform was not asked'
      : `the custody platform's id: ${custodyId}`;
  return `${custody}, hash: none, nothing was sent`;
}

function shown({ hash, outcome, place }: SentTransaction): string {
  return `${[outcome, place].filter(Boolean).join(' ')}, hash ${hash}`;
}

function tableOf(results: readonly StepResult[], ms: number): readonly string[] {
  const rows = PARTS.flatMap((part) => {
    const own = results.filter((result) => result.part === part);
    const took = own.reduce((sum, result) => sum + result.ms, 0);
    return own.length === 0 ? [] : [rowOf(part, own, took)];
  });
  return rows.length === 1 ? rows : [...rows, rowOf('together', results, ms)];
}

function rowOf(row: Part | 'together', results: readonly StepResult[], ms: number): string {
  const { confirmed, answered, refused } = countsOf(results);
  const done = row === 'provider' ? `${answered} answered` : `${confirmed} confirmed`;
  const cells = [`${results.length} steps`, done, `${refused} refused`];
  const title = row === 'together' ? 'Together' : TITLES[row];
  return `${title.padEnd(10)}${cells.map((cell) => cell.padStart(14)).join('')}  ${seconds(ms)}`;
}

function nextAfter(results: readonly StepResult[]): readonly string[] {
  const part = results[0]?.part ?? 'xrpl';
  if (part === 'provider') return NEXT_OF_PROVIDERS;
  return [
    'What to type next:',
    `  npx custody-gateways serve ${part} --sandbox   the same as an HTTP server`,
    `  npx custody-gateways ${part} --help            each operation as a command`,
    `  npx custody-gateways doctor ${part}            what your own workspace still lacks`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
