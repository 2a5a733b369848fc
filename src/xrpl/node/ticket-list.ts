import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { withinTime } from '../../core/http.js';
import type { Tickets } from '../../transactions/index.js';
import { positiveUint32, uint32 } from '../wire/fields.js';
import type { XrplNode } from './node.js';

const page = z.looseObject({
  account_objects: z.array(z.looseObject({ TicketSequence: positiveUint32 })),
  ledger_index: z.optional(uint32),
  marker: z.optional(z.unknown()),
});

/** An account has 250 Tickets at most, and payments wait for their list. */
const MAX_LIST_MS = 60_000;

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
  const limits = { ...options, peer: 'xrpl', timeoutMs: MAX_LIST_MS, clock: node.clock } as const;
  const tickets = await withinTime(limits, (signal) =>
    node.pages('account_objects', params, page, entriesOf, { ...options, signal }),
  );
  const numbers = tickets.map(({ TicketSequence }) => BigInt(TicketSequence)).sort(ascending);
  return { numbers, height: BigInt(oldest) };
}

function ascending(one: bigint, other: bigint): number {
  return one < other ? -1 : 1;
}
