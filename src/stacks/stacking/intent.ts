import { isObject, type Json, type JsonObject } from '../../core/json.js';

/**
 * The input that a key is bound to: the operation and all of the caller's parameters, with whole numbers as text.
 * Values that are read from the chain are not part of it, so that a repeated call is the same.
 */
export function intentOf(operation: string, given: Readonly<Record<string, unknown>>): JsonObject {
  return { operation, ...plainMembers(given) };
}

function plainMembers(given: Readonly<Record<string, unknown>>): JsonObject {
  const plain: Record<string, Json> = {};
  for (const [name, value] of Object.entries(given)) {
    if (isObject(value)) plain[name] = plainMembers(value);
    else if (value !== undefined) plain[name] = value === null ? null : String(value);
  }
  return plain;
}
