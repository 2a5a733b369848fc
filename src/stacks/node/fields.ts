import * as z from 'zod/mini';
import { MAX_U64 } from '../../core/fields.js';

/** A whole number, which nodes write as a number, as decimal text or as hexadecimal behind `0x`. */
export const whole = z.pipe(
  z.union([z.int().check(z.gte(0)), z.string().check(z.regex(/^(?:\d{1,40}|0x[0-9a-f]{1,32})$/))]),
  z.transform((value) => BigInt(value)),
);

/** A count of 64 bits, such as a nonce. */
export const u64 = whole.check(z.lte(MAX_U64));

export const hash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/));
export const hex = z.string().check(z.regex(/^0x(?:[0-9a-f]{2})*$/));
/** Hexadecimal as a node writes it without `0x`. */
export const bareHex = z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/));
export const digits = z.string().check(z.regex(/^\d{1,40}$/));

/** A Clarity value, as an API writes it. */
export const shownValue = z.looseObject({ hex: z.string(), repr: z.string() });
