import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { assertOwnFields } from '../core/own-fields.js';
import { readInput } from '../core/read-input.js';
import { formatPath, parsed, parseInput } from '../core/schema.js';

/** More transactions than a caller sends at once; larger input is a mistake. */
const MAX_BATCH = 10_000;

const entries = z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_BATCH));

/** The transactions of a batch. @throws InvalidInputError naming `transactions`. */
export function batchEntries(given: unknown): readonly unknown[] {
  return readInput('transactions', () => parseInput(entries, given, 'transactions'));
}

const any = z.optional(z.unknown());
const named = z.strictObject({ transactionType: any, params: any });

/** A transaction of a batch that is given by the name of its operation. */
type NamedEntry = z.output<typeof named>;

/**
 * Reads such an entry. Nobody reads a field beside the two: a tag that belongs into `params` would be lost.
 *
 * @param field - The entry's name in the whole input.
 * @throws InvalidInputError naming the entry, or another field in it.
 */
export function namedEntry(entry: unknown, field: string): NamedEntry {
  if (!isObject(entry)) return {};
  assertOwnFields(entry, field);
  return readInput(field, () =>
    parsed(named, entry, ({ path, reason }) => {
      return new InvalidInputError(`${field}.${formatPath(path, '')}`, reason);
    }),
  );
}

/** What a field of an entry's `params` is called in the whole input. */
export function inParamsOf(entry: string): (field: string) => string {
  return (field) => `${entry}.${/^params(?:\.|$)/.test(field) ? field : `params.${field}`}`;
}
