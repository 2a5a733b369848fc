import type { Terminal } from '../terminal.js';
import type { Reporter, StepResult } from './reporter.js';

/** Writes one JSON object a line: one for each transaction or refusal of a step, and a summary. */
export function jsonReporter({ out }: Pick<Terminal, 'out'>): Reporter {
  const write = (value: object) => out(`${JSON.stringify(value)}\n`);
  const silent = () => undefined;
  return {
    note: silent,
    chain: silent,
    step: silent,
    detail: silent,
    event: silent,
    result: (result) => {
      for (const line of linesOf(result)) write(line);
    },
    end: (results, ms) => {
      const transactions = results.flatMap((result) => result.transactions).length;
      const refused = results.filter(({ error }) => error).length;
      write({ summary: { steps: results.length, transactions, refused, ms } });
    },
  };
}

function linesOf({ step, chain, what, ms, transactions, error }: StepResult): readonly object[] {
  const told = { step, chain, what, ms };
  if (error) return [{ ...told, hash: null, outcome: error.code }];
  return transactions.map(({ hash = null, outcome }) => ({ ...told, hash, outcome }));
}
