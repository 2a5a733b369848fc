import type { Listener } from '../core/events.js';
import type { TransactionEvent } from '../transactions/index.js';

/** A part of a transaction's life that is over. */
export interface Step {
  readonly name: 'prepare' | 'approval' | 'submit' | 'confirm';
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Hears the events of one transaction, and tells of each step as it ends. */
export function stepsIn(
  tell: (step: Step, event: TransactionEvent) => void,
): Listener<TransactionEvent> {
  let submitted: TransactionEvent | undefined;
  return (event) => {
    const step = (name: Step['name'], ms: number) =>
      tell({ name, startedAt: event.at - ms, endedAt: event.at }, event);
    switch (event.type) {
      case 'prepared':
        return step('prepare', event.durationMs);
      case 'signed':
        return step('approval', event.durationMs);
      case 'submitted':
        submitted = event;
        return step('submit', event.durationMs);
      case 'final':
        // What another attempt has sent is not what ended here.
        if (submitted?.attempt === event.attempt) step('confirm', event.at - submitted.at);
    }
  };
}
