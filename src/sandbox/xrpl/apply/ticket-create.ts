import type { Ticket } from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { ticketKey } from '../ledger/keys.js';
import { adjustOwnerCount, insertOwned } from '../ledger/owned.js';
import { OK, type TransactionRules } from './rules.js';

const MAX_TICKETS = 250;

/** TicketCreate: sets numbers aside, to be used in any order. */
export const ticketCreate: TransactionRules = {
  flags: 0,
  check: (tx) => {
    const count = tx.number('TicketCount') ?? 0;
    return count < 1 || count > MAX_TICKETS ? 'temINVALID_COUNT' : OK;
  },
  claim: (tx, view) => {
    const held = view.account(tx.account)?.TicketCount ?? 0;
    const used = tx.ticket === undefined ? 0 : 1;
    return held + (tx.number('TicketCount') ?? 0) - used > MAX_TICKETS ? 'tecDIR_FULL' : OK;
  },
  apply: (tx, view, { priorBalance }) => {
    const account = view.account(tx.account);
    const count = tx.number('TicketCount') ?? 0;
    if (account === undefined) return 'terNO_ACCOUNT';
    const reserve = accountReserve(view.facts.fees, account.OwnerCount + count);
    if (priorBalance < reserve) return 'tecINSUFFICIENT_RESERVE';
    for (let offset = 0; offset < count; offset += 1) {
      const ticket: Ticket = {
        LedgerEntryType: 'Ticket',
        Account: tx.account,
        Flags: 0,
        OwnerNode: '0',
        TicketSequence: account.Sequence + offset,
      };
      insertOwned(view, ticketKey(tx.account, ticket.TicketSequence), ticket, tx.account);
    }
    view.putAccount({
      ...account,
      Sequence: account.Sequence + count,
      TicketCount: (account.TicketCount ?? 0) + count,
    });
    adjustOwnerCount(view, tx.account, count);
    return OK;
  },
};
