import { isObject } from '../../core/json.js';
import { inputOfTransaction, type XrplInput } from '../operations/index.js';

/** How many Tickets an account may have (rippled, `maxTicketThreshold`). */
export const MAX_TICKETS = 250;

/** An input that creates Tickets. */
export function ticketCreation(count: number): XrplInput {
  return inputOfTransaction({ TransactionType: 'TicketCreate', TicketCount: count });
}

/** How many Tickets an input creates. */
export function ticketCountOf({ params }: XrplInput): number {
  return 'transaction' in params && isObject(params.transaction)
    ? spanOf(params.transaction) - 1
    : 0;
}

type Fields = Readonly<Record<string, unknown>>;

/** How many numbers a transaction uses up: a TicketCreate takes the numbers after its own for its Tickets. */
export function spanOf({ TransactionType, TicketCount }: Fields): number {
  const isCreation = TransactionType === 'TicketCreate' && typeof TicketCount === 'number';
  return isCreation ? 1 + Math.min(TicketCount, MAX_TICKETS) : 1;
}
