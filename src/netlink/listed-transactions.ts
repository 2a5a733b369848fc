import type { ProviderList, ProviderPage } from '../core/provider-list.js';
import type { NetlinkTransaction, TransactionPage } from './answers.js';
import type { TransactionQuery } from './requests.js';

/** The history: awaited one page of it, iterated all of its entries. */
export type TransactionList = ProviderList<
  NetlinkTransaction,
  TransactionQuery,
  ListedTransactions
>;

/**
 * A page of the history. What lists have in common is read from the protocol's own fields, so that the page is still
 * written as they are.
 */
export class ListedTransactions
  implements TransactionPage, ProviderPage<NetlinkTransaction, TransactionQuery>
{
  readonly transactions: readonly NetlinkTransaction[];
  readonly nextPageCursor: string | undefined;
  readonly #query: TransactionQuery;

  /** @internal */
  constructor(query: TransactionQuery, page: TransactionPage) {
    // Also what later releases have added, unless it has the name of something else here.
    for (const [name, value] of Object.entries(page)) {
      if (!(name in this)) Object.assign(this, { [name]: value });
    }
    this.transactions = page.transactions;
    this.nextPageCursor = page.nextPageCursor;
    this.#query = query;
  }

  /** The same as `transactions`. */
  get items(): readonly NetlinkTransaction[] {
    return this.transactions;
  }

  /** The query for the page after this one; `undefined` at the end. */
  get next(): TransactionQuery | undefined {
    const pageCursor = this.nextPageCursor;
    return pageCursor === undefined ? undefined : { ...this.#query, pageCursor };
  }
}
