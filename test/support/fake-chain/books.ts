import type { Result } from './questions.js';
import type { Action, FakeTransaction } from './transaction.js';

/** What a new account has to get at the least. */
const ACCOUNT_RESERVE = 1_000n;
/** What an account has to have for each of its Tickets. */
const TICKET_RESERVE = 10n;

/** What an account has. */
export interface Holding {
  balance: bigint;
  /** The number that is next. */
  next: bigint;
  readonly tickets: Set<bigint>;
}

/** Who has what. Money is made by funding alone, and lost by fees alone. */
export class Books {
  readonly #holdings = new Map<string, Holding>();
  #funded = 0n;
  #burned = 0n;

  of(address: string): Readonly<Holding> | undefined {
    return this.#holdings.get(address);
  }

  fund(address: string, amount: bigint): void {
    this.#holdingOf(address).balance += amount;
    this.#funded += amount;
  }

  /** Spends a transaction's number and its fee, and does what it says, where that can be done. */
  apply({ account, number, fee, action }: FakeTransaction): Result {
    const holding = this.#holdingOf(account);
    holding.balance -= BigInt(fee);
    this.#burned += BigInt(fee);
    if (number.kind === 'ticket') holding.tickets.delete(BigInt(number.value));
    else holding.next += 1n;
    const result = this.#act(holding, action);
    const held = [...this.#holdings.values()].reduce((sum, { balance }) => sum + balance, 0n);
    if (held + this.#burned !== this.#funded) throw new Error('The fake ledger lost its balance.');
    return result;
  }

  #act(holding: Holding, action: Action): Result {
    switch (action.type) {
      case 'label':
      case 'nothing':
        return 'DONE';
      case 'pay': {
        const amount = BigInt(action.amount);
        if (amount > holding.balance) return 'UNFUNDED';
        const isNew = !this.#holdings.has(action.to);
        if (isNew && amount < ACCOUNT_RESERVE) return 'TOO_LITTLE_FOR_NEW_ACCOUNT';
        holding.balance -= amount;
        this.#holdingOf(action.to).balance += amount;
        return 'DONE';
      }
      case 'create-tickets': {
        const tickets = BigInt(holding.tickets.size + action.count);
        if (holding.balance < TICKET_RESERVE * tickets) return 'NO_RESERVE';
        for (let made = 0; made < action.count; made++) holding.tickets.add(holding.next++);
        return 'DONE';
      }
    }
  }

  #holdingOf(address: string): Holding {
    const known = this.#holdings.get(address);
    if (known) return known;
    const holding: Holding = { balance: 0n, next: 1n, tickets: new Set() };
    this.#holdings.set(address, holding);
    return holding;
  }
}
