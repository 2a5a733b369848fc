import type { GatewayError } from '../../core/errors.js';
import type { TransactionEvent } from '../../transactions/index.js';
import { CHAINS, type ChainName } from '../operate/names.js';
import type { SentTransaction } from './outcome.js';

/** What a step is of: a chain, or the provider-connectivity APIs. */
export type Part = ChainName | 'provider';

/** In the order of the table. */
export const PARTS: readonly Part[] = [...CHAINS, 'provider'];

/** What has come of a step. */
export type StepEnd =
  | { readonly kind: 'confirmed'; readonly transactions: readonly SentTransaction[] }
  /** What a provider has answered, in a line. */
  | { readonly kind: 'answered'; readonly answer: string }
  | { readonly kind: 'refused'; readonly error: GatewayError };

/** A step that has ended. */
export interface StepResult {
  /** From 1. */
  readonly step: number;
  readonly part: Part;
  readonly what: string;
  readonly ms: number;
  readonly end: StepEnd;
}

/** How many ends of each kind there are; of a batch, each transaction. */
export function countsOf(
  results: readonly StepResult[],
): Readonly<Record<StepEnd['kind'], number>> {
  const counts = { confirmed: 0, answered: 0, refused: 0 };
  for (const { end } of results) {
    counts[end.kind] += end.kind === 'confirmed' ? end.transactions.length : 1;
  }
  return counts;
}

/** Shows what the demo does, to a person or to a script. */
export interface Reporter {
  /** What there is, or what has changed. */
  note(...lines: readonly string[]): void;
  part(name: Part): void;
  step(what: string): void;
  /** What is seen while a step is taken. */
  detail(line: string): void;
  event(event: TransactionEvent): void;
  result(result: StepResult): void;
  end(results: readonly StepResult[], ms: number): void;
}
