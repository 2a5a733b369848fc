import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import type { Tickets } from '../../transactions/index.js';
import type { XrplNode } from './node.js';

const page = z.looseObject({
  account_objects: z.array(z.looseObject({ TicketSequence: z.int() })),
  ledger_index: z.optional(z.int()),
  marker: z.optional(z.unknown()),
});

/** The Tickets of an account, ascending, as validated. */
export async function readTickets(
  node: XrplNode,
  account: string,
  options: CallOptions,
): Promise<Tickets> {
  const params = { account, type: 'ticket', ledger_index: 'validated' };
  // Pages may be of several ledgers: the list is as old as the oldest.
  let oldest = Number.POSITIVE_INFINITY;
  const entriesOf = (answer: z.output<typeof page>) => {
    oldest = Math.min(oldest, answer.ledger_index ?? 0);
    return answer.account_objects;
  };
  const tickets = await node.pages('account_objects', params, page, entriesOf, options);
  const numbers = tickets.map(({ TicketSequence }) => BigInt(TicketSequence)).sort(ascending);
  return { numbers, height: BigInt(oldest) };
}

function ascending(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
