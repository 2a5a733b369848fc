import type { Attempt } from './attempt.js';
import type { Account, TicketBooth } from './chain.js';
import { AccountBusyError, TicketsUnavailableError } from './errors.js';
import type { LanePass } from './lanes.js';
import type { TransactionOptions } from './options.js';

export interface TicketOfficeSettings<Input> {
  readonly booth: TicketBooth<Input>;
  /** How many are created at a time. */
  readonly count: number;
  /** Makes a transaction that creates them, and waits until it is confirmed. */
  readonly create: (account: Account, input: Input, options: TransactionOptions) => Promise<void>;
}

/** Gives each transaction that asks a Ticket of its own: one left over, or a new one. */
export class TicketOffice<Input> {
  readonly #settings: TicketOfficeSettings<Input>;
  /** Creations under way, by address: whoever comes meanwhile waits for the same. */
  readonly #creations = new Map<string, Promise<void>>();

  constructor(settings: TicketOfficeSettings<Input>) {
    this.#settings = settings;
  }

  /**
   * @throws AccountBusyError when the account has all the Tickets it may have, and all are in use.
   * @throws TicketsUnavailableError when none could be created.
   */
  async obtain(
    attempt: Attempt<Input>,
    pass: LanePass,
    offered: readonly bigint[],
  ): Promise<bigint> {
    const { account, options } = attempt.job;
    const call = { signal: options.signal };
    const { booth } = this.#settings;
    const atOnce = pass.take(offered);
    if (atOnce !== undefined) return atOnce;
    // Tickets of requests that were refused since, or whose callers are gone.
    await pass.sweep();
    for (;;) {
      const tickets = await booth.list(account, call);
      const ticket = pass.take(tickets);
      if (ticket !== undefined) return ticket;
      const room = booth.limit - tickets.length;
      if (room <= 0) {
        throw new AccountBusyError(`all of its ${booth.limit} Tickets are in use`, undefined);
      }
      const { signal, signatureTimeoutMs, laneTimeoutMs, confirmTimeoutMs } = options;
      const timing = { signal, signatureTimeoutMs, laneTimeoutMs, confirmTimeoutMs };
      await this.#create(account, room, timing);
    }
  }

  #create(account: Account, room: number, options: TransactionOptions): Promise<void> {
    const { booth, count, create } = this.#settings;
    const known = this.#creations.get(account.address);
    if (known) return known;
    const input = booth.creation(Math.min(count, room));
    const creation = create(account, input, options)
      .catch((error: unknown) => {
        throw new TicketsUnavailableError(error);
      })
      .finally(() => this.#creations.delete(account.address));
    this.#creations.set(account.address, creation);
    return creation;
  }
}
