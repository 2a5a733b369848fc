import type { inNames, Names } from '../core/field-names.js';
import { assertOwnFields, ownCopy, snapshotOf } from '../core/own-fields.js';

/** What is loaded with the first such operation. */
interface CommonNames {
  readonly NAMES: Names;
  readonly inNames: typeof inNames;
}

/** Begins an operation whose fields have other names than the operation behind; its input is copied as it is now. */
export async function renamed<M extends CommonNames, O extends object, T>(
  load: () => Promise<M>,
  params: unknown,
  options: O,
  work: (chain: M, given: unknown, options: O) => Promise<T>,
): Promise<T> {
  assertOwnFields(params, 'params');
  const given = snapshotOf(params, 'params');
  const own = ownCopy(options, 'options');
  const chain = await load();
  return chain.inNames(chain.NAMES, () => work(chain, given, own));
}
