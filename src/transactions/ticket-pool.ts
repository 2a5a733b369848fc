import { type CallOptions, type Clock, throwIfAborted, unlessAborted } from '../core/clock.js';
import { UnreachableError } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import type { Account, TicketSource, Tickets } from './chain.js';
import { AccountBusyError, TicketsUnavailableError } from './errors.js';
import type { Executed } from './executed.js';
import type { LanePass } from './lanes/lanes.js';
import type { TicketAllocator } from './tickets.js';

export interface TicketPoolSettings<I, R> {
  readonly source: TicketSource<I, R>;
  /** How many are created at a time. */
  readonly count: number;
  readonly clock: Clock;
  /** Carries out the transaction that creates more, to its end. */
  readonly execute: (account: Account, input: I) => Promise<Executed<R>>;
}

/** A new Ticket that was not given out yet, and that no node has shown. */
interface Unused {
  /** The ledger in which it was created. */
  readonly height: bigint | undefined;
  /** On the monotonic clock. */
  readonly createdAt: number;
}

/** How long a node may be behind with new Tickets: one that none has shown by then was spent by another process. */
const UNUSED_FOR_MS = 60_000;

/** Gives each transaction a Ticket: one left over, or a new one. */
export class TicketPool<I, R> implements TicketAllocator {
  readonly #settings: TicketPoolSettings<I, R>;
  /** Creations under way, by address: later callers wait for the same one. */
  readonly #creations = new Map<string, Promise<void>>();
  /** By address. A node may lag behind and not show them. */
  readonly #unused = new Map<string, Map<bigint, Unused>>();

  constructor(settings: TicketPoolSettings<I, R>) {
    this.#settings = settings;
  }

  /** @throws AccountBusyError when the account has as many Tickets as it may have, and all are in use. */
  async take(
    account: Account,
    pass: LanePass,
    offered: readonly bigint[],
    signal: AbortSignal | undefined,
  ): Promise<readonly bigint[] | { readonly room: number }> {
    const { limit, list } = this.#settings.source;
    const unused = this.#unusedOf(account.address);
    // A Ticket that the ledger has shown once is no longer kept here: another transaction may have spent it since.
    for (const ticket of offered) unused.delete(ticket);
    const atOnce = await pass.take(offered);
    if (atOnce !== undefined) return [atOnce];
    // Frees Tickets of requests that were refused since, or whose callers are gone.
    await pass.sweep();
    const tickets = await unlessAborted(list(account, {}), signal);
    this.#forgetShown(unused, tickets);
    const ticket = await pass.take([...tickets.numbers, ...unused.keys()]);
    if (ticket !== undefined) {
      unused.delete(ticket);
      return [ticket];
    }
    const room = limit - tickets.numbers.length;
    // Tickets are not created once their caller has aborted.
    throwIfAborted(signal);
    if (room > 0) return { room };
    throw new AccountBusyError(`all of its ${limit} Tickets are in use`, undefined);
  }

  /**
   * Each caller waits as long as its own options say.
   *
   * @throws AccountBusyError when that takes longer than the caller waits for the account.
   * @throws TicketsUnavailableError when none could be created.
   */
  async create(account: Account, room: number, options: CallOptions): Promise<void> {
    const creation = this.#creation(account, room);
    const limits = { peer: 'tickets', ...options, clock: this.#settings.clock };
    // Only a caller that waits for it receives its failure; a caller that has aborted does not.
    const created = () =>
      creation.catch((error: unknown) => {
        throw new TicketsUnavailableError(error);
      });
    try {
      await withinTime(limits, created);
    } catch (error) {
      if (!(error instanceof UnreachableError)) throw error;
      throw new AccountBusyError('its Tickets are still being created', undefined);
    }
  }

  #unusedOf(address: string): Map<bigint, Unused> {
    const unused = this.#unused.get(address) ?? new Map<bigint, Unused>();
    this.#unused.set(address, unused);
    return unused;
  }

  /** Forgets new Tickets that a node shows, or would show if they were not spent. */
  #forgetShown(unused: Map<bigint, Unused>, { numbers, height: seen = -1n }: Tickets): void {
    for (const ticket of numbers) unused.delete(ticket);
    const now = this.#settings.clock.monotonic();
    for (const [ticket, { height, createdAt }] of unused) {
      const isShown = height !== undefined && height <= seen;
      if (isShown || now - createdAt > UNUSED_FOR_MS) unused.delete(ticket);
    }
  }

  /**
   * The creation belongs to no single caller: it continues for the others when the caller that began it has aborted.
   */
  #creation(account: Account, room: number): Promise<void> {
    const { count, clock } = this.#settings;
    const { address } = account;
    const known = this.#creations.get(address);
    if (known) return known;
    const creation = this.#created(account, Math.min(count, room))
      .then(({ numbers, height }) => {
        const one = { height, createdAt: clock.monotonic() };
        for (const ticket of numbers) this.#unusedOf(address).set(ticket, one);
      })
      .finally(() => this.#creations.delete(address));
    creation.catch(() => undefined);
    this.#creations.set(address, creation);
    return creation;
  }

  /** The Tickets of a transaction that creates them, once they are on the ledger. */
  async #created(account: Account, count: number): Promise<Tickets> {
    const { source, execute } = this.#settings;
    const executed = await execute(account, source.creation(count));
    return executed.kind === 'chain'
      ? source.createdBy(executed.result)
      : { numbers: [], height: undefined };
  }
}
