import * as z from 'zod/mini';
import { legible } from '../core/legible.js';
import { parseInput } from '../core/schema.js';

/** More transactions than a caller sends at once; larger input is a mistake. */
const MAX_BATCH = 10_000;

const entries = z.array(z.unknown()).check(z.minLength(1), z.maxLength(MAX_BATCH));

/** The transactions of a batch. @throws InvalidInputError naming `transactions`. */
export function batchEntries(given: unknown): readonly unknown[] {
  return legible('transactions', () => parseInput(entries, given, 'transactions'));
}
