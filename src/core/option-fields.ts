import * as z from 'zod/mini';
import { formatPath, parsed } from './schema.js';

/** Milliseconds, up to 30 days. */
export const duration = z.optional(z.number().check(z.gte(0), z.lte(2_592_000_000)));

export const abortSignal = z.optional(
  z.custom<AbortSignal>((value) => value instanceof AbortSignal),
);

/**
 * Checks options.
 *
 * @throws Refusal naming the option.
 */
export function checkOptionFields(
  schema: z.ZodMiniObject,
  options: unknown,
  Refusal: new (option: string, reason: string) => Error,
): void {
  parsed(schema, options, ({ path, reason }) => new Refusal(formatPath(path, 'options'), reason));
}
