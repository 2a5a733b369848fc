import type { CallOptions } from '../core/clock.js';
import type { Account, Chain, NonceGenerator } from './chain.js';
import type { LanePass } from './lanes/lanes.js';

/** Gives each transaction that asks for it a Ticket of its own. */
export interface TicketAllocator {
  /** A Ticket that no other transaction has, or how many more there is room for. */
  take(
    account: Account,
    pass: LanePass,
    offered: readonly bigint[],
    signal: AbortSignal | undefined,
  ): Promise<readonly bigint[] | { readonly room: number }>;
  /** Creates more, where Tickets have to be created. */
  create?(account: Account, room: number, options: CallOptions): Promise<void>;
}

/** Tickets that need no creation. */
export function generatedNonces({ generate }: NonceGenerator): TicketAllocator {
  return {
    async take(_, pass) {
      for (;;) {
        const ticket = await pass.take([generate()]);
        if (ticket !== undefined) return [ticket];
      }
    },
  };
}

/** The Tickets that an account has, where the chain lists them. */
export async function ticketsOf(
  { tickets }: Chain,
  account: Account,
  options: CallOptions,
): Promise<readonly bigint[] | undefined> {
  return tickets && 'list' in tickets ? (await tickets.list(account, options)).numbers : undefined;
}
