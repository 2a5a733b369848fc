import type { Listener } from '../core/events.js';
import type { TransactionEvent } from '../transactions/index.js';

/** The steps of a transaction, each by the event that ends it. */
const STEPS = {
  'lane-entered': 'lane',
  read: 'read',
  'number-taken': 'number',
  prepared: 'prepare',
  signed: 'approval',
  'custody-sent': 'approval',
  'turn-reached': 'turn',
  submitted: 'submit',
  final: 'confirm',
} as const;

/** A step of a transaction that has ended. */
export interface Step {
  readonly name: (typeof STEPS)[keyof typeof STEPS];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Receives the events of one transaction, and reports each step as it ends. */
export function stepsIn(
  tell: (step: Step, event: TransactionEvent) => void,
): Listener<TransactionEvent> {
  let sent: TransactionEvent | undefined;
  return (event) => {
    if (!('durationMs' in event)) return;
    // What is prepared after it is sent by itself: a batch may take several requests.
    if (event.type === 'prepared') sent = undefined;
    if (event.type === 'submitted' || event.type === 'custody-sent') sent = event;
    let ms = event.durationMs;
    if (event.type === 'final') {
      // The submission of another attempt is not the one that ended here.
      if (sent?.attempt !== event.attempt) return;
      ms = event.at - sent.at;
    }
    tell({ name: STEPS[event.type], startedAt: event.at - ms, endedAt: event.at }, event);
  };
}
