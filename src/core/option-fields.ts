import * as z from 'zod/mini';
import { didYouMean } from './nearest.js';
import { formatPath, parsed } from './schema.js';

/** Milliseconds, up to 30 days. */
export const duration = z.optional(z.number().check(z.gte(0), z.lte(2_592_000_000)));

export const abortSignal = z.optional(
  z.custom<AbortSignal>((value) => value instanceof AbortSignal),
);

/**
 * Checks options; one that there is not is refused with a question about the nearest that there is.
 *
 * @throws Refusal naming the option.
 */
export function checkOptionFields(
  schema: z.ZodMiniObject,
  options: unknown,
  Refusal: new (option: string, reason: string) => Error,
): void {
  parsed(schema, options, ({ path, reason }) => {
    const hint = reason.includes('known') ? hintFor(path, schema.shape) : '';
    return new Refusal(formatPath(path, 'options'), reason + hint);
  });
}

/** Asks for an option of the same object: `lanes.dept` for `lanes.depth`, not for `lanes`. */
function hintFor(path: readonly PropertyKey[], fields: z.ZodMiniObject['shape']): string {
  const [name = '', outer = ''] = path.map(String).reverse();
  const within = fields[outer];
  const inner = within instanceof z.ZodMiniOptional && within.def.innerType;
  const known = inner instanceof z.ZodMiniObject ? inner.shape : fields;
  return didYouMean(name, Object.keys(known), outer && `${outer}.`);
}
