import { InvalidInputError } from './errors.js';

/** What a caller calls a field, by what the operation behind calls it. */
export type Names = Readonly<Record<string, string>>;

/** What `schema.ts` says of a field that nobody knows. Its name is the caller's own. */
const UNKNOWN = 'is not a known field';

/**
 * Does work whose errors name the caller's own field.
 *
 * @param nameOf - What the caller calls a field, which may be a part of another one.
 */
export async function inField<T>(
  nameOf: (field: string, reason: string) => string,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const { field, reason, transaction } = error;
    throw new InvalidInputError(nameOf(field, reason), reason).about(transaction);
  }
}

/** The same for an operation that has other names for some of its fields. */
export function inNames<T>(names: Names, work: () => Promise<T>): Promise<T> {
  return inField((field, reason) => (reason === UNKNOWN ? field : nameIn(names, field)), work);
}

/** What a caller calls a field, which may be a part of a named one. */
export function nameIn(names: Names, field: string): string {
  const known = Object.keys(names).find((name) => `${field}.`.startsWith(`${name}.`));
  return known === undefined ? field : `${names[known]}${field.slice(known.length)}`;
}
