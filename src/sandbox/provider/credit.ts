import { EXCHANGE_ASSETS } from './assets.js';
import type { Book, Posting } from './book.js';

/**
 * What accounts may spend against their collateral. The collateral itself stays with the customer's
 * custody, so it is in no book: it only limits what an account may owe.
 */
export class Credit {
  readonly #book: Book;
  readonly #limits = new Map<string, bigint>();
  readonly #gains = new Map<string, bigint>();

  constructor(book: Book) {
    this.#book = book;
  }

  limit(accountId: string, asset: string): bigint {
    return this.#limits.get(nameOf(accountId, asset)) ?? 0n;
  }

  owed(accountId: string, asset: string): bigint {
    return -this.#book.holding(`${accountId}/owed`, asset);
  }

  /** What may be spent still, or be taken back. */
  unused(accountId: string, asset: string): bigint {
    return this.limit(accountId, asset) - this.owed(accountId, asset);
  }

  owesAnything(accountId: string): boolean {
    return EXCHANGE_ASSETS.some(({ key }) => this.owed(accountId, key) > 0n);
  }

  /** More collateral is there, or with a negative number less. */
  change(accountId: string, asset: string, units: bigint): void {
    const name = nameOf(accountId, asset);
    this.#limits.set(name, (this.#limits.get(name) ?? 0n) + units);
  }

  /** What has to be entered first for the account to have that much: nothing where it has it anyway. */
  drawing(accountId: string, asset: string, units: bigint): readonly Posting[] {
    const short = units - this.#book.holding(`${accountId}/available`, asset);
    if (short <= 0n || short > this.unused(accountId, asset)) return [];
    return [{ from: `${accountId}/owed`, to: `${accountId}/available`, asset, units: short }];
  }

  /** Notes what was bought on credit: the customer's to take home with the next settlement. */
  gain(accountId: string, asset: string, units: bigint): void {
    const name = nameOf(accountId, asset);
    this.#gains.set(name, (this.#gains.get(name) ?? 0n) + units);
  }

  /** As far as it is still there. */
  gained(accountId: string, asset: string): bigint {
    const gained = this.#gains.get(nameOf(accountId, asset)) ?? 0n;
    const available = this.#book.holding(`${accountId}/available`, asset);
    return gained < available ? gained : available;
  }
}

function nameOf(accountId: string, asset: string): string {
  return `${asset} ${accountId}`;
}
