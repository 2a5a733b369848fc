import { UnexpectedAnswerError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { PEER } from './answers.js';
import { ProviderCall, type WithResponse } from './call.js';
import type { PageQuery } from './schemas/queries.js';

/** Part of a list. */
export interface ProviderPage<T> {
  readonly items: readonly T[];
  /** What to ask for the page behind this one (before it, when going backwards); none at the end. */
  readonly next: PageQuery | undefined;
}

/** Asks for one page. */
export type ReadPage<T> = (query: PageQuery) => Promise<WithResponse<readonly T[]>>;

const DEFAULT_LIMIT = 10;

/**
 * A list: awaited it is its first page, iterated it is all of its items, page by page as they are
 * needed. Going on from `startingAfter` it walks forward; from `endingBefore`, page by page backwards.
 *
 * It ends with a page that is empty or has fewer items than were asked for.
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
   * @throws UnexpectedAnswerError when the provider gives the same page again, or an item has no id.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { items } of this.pages()) yield* items;
  }

  /** Page by page. @throws what iterating over the items throws. */
  async *pages(): AsyncGenerator<ProviderPage<T>, void, undefined> {
    const seen = new Set<string>();
    let page: ProviderPage<T> = (await this.withResponse()).data;
    for (;;) {
      const { next } = page;
      const cursor = next?.startingAfter ?? next?.endingBefore;
      if (cursor !== undefined && (seen.has(cursor) || cursor === cursorOf(this.#query))) {
        throw new UnexpectedAnswerError(PEER, 'a page ends with an item that ended one before');
      }
      yield page;
      if (next === undefined || cursor === undefined) return;
      seen.add(cursor);
      page = (await pageOf(next, this.#read)).data;
    }
  }
}

const cursorOf = ({ startingAfter, endingBefore }: PageQuery) => startingAfter ?? endingBefore;

async function pageOf<T>(
  query: PageQuery,
  read: ReadPage<T>,
): Promise<WithResponse<ProviderPage<T>>> {
  const answer = await read(query);
  return { ...answer, data: { items: answer.data, next: nextOf(query, answer.data) } };
}

function nextOf(query: PageQuery, items: readonly unknown[]): PageQuery | undefined {
  const { startingAfter: _, endingBefore, ...rest } = query;
  if (items.length < (query.limit ?? DEFAULT_LIMIT)) return undefined;
  return endingBefore === undefined
    ? { ...rest, startingAfter: idOf(items.at(-1)) }
    : { ...rest, endingBefore: idOf(items[0]) };
}

function idOf(item: unknown): string {
  const id = isObject(item) ? item.id : undefined;
  if (typeof id !== 'string' || id === '') {
    throw new UnexpectedAnswerError(PEER, 'a list holds an item without id');
  }
  return id;
}
