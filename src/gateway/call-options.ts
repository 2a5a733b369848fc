import type * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { assertOwnFields } from '../core/own-fields.js';
import { parseInput } from '../core/schema.js';
import type { TransactionOptions } from '../transactions/index.js';

/**
 * A call's options: the chain's own, checked, and those of every transaction, which the transaction's life checks.
 *
 * @param foreign - Names of the chain's own options that are not for this call.
 * @throws InvalidInputError naming the option.
 */
export function splitOptions<S extends z.ZodMiniObject, Given extends object>(
  schema: S,
  given: Given,
  foreign: readonly (keyof Given & keyof S['shape'])[] = [],
): { readonly own: z.output<S>; readonly common: TransactionOptions } {
  assertOwnFields(given, 'options');
  for (const name of foreign) {
    if (given[name] !== undefined) {
      throw new InvalidInputError(String(name), 'is not for this call');
    }
  }
  const own = parseInput(schema, given, 'options');
  const common = Object.entries(given).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return { own, common: Object.fromEntries(common) };
}
