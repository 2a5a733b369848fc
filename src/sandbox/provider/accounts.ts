import type { AssetBalance, ProviderAccount } from '../../provider/schemas/accounts.js';
import { amountOf } from './amounts.js';
import { EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import type { Book } from './book.js';
import type { Credit } from './credit.js';

/** The account that the API key belongs to. */
export const MAIN = 'main';

const OWN: readonly ProviderAccount[] = [
  { id: MAIN, title: 'Main account', status: 'active' },
  { id: 'sub-1', title: 'First sub-account', status: 'active', parentId: MAIN },
  { id: 'sub-2', title: 'Second sub-account', status: 'active', parentId: MAIN },
];

/** Of another customer: money can be sent there, but nobody here sees it. */
export const PEER = 'peer';

/** The customer's accounts, and what they hold. */
export class Accounts {
  readonly #book: Book;
  readonly #credit: Credit;

  constructor(book: Book, credit: Credit) {
    this.#book = book;
    this.#credit = credit;
  }

  list(): readonly ProviderAccount[] {
    return OWN;
  }

  find(accountId: string): ProviderAccount | undefined {
    return OWN.find(({ id }) => id === accountId);
  }

  withBalances(account: ProviderAccount): ProviderAccount {
    return { ...account, balances: [...this.balances(account.id)] };
  }

  /** Of whatever the account has or had something of. */
  balances(accountId: string): readonly AssetBalance[] {
    return EXCHANGE_ASSETS.flatMap((asset) => this.#balance(accountId, asset) ?? []);
  }

  #balance(accountId: string, asset: ExchangeAsset): AssetBalance | undefined {
    const available = this.#book.holding(`${accountId}/available`, asset.key);
    const locked = this.#book.holding(`${accountId}/locked`, asset.key);
    const limit = this.#credit.limit(accountId, asset.key);
    if (available === 0n && locked === 0n && limit === 0n) return undefined;
    return {
      id: asset.key,
      asset: asset.reference,
      availableAmount: amountOf(available, asset),
      lockedAmount: amountOf(locked, asset),
      ...(limit === 0n
        ? {}
        : { creditAmount: amountOf(this.#credit.unused(accountId, asset.key), asset) }),
    };
  }
}
