import * as z from 'zod/mini';
import { parseAmount } from './amount.js';
import { InvalidInputError } from './errors.js';
import { readQuantity, type Unit } from './quantity.js';
import { excerpt } from './shown.js';

/** The largest number of 64 bits: the largest count of most chains. */
export const MAX_U64 = 2n ** 64n - 1n;

const DECIMAL = /^(?:0|[1-9]\d{0,19})$/;

/** Words of another party's answer, as errors and events may repeat them. */
export const words = /* @__PURE__ */ z.string().check(/* @__PURE__ */ z.overwrite(excerpt));

/** A whole number of 64 bits: a bigint, a decimal string, or a number that is exact. */
export function wholeNumber(least = 0n, unit = '') {
  return parsedWith((value) => {
    const number = typeof value === 'bigint' ? value : wholeIn(value);
    if (number >= least && number <= MAX_U64) return number;
    throw new InvalidInputError('', `must be a whole number${unit} of 64 bits, ${least} at least`);
  });
}

/** Below zero for a value that is no whole number. */
function wholeIn(value: unknown): bigint {
  const text = Number.isSafeInteger(value) ? String(value) : value;
  return typeof text === 'string' && DECIMAL.test(text) ? BigInt(text) : -1n;
}

/** A schema out of a function that throws an InvalidInputError for what it can't read. */
export function parsedWith<T>(read: (value: unknown) => T) {
  return z.pipe(
    z.unknown(),
    z.transform((input, context): T => {
      try {
        return read(input);
      } catch (error) {
        const message = error instanceof InvalidInputError ? error.reason : "can't be read";
        context.issues.push({ code: 'custom', message, input, continue: false });
        return z.NEVER;
      }
    }),
  );
}

/**
 * A schema for the most that a transaction may cost, in base units: a bigint of them, or text that says its unit. It is
 * the same option on every chain.
 */
export function feeCap(unit: Unit, decimals: number, least = 1n) {
  return parsedWith((value) => parseAmount(readQuantity(value, unit, ''), decimals, '')).check(
    z.gte(least),
  );
}

/** A peer's field that is read as missing where it is not as documented. */
export function orMissing<S extends z.ZodMiniType>(schema: S) {
  // Not `z.catch`: it alone adds three kilobytes of zod's own helpers.
  const read = (value: unknown) => z.safeParse(schema, value).data;
  return z.optional(z.transform(read));
}

/** A vault account's id; the custody platform has rules of its own. */
export const vaultId = z.string().check(z.minLength(1), z.maxLength(512));
