import * as z from 'zod/mini';
import { blockchain, currencyCode, symbol } from './assets.js';
import { BLOCKCHAINS, CRYPTOCURRENCY_SYMBOLS } from './cryptocurrencies.js';
import { NATIONAL_CURRENCY_CODES } from './currencies.js';
import { knownValues, listedValues } from './schema.js';

/** The known values of a schema. Any text fits one of a long list, so an application that only calls does without it. */
function knownValuesOf(made: object): readonly string[] | undefined {
  if (made === blockchain()) return BLOCKCHAINS;
  if (made === symbol()) return CRYPTOCURRENCY_SYMBOLS;
  if (made === currencyCode()) return NATIONAL_CURRENCY_CODES;
  return knownValues.get(made);
}

/**
 * How schemas are written as JSON Schema: open enumerations have their known values as `examples`, and kinds that
 * are not listed yet are written as `not` the listed ones.
 */
export const AS_JSON_SCHEMA: Pick<z.core.ToJSONSchemaParams, 'unrepresentable' | 'override'> = {
  // Kinds that are not listed; `override` writes their schema.
  unrepresentable: 'any',
  override: ({ zodSchema, jsonSchema }) => {
    const known = knownValuesOf(zodSchema);
    if (known !== undefined) jsonSchema.examples = [...known];
    const listed = listedValues.get(zodSchema);
    if (listed !== undefined)
      Object.assign(jsonSchema, { type: 'string', not: { enum: [...listed] } });
  },
};

/** Plain JSON Schema (2020-12) of a schema. */
export function jsonSchemaOf(made: z.ZodMiniType): z.core.JSONSchema.BaseSchema {
  return z.toJSONSchema(made, AS_JSON_SCHEMA);
}
