import { isObject, type Json, type JsonObject } from '../../core/json.js';

/**
 * What a key is bound to: the operation and everything that the caller gave, with whole numbers as
 * text. What is read of the chain is no part of it, so that a repeated call is the same.
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
