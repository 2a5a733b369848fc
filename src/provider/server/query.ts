import * as z from 'zod/mini';
import { queryValue } from '../query-value.js';
import { ProviderRefusal } from './refusal.js';
import { checkedPart, schemaRefusal } from './validation.js';

/** Parameters that have no meaning without a value. */
const NEVER_EMPTY = new Set(['limit', 'order', 'balances']);

/**
 * A query in its schema's form. Parameters that the operation doesn't have are ignored, since later releases may
 * add some, and so are cursors and filters without a value, which clients generated from the specification send.
 *
 * @throws ProviderRefusal naming the parameter.
 */
export function checkedQuery<T>(schema: z.ZodMiniType<T>, query: URLSearchParams): T {
  const known = namesOf(schema);
  const given = new Map<string, unknown>();
  for (const [name, value] of query) {
    if (!known.has(name)) continue;
    if (given.has(name)) throw schemaRefusal('querystring', [name], 'is given twice');
    if (value !== '' || NEVER_EMPTY.has(name)) given.set(name, queryValue(name, value));
  }
  if (given.has('startingAfter') && given.has('endingBefore')) throw bothCursors();
  return checkedPart(schema, Object.fromEntries(given), 'querystring');
}

function namesOf(schema: z.ZodMiniType): ReadonlySet<string> {
  return new Set(schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []);
}

function bothCursors(): ProviderRefusal {
  return new ProviderRefusal('invalid-query-parameters', {
    message: 'Only one of startingAfter and endingBefore can be used.',
    propertyName: 'startingAfter',
    requestPart: 'query',
  });
}
