import type { GatewayError } from '../../core/errors.js';
import type { TransactionEvent } from '../../transactions/index.js';
import type { ChainName } from '../operate/names.js';
import type { SentTransaction } from './outcome.js';

/** How a step has ended. */
export interface StepResult {
  /** From 1. */
  readonly step: number;
  readonly chain: ChainName;
  readonly what: string;
  readonly ms: number;
  /** Empty after an error. */
  readonly transactions: readonly SentTransaction[];
  readonly error: GatewayError | undefined;
}

/** Shows what the demo does, to a person or to a script. */
export interface Reporter {
  /** What there is, or what has changed. */
  note(...lines: readonly string[]): void;
  chain(name: ChainName): void;
  step(what: string): void;
  /** What is seen while a step is taken. */
  detail(line: string): void;
  event(event: TransactionEvent): void;
  result(result: StepResult): void;
  end(results: readonly StepResult[], ms: number): void;
}
