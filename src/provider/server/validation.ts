import type * as z from 'zod/mini';
import { parsed } from '../../core/schema.js';
import type { ProviderRequestPart } from '../errors.js';
import { ProviderRefusal } from './refusal.js';

const MAX_PATH = 256;

/**
 * A part of a request in its schema's form.
 *
 * @throws ProviderRefusal `schema-property-error` naming the property with slashes, or `schema-error` when the
 * part as a whole is wrong.
 */
export function checkedPart<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  requestPart: ProviderRequestPart,
): T {
  return parsed(schema, value, ({ path, reason, isRule }) =>
    // If two properties exclude one another, the part that has both is at fault.
    isRule
      ? schemaRefusal(requestPart, path.slice(0, -1), `has ${String(path.at(-1))}, which ${reason}`)
      : schemaRefusal(requestPart, path, reason),
  );
}

export function schemaRefusal(
  requestPart: ProviderRequestPart,
  path: readonly PropertyKey[],
  reason: string,
): ProviderRefusal {
  if (path.length === 0) {
    return new ProviderRefusal('schema-error', { requestPart, message: `The part ${reason}.` });
  }
  const propertyName = `/${path.map(String).join('/')}`.slice(0, MAX_PATH);
  const message = `${propertyName} ${reason}.`;
  return new ProviderRefusal('schema-property-error', { requestPart, propertyName, message });
}
