import { UnexpectedAnswerError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { PEER } from './answers.js';
import { ProviderCall, type WithResponse } from './call.js';
import type { PageQuery } from './schemas/queries.js';

/** One page of a list. */
export interface ProviderPage<T> {
  readonly items: readonly T[];
  /**
   * The query for the page after this one (before it, when going backwards); `undefined` at the end.
   *
   * @throws UnexpectedAnswerError when there may be more, but the last item has no id to ask with.
   */
  readonly next: PageQuery | undefined;
}

/** Requests one page. */
export type ReadPage<T> = (query: PageQuery) => Promise<WithResponse<readonly T[]>>;

const DEFAULT_LIMIT = 10;

/**
 * A list: awaited it is its first page, iterated it is all of its items, page by page as they are needed. From
 * `startingAfter` it goes forward; from `endingBefore`, page by page backwards.
 *
 * It ends with a page that is empty or has fewer items than requested.
 */
export class ProviderList<T> extends ProviderCall<ProviderPage<T>> implements AsyncIterable<T> {
  readonly #query: PageQuery;
  readonly #read: ReadPage<T>;

  /** @internal */
  constructor(query: PageQuery, read: ReadPage<T>) {
    super(pageOf(query, read));
    this.#query = query;
    this.#read = read;
  }

  /**
   * @throws UnexpectedAnswerError when the provider gives the same page again, or when there may be more
   * but the last item has no id to ask with.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Page by page. @throws the same errors as iterating over the items. */
  async *pages(): AsyncGenerator<ProviderPage<T>, void, undefined> {
    const seen = new Set([this.#query.startingAfter ?? this.#query.endingBefore]);
    let query = this.#query;
    let page: ProviderPage<T> = (await this.withResponse()).data;
    for (;;) {
      const cursor = cursorOf(query, page.items);
      if (cursor !== undefined && seen.has(cursor)) {
        throw new UnexpectedAnswerError(PEER, 'a page ends with the same item as an earlier page');
      }
      yield page;
      const { next } = page;
      if (next === undefined) return;
      seen.add(cursor);
      query = next;
      page = (await pageOf(next, this.#read)).data;
    }
  }
}

async function pageOf<T>(
  query: PageQuery,
  read: ReadPage<T>,
): Promise<WithResponse<ProviderPage<T>>> {
  const answer = await read(query);
  const items = answer.data;
  // Determined only when needed: the caller gets this page even if the list can't be continued.
  const data = {
    items,
    get next() {
      return nextOf(query, items);
    },
  };
  return { ...answer, data };
}

function nextOf(query: PageQuery, items: readonly unknown[]): PageQuery | undefined {
  if (items.length < (query.limit ?? DEFAULT_LIMIT)) return undefined;
  const cursor = cursorOf(query, items);
  if (cursor === undefined) {
    throw new UnexpectedAnswerError(PEER, 'a page ends with an item without id');
  }
  const { startingAfter: _, endingBefore, ...rest } = query;
  return endingBefore === undefined
    ? { ...rest, startingAfter: cursor }
    : { ...rest, endingBefore: cursor };
}

/** The id of the item that a page ends with, in the direction in which it goes on. */
function cursorOf({ endingBefore }: PageQuery, items: readonly unknown[]): string | undefined {
  const item = endingBefore === undefined ? items.at(-1) : items[0];
  const id = isObject(item) ? item.id : undefined;
  return typeof id === 'string' && id !== '' ? id : undefined;
}
