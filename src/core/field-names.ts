import { InvalidInputError } from './errors.js';

/** What a caller calls a field, by what the operation behind calls it. */
export type Names = Readonly<Record<string, string>>;

/** Does work whose errors name the caller's own field, or a part of it. */
export async function inNames<T>(names: Names, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw inWordsOf(names, error);
  }
}

function inWordsOf(names: Names, error: unknown): unknown {
  if (!(error instanceof InvalidInputError)) return error;
  const { field, reason, transaction } = error;
  const known = Object.keys(names).find((name) => `${field}.`.startsWith(`${name}.`));
  if (known === undefined) return error;
  const renamed = new InvalidInputError(`${names[known]}${field.slice(known.length)}`, reason);
  return transaction === undefined ? renamed : renamed.about(transaction);
}
