import { isObject } from '../../core/json.js';
import type { ListAnswer, ListRequest } from './call.js';
import { ProviderRefusal } from './refusal.js';

/**
 * The requested page of a whole list. If an order is requested, items are sorted by their `createdAt`; those of
 * the same time are assumed to be in the order of their creation.
 *
 * @throws ProviderRefusal `bad-request` for a cursor that names no item.
 *
 * @example
 * ```ts
 * import { pageOf } from 'custody-gateways/provider';
 *
 * const assets = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
 * pageOf(assets, { limit: 10, startingAfter: 'a' }); // [{ id: 'b' }, { id: 'c' }]
 * pageOf(assets, { limit: 1, endingBefore: 'c' }); // [{ id: 'b' }]
 * ```
 */
export function pageOf<T>(items: readonly T[], asked: ListRequest): readonly T[] {
  const { limit, startingAfter, endingBefore, order } = asked;
  const sorted = order === undefined ? items : byCreation(items, order);
  const cursor = startingAfter ?? endingBefore;
  if (cursor === undefined) return sorted.slice(0, limit);
  const at = sorted.findIndex((item) => isObject(item) && item.id === cursor);
  if (at < 0) throw unknownCursor(asked);
  return endingBefore === undefined
    ? sorted.slice(at + 1, at + 1 + limit)
    : sorted.slice(Math.max(0, at - limit), at);
}

function unknownCursor({ startingAfter }: ListRequest): ProviderRefusal {
  return new ProviderRefusal('bad-request', {
    message: 'There is no such item to continue from.',
    propertyName: startingAfter === undefined ? '/endingBefore' : '/startingAfter',
    requestPart: 'querystring',
  });
}

function byCreation<T>(items: readonly T[], order: 'asc' | 'desc'): readonly T[] {
  const dated = items.map((item) => {
    const createdAt = isObject(item) ? item.createdAt : undefined;
    return { item, at: typeof createdAt === 'string' ? Date.parse(createdAt) : 0 };
  });
  const sorted = dated.sort((one, other) => one.at - other.at).map(({ item }) => item);
  return order === 'asc' ? sorted : sorted.reverse();
}

/** The items for an answer: a page unchanged, or the requested part of a whole list. */
export function itemsFor<T>(answer: ListAnswer<T>, asked: ListRequest): readonly T[] {
  if (!('page' in answer)) return pageOf(answer, asked);
  const { page } = answer;
  // The items right before the cursor are the end of that part.
  return asked.endingBefore === undefined
    ? page.slice(0, asked.limit)
    : page.slice(Math.max(0, page.length - asked.limit));
}

/** A database query: rows on one side of a row, in one direction. */
export interface KeysetQuery<Position> {
  /** Rows strictly after this one, in `direction`; from the first one if it is left out. */
  readonly from: Position | undefined;
  /** The order of the rows: with `endingBefore`, the opposite of the list's own. */
  readonly direction: 'asc' | 'desc';
  /** The most rows to return. */
  readonly limit: number;
}

/** The two queries that a page needs. */
export interface KeysetSource<T, Position> {
  /**
   * The position of the row with this id in the order, such as its number; `undefined` if there never was one.
   * For a deleted row give its former position, if known: a client that reads page by page continues from there.
   */
  position(id: string): Promise<Position | undefined>;
  /** The rows that the query describes, in its order. */
  rows(query: KeysetQuery<Position>): Promise<readonly T[]>;
}

/**
 * A page out of a database, by keyset: no offset, and no row read that is not given. `position` finds the
 * cursor's row, `rows` reads from there.
 *
 * @throws ProviderRefusal `bad-request` for a cursor that names no row.
 * @param natural The order of lists whose order can't be chosen. Default `asc`.
 *
 * @example
 * ```ts
 * import { keysetPage } from 'custody-gateways/provider';
 *
 * const rows = [1, 2, 3].map((number) => ({ id: `w-${number}`, number }));
 * const { page } = await keysetPage(
 *   { limit: 2, order: 'desc', startingAfter: 'w-3' },
 *   {
 *     // SELECT number FROM withdrawals WHERE id = ?
 *     position: async (id) => rows.find((row) => row.id === id)?.number,
 *     // SELECT * FROM withdrawals WHERE number < ? ORDER BY number DESC LIMIT ?
 *     rows: async ({ from = 4, limit }) =>
 *       rows.filter(({ number }) => number < from).reverse().slice(0, limit),
 *   },
 * );
 * page.map(({ id }) => id); // ['w-2', 'w-1']
 * ```
 */
export async function keysetPage<T, Position>(
  asked: ListRequest,
  source: KeysetSource<T, Position>,
  natural: 'asc' | 'desc' = 'asc',
): Promise<{
  /** In the order of the list, whichever way the rows were read. */
  readonly page: readonly T[];
}> {
  const { limit, startingAfter, endingBefore, order = natural } = asked;
  const cursor = startingAfter ?? endingBefore;
  const from = cursor === undefined ? undefined : await source.position(cursor);
  if (cursor !== undefined && from === undefined) throw unknownCursor(asked);
  const backwards = endingBefore !== undefined;
  const direction = (order === 'asc') === backwards ? 'desc' : 'asc';
  const rows = await source.rows({ from, direction, limit });
  return { page: backwards ? [...rows].reverse() : rows };
}
