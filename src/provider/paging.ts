import { UnexpectedAnswerError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import type { WithResponse } from '../core/provider-call.js';
import type { PageQuery, Paging, ProviderPage } from '../core/provider-list.js';
import { PEER } from './answers.js';

const DEFAULT_LIMIT = 10;

/**
 * The pages of this API: from `startingAfter` forward, from `endingBefore` backwards, each from the id of the item
 * that the one before ends with. A list ends with a page that is empty or has fewer items than requested.
 */
export function pagingOf<T>(
  { endingBefore }: PageQuery,
  read: (query: PageQuery) => Promise<WithResponse<readonly T[]>>,
): Paging<PageQuery, ProviderPage<T>> {
  const isForward = endingBefore === undefined;
  const endOf = ({ items }: Pick<ProviderPage<T>, 'items'>) => {
    const item: unknown = isForward ? items.at(-1) : items[0];
    const id = isObject(item) ? item.id : undefined;
    return typeof id === 'string' && id !== '' ? id : undefined;
  };
  const nextOf = (query: PageQuery, items: readonly T[]): PageQuery | undefined => {
    if (items.length < (query.limit ?? DEFAULT_LIMIT)) return undefined;
    const end = endOf({ items });
    if (end === undefined) {
      throw new UnexpectedAnswerError(PEER, 'a page ends with an item without id');
    }
    return { ...query, [isForward ? 'startingAfter' : 'endingBefore']: end };
  };
  return {
    startOf: (query) => query.startingAfter ?? query.endingBefore,
    endOf,
    async read(query) {
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
    },
  };
}
