import { InvalidInputError } from './errors.js';
import { legible } from './legible.js';
import { assertOwnFields, ownCopy, snapshotOf } from './own-fields.js';

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

/** Begins an operation whose fields have other names than the operation behind; its input is copied as it is now. */
export async function renamed<M extends { readonly NAMES: Names }, O extends object, T>(
  load: () => Promise<M>,
  params: unknown,
  options: O,
  work: (chain: M, given: unknown, options: O) => Promise<T>,
): Promise<T> {
  const given = legible('params', () => {
    assertOwnFields(params, 'params');
    return snapshotOf(params, 'params');
  });
  const own = legible('options', () => ownCopy(options, 'options'));
  const chain = await load();
  return inNames(chain.NAMES, () => work(chain, given, own));
}
