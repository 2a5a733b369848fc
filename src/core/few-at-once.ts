/** How many accounts are read at once. */
const READS_AT_ONCE = 20;

/** A few at a time: a batch may pay a hundred accounts, and public nodes count requests. */
export async function eachOf(names: readonly string[], read: (name: string) => Promise<void>) {
  for (let from = 0; from < names.length; from += READS_AT_ONCE) {
    await Promise.all(names.slice(from, from + READS_AT_ONCE).map(read));
  }
}
