/** The results of a request for each, a few of them at once: a list may be long, and public nodes count requests. */
export async function fewAtOnce<T, R>(
  all: readonly T[],
  request: (one: T, index: number) => Promise<R>,
  atOnce = 20,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < all.length; from += atOnce) {
    const some = all.slice(from, from + atOnce).map((one, at) => request(one, from + at));
    results.push(...(await Promise.all(some)));
  }
  return results;
}
