import type { TransactionEvent } from '../../transactions/index.js';
import type { Terminal } from '../terminal.js';
import type { SentTransaction } from './outcome.js';
import type { Reporter, StepResult } from './reporter.js';

/** Shows the demo to a person. */
export function textReporter({ out }: Pick<Terminal, 'out'>): Reporter {
  const note = (...lines: readonly string[]) => out(`\n${lines.join('\n')}\n`);
  const detail = (line: string) => out(`  ${line}\n`);
  return {
    note,
    chain: () => undefined,
    step: note,
    detail,
    event: (event) => {
      const line = progressOf(event);
      if (line !== undefined) detail(line);
    },
    result: (result) => {
      for (const line of linesOf(result)) detail(line);
    },
    end: () => undefined,
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

function linesOf({ transactions, error }: StepResult): readonly string[] {
  if (error) {
    const { custodyId } = error.transaction ?? {};
    const asked =
      custodyId === undefined
        ? 'the custody platform was not asked'
        : `the custody platform's id: ${custodyId}`;
    return [`${error.name}: ${error.message}`, `${asked}, hash: none, nothing was sent`];
  }
  if (transactions.length === 1) return transactions.map(shown);
  return [
    `one request to the custody platform, ${transactions.length} transactions:`,
    ...transactions.map((transaction) => `  ${shown(transaction)}`),
  ];
}

function shown({ hash, outcome, place }: SentTransaction): string {
  return `${[outcome, place].filter(Boolean).join(' ')}, hash ${hash}`;
}
