import * as z from 'zod/mini';
import { parseDecimal } from '../core/amount.js';
import { InvalidInputError } from '../core/errors.js';

/** Longer than any address or hash. */
const MAX_TEXT = 1_024;
/** A cursor is the provider's own text; this many characters still fit a query. */
const MAX_CURSOR = 4_096;
/** The last moment that a `Date` can hold. */
const MAX_TIME_MS = 8.64e15;

/** Text that JSON and a query carry unchanged: not empty, and without half characters. */
export const text = textOf(MAX_TEXT);

/** The start of a page: a text that has a meaning only for the provider. */
export const cursor = textOf(MAX_CURSOR);

function textOf(longest: number) {
  return z.string().check(
    z.minLength(1, 'must not be empty'),
    z.maxLength(longest, 'is too long'),
    z.refine((value) => !/\p{Surrogate}/u.test(value), 'must be well-formed text'),
  );
}

/** Text of an open list: known members for the reader, any other for the future. */
export const openText = <T extends string>() =>
  z.pipe(
    text,
    z.transform((value): T | (string & {}) => value),
  );

/** A plain decimal string above zero: an amount to move is never zero. */
export const amount = decimalFrom(1n);

/** An accepted fee may be zero. */
export const feeLimit = decimalFrom(0n);

function decimalFrom(least: bigint) {
  return z.string().check((context) => {
    const reason = decimalFault(context.value, least);
    if (reason !== undefined) {
      context.issues.push({ code: 'custom', message: reason, input: context.value });
    }
  });
}

function decimalFault(value: string, least: bigint): string | undefined {
  try {
    return parseDecimal(value, '').units < least ? 'must be above zero' : undefined;
  } catch (error) {
    return error instanceof InvalidInputError ? error.reason : 'is not acceptable';
  }
}

/** On the wire the strings `true` and `false`, since release 0.9.1. */
export const flag = z.union(
  [
    z.boolean(),
    z.pipe(
      z.enum(['true', 'false']),
      z.transform((value) => value === 'true'),
    ),
  ],
  'must be true or false',
);

/** Milliseconds since the epoch: a number, a Date, or digits as they are on the wire. */
export const time = whole(
  [
    z.number(),
    z.pipe(
      z.custom<Date>((value) => value instanceof Date),
      z.transform((date) => date.getTime()),
    ),
    digits(/^\d{1,16}$/),
  ],
  (value) => value >= 0 && value <= MAX_TIME_MS,
  'must be milliseconds since the epoch',
);

/** A whole number from 1 on; digits in a query. */
export const count = whole(
  [z.number(), digits(/^\d{1,9}$/)],
  (value) => value >= 1,
  'must be a whole number above 0',
);

/** Not zod's own formats and limits of numbers, which have more code than this. */
function whole(
  forms: readonly z.ZodMiniType<number>[],
  isWithin: (value: number) => boolean,
  reason: string,
) {
  return z
    .union(forms, reason)
    .check(z.refine((value) => Number.isSafeInteger(value) && isWithin(value), reason));
}

function digits(pattern: RegExp) {
  return z.pipe(z.string().check(z.regex(pattern)), z.transform(Number));
}

/** A field that has a default. Not zod's own, which has more code than this. */
export const orElse = <S extends z.ZodMiniType>(schema: S, otherwise: z.output<S>) =>
  z.pipe(
    z.optional(schema),
    z.transform((value): z.output<S> => value ?? otherwise),
  );

/** A field that may be left out; `null` means the same, as in most answers and bodies. */
export const maybe = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value): z.output<S> | undefined => value ?? undefined),
  );
