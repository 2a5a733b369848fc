import * as z from 'zod/mini';

/**
 * A field of a body: JSON has no bigints, so what is too large for its numbers is digits as text. A function,
 * since no bundler leaves a schema out that is made on import.
 */
export function integer() {
  return z.union([z.string(), z.int()], 'must be a whole number, or its digits as text');
}

/** What of a body has these names, and what has not: of a union of bodies, each by itself. */
export function parted<Body extends object, Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): readonly [Pick<Body, Name>, Body extends unknown ? Omit<Body, Name> : never];
export function parted(body: object, names: readonly string[]) {
  const entries = Object.entries(body);
  const isNamed = ([name]: readonly [string, unknown]) => names.includes(name);
  return [
    Object.fromEntries(entries.filter(isNamed)),
    Object.fromEntries(entries.filter((entry) => !isNamed(entry))),
  ] as const;
}
