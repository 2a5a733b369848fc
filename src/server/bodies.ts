import * as z from 'zod/mini';

/**
 * A field of a body: JSON has no bigints, so integers too large for its numbers are strings of digits. A function,
 * since bundlers keep a schema that is made on import.
 */
export function integer() {
  return z.union([z.string(), z.int()], 'must be a whole number, or its digits as text');
}

/** The fields of a body with these names, and the others; typed per member of a union of bodies. */
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
