import { badRequest } from '../route.js';

/** How a list of v3 is cut into pages: by the entry that a page begins with. */
export interface Listing<Item> {
  /** In the order of the list. */
  readonly items: readonly Item[];
  /** What a cursor that begins with an item looks like. */
  cursorOf(item: Item): string;
  /** The form of every cursor of the list. */
  readonly form: RegExp;
  /** Whether an item is at a cursor's place, or behind it. */
  isFrom(item: Item, cursor: string): boolean;
  readonly defaultLimit: number;
  readonly maxLimit: number;
  /** Where it is more than the items: the API counts some lists by another table. */
  readonly total?: number;
}

/**
 * A page of v3. Its cursors are inclusive; beyond the end of a list it says that there is nothing at all.
 *
 * @throws Refusal
 */
export function pageOfV3<Item>(list: Listing<Item>, query: URLSearchParams) {
  const limit = limitIn(query, list);
  const cursor = query.get('cursor');
  if (cursor !== null && !list.form.test(cursor)) {
    throw badValue(`querystring/cursor must match pattern "${list.form.source}"`);
  }
  const { items, total = items.length } = list;
  const from = cursor === null ? 0 : items.findIndex((item) => list.isFrom(item, cursor));
  const start = from === -1 ? items.length : from;
  const results = items.slice(start, start + limit);
  const at = (index: number) => {
    const item = items[index];
    return item === undefined ? null : list.cursorOf(item);
  };
  const isEmpty = results.length === 0;
  return {
    limit,
    total: isEmpty ? 0 : total,
    cursor: {
      next: at(start + limit),
      previous: start === 0 || isEmpty ? null : at(Math.max(0, start - limit)),
      current: at(start),
    },
    results,
  };
}

function limitIn(
  query: URLSearchParams,
  { defaultLimit, maxLimit }: { readonly defaultLimit: number; readonly maxLimit: number },
): number {
  const text = query.get('limit');
  if (text === null) return defaultLimit;
  if (!/^\d{1,9}$/.test(text)) throw badValue('querystring/limit must be integer');
  const limit = Number(text);
  if (limit < 1) throw badValue('querystring/limit must be >= 1');
  if (limit > maxLimit) throw badValue(`querystring/limit must be <= ${maxLimit}`);
  return limit;
}

/** As the API words a value that does not fit. */
export function badValue(message: string) {
  return badRequest(message, 'FST_ERR_VALIDATION');
}
