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
  assertAbsent(given, foreign);
  const own = parseInput(schema, given, 'options');
  const common = Object.entries(given).filter(([name]) => !Object.hasOwn(schema.shape, name));
  return { own, common: Object.fromEntries(common) };
}

/** @throws InvalidInputError naming an option that is not for the call. */
export function assertAbsent(given: object, names: readonly PropertyKey[]): void {
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined && names.includes(name)) {
      throw new InvalidInputError(name, 'is not for this call');
    }
  }
}
