import fc from 'fast-check';
import { jsonSchemaOf } from '../../../src/provider/schemas/json-schema.js';
import type { Schema } from '../../../src/provider/schemas/schema.js';
import { valuesOf } from './values.js';

/** One valid value of a schema, always the same. */
export function sampleOf(schema: Schema): unknown {
  const [value] = fc.sample(valuesOf({ ...jsonSchemaOf(schema()) }), { seed: 7, numRuns: 1 });
  return JSON.parse(JSON.stringify(value));
}
