import type { Terminal } from '../terminal.js';
import { countsOf, type Reporter, type StepResult } from './reporter.js';

/** Writes one JSON object a line: one for each transaction, answer or refusal of a step, and a summary. */
export function jsonReporter({ out }: Pick<Terminal, 'out'>): Reporter {
  const write = (value: object) => out(`${JSON.stringify(value)}\n`);
  const silent = () => undefined;
  return {
    note: silent,
    part: silent,
    step: silent,
    detail: silent,
    event: silent,
    result: (result) => {
      for (const line of linesOf(result)) write(line);
    },
    end: (results, ms) => {
      const { confirmed: transactions, answered, refused } = countsOf(results);
      write({ summary: { steps: results.length, transactions, answered, refused, ms } });
    },
  };
}

function linesOf({ step, part, what, ms, end }: StepResult): readonly object[] {
  const told = { step, chain: part, what, ms };
  switch (end.kind) {
    case 'confirmed':
      return end.transactions.map(({ hash = null, outcome }) => ({ ...told, hash, outcome }));
    case 'answered':
      return [{ ...told, hash: null, outcome: end.kind }];
    case 'refused':
      return [{ ...told, hash: null, outcome: end.error.code }];
  }
}
