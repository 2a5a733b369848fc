import type { TransactionEvent } from '../../transactions/index.js';
import { CHAINS, type ChainName } from '../operate/names.js';
import type { Terminal } from '../terminal.js';
import type { SentTransaction } from './outcome.js';
import type { Reporter, StepResult } from './reporter.js';
import { type Style, styleFor } from './style.js';

const TITLES: Readonly<Record<ChainName, string>> = {
  xrpl: 'XRP Ledger',
  aptos: 'Aptos',
  stacks: 'Stacks',
};

/** Shows the demo to a person: with colours and times on a terminal, as plain text elsewhere. */
export function textReporter({ out, isShown }: Pick<Terminal, 'out' | 'isShown'>): Reporter {
  const style = styleFor(isShown);
  const detail = (line: string) => out(`  ${line}\n`);
  const paragraph = (...lines: readonly string[]) => out(`\n${lines.join('\n')}\n`);
  return {
    note: paragraph,
    chain: (name) => paragraph(style.heading(`== ${TITLES[name]} ==`)),
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

function linesOf({ ms, transactions, error }: StepResult, style: Style): readonly string[] {
  if (error) {
    const { custodyId } = error.transaction ?? {};
    const asked =
      custodyId === undefined
        ? 'the custody platform was not asked'
        : `the custody platform's id: ${custodyId}`;
    return [
      style.refused(`${error.name}: ${error.message}`, seconds(ms)),
      `${asked}, hash: none, nothing was sent`,
    ];
  }
  const [first] = transactions;
  if (first && transactions.length === 1) return [style.done(shown(first), seconds(ms))];
  const together = `one request to the custody platform, ${transactions.length} transactions:`;
  return [style.done(together, seconds(ms)), ...transactions.map((each) => `  ${shown(each)}`)];
}

function shown({ hash, outcome, place }: SentTransaction): string {
  return `${[outcome, place].filter(Boolean).join(' ')}, hash ${hash}`;
}

function tableOf(results: readonly StepResult[], ms: number): readonly string[] {
  const rows = CHAINS.flatMap((chain) => {
    const own = results.filter((result) => result.chain === chain);
    const took = own.reduce((sum, result) => sum + result.ms, 0);
    return own.length === 0 ? [] : [rowOf(TITLES[chain], own, took)];
  });
  return [...rows, rowOf('Together', results, ms)];
}

function rowOf(title: string, results: readonly StepResult[], ms: number): string {
  const confirmed = results.flatMap(({ transactions }) => transactions).length;
  const refused = results.filter(({ error }) => error).length;
  const cells = [`${results.length} steps`, `${confirmed} confirmed`, `${refused} refused`];
  return `${title.padEnd(10)}${cells.map((cell) => cell.padStart(14)).join('')}  ${seconds(ms)}`;
}

function nextAfter(results: readonly StepResult[]): readonly string[] {
  const chain = results[0]?.chain ?? 'xrpl';
  return [
    'What to type next:',
    `  npx custody-gateways serve ${chain} --sandbox   the same as an HTTP server`,
    `  npx custody-gateways ${chain} --help            each operation as a command`,
    `  npx custody-gateways doctor ${chain}            what your own workspace still lacks`,
  ];
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}
