import type { ListAnswer, PageRequest } from '../call.js';

const PAGE = 200;

/** The first matching item of a provider's list, over all its pages. */
export async function findListed<T extends { readonly id: string }>(
  list: (request: PageRequest) => Promise<ListAnswer<T>>,
  isWanted: (item: T) => boolean,
): Promise<T | undefined> {
  let startingAfter: string | undefined;
  for (;;) {
    const cursor = startingAfter === undefined ? {} : { startingAfter };
    const answer = await list({ limit: PAGE, ...cursor });
    const items = 'page' in answer ? answer.page : answer;
    const found = items.find(isWanted);
    const last = items.at(-1)?.id;
    const isEnd = !('page' in answer) || items.length < PAGE || last === startingAfter;
    if (found !== undefined || isEnd) return found;
    startingAfter = last;
  }
}

/** All of a provider's list. */
export async function allListed<T extends { readonly id: string }>(
  list: (request: PageRequest) => Promise<ListAnswer<T>>,
): Promise<readonly T[]> {
  const all: T[] = [];
  await findListed(list, (item) => {
    all.push(item);
    return false;
  });
  return all;
}
