import { UnexpectedAnswerError } from './errors.js';
import { ProviderCall, type WithResponse } from './provider-call.js';

/**
 * The part of a list: `limit` items (1 to 200, default 10) after one of them, or before one. The two cursors, ids
 * of items, exclude one another.
 */
export interface PageQuery {
  /**
   * Items of a page, 1 to 200. A page with fewer ends the list, so ask for no more than the provider gives at once.
   * Default: 10, by the API.
   */
  readonly limit?: number | undefined;
  /** Id of an item: the page begins right after it. Not together with `endingBefore`. */
  readonly startingAfter?: string | undefined;
  /** Id of an item: the page ends right before it. Not together with `startingAfter`. */
  readonly endingBefore?: string | undefined;
}

/** One page of a list. */
export interface ProviderPage<T, Query = PageQuery> {
  /** In the order that the provider gave them. */
  readonly items: readonly T[];
  /**
   * The query for the page after this one (before it, when going backwards); `undefined` at the end.
   *
   * @throws UnexpectedAnswerError when there may be more, but the last item has no id to ask with.
   */
  readonly next: Query | undefined;
}

/** How a list goes on from page to page. */
export interface Paging<Query, Page> {
  /** Requests one page. */
  read(query: Query): Promise<WithResponse<Page>>;
  /** The place that a page begins at; `undefined` for the first. */
  startOf(query: Query): string | undefined;
  /** The place that it ends at, as far as it says one. */
  endOf(page: Page): string | undefined;
}

/**
 * A list: awaited it is its first page, iterated it is all of its items, page by page as they are needed.
 *
 * @typeParam T - The items.
 * @typeParam Query - What asks for a page.
 * @typeParam Page - A page, which may have more than its items.
 */
export class ProviderList<
    T,
    Query = PageQuery,
    Page extends ProviderPage<T, Query> = ProviderPage<T, Query>,
  >
  extends ProviderCall<Page>
  implements AsyncIterable<T>
{
  readonly #query: Query;
  readonly #paging: Paging<Query, Page>;

  /** @internal */
  constructor(query: Query, paging: Paging<Query, Page>) {
    super(paging.read(query));
    this.#query = query;
    this.#paging = paging;
  }

  /**
   * @throws UnexpectedAnswerError when the provider gives the same page again, or when there may be more
   * but the last item has no id to ask with.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /**
   * The list page by page.
   *
   * @returns Each page from the query's on; one is requested when it is needed.
   * @throws the same errors as iterating over the items.
   */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const { read, startOf, endOf } = this.#paging;
    const seen = new Set([startOf(this.#query)]);
    let page = (await this.withResponse()).data;
    for (;;) {
      const end = endOf(page);
      if (end !== undefined && seen.has(end)) {
        throw new UnexpectedAnswerError('provider', 'a page ends where an earlier one ended');
      }
      yield page;
      const { next } = page;
      if (next === undefined) return;
      seen.add(end);
      page = (await read(next)).data;
    }
  }
}
