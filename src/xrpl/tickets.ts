import type { XrplInput } from './operations/index.js';

/** How many Tickets an account may have (rippled, `maxTicketThreshold`). */
export const MAX_TICKETS = 250;

/** An input that creates Tickets. */
export function ticketCreation(count: number): XrplInput<'submit'> {
  const transaction = { TransactionType: 'TicketCreate', TicketCount: count };
  return { operation: 'submit', params: { transaction } };
}

/** How many Tickets an input creates, or would; the ledger refuses more than there may be. */
export function ticketCountOf({ params }: XrplInput): number {
  if (!('transaction' in params)) return 0;
  const { TransactionType, TicketCount } = params.transaction;
  const isCreation = TransactionType === 'TicketCreate' && typeof TicketCount === 'number';
  return isCreation ? Math.min(TicketCount, MAX_TICKETS) : 0;
}
