import { isObject } from '../../../../core/json.js';
import { GraphqlError } from './errors.js';
import type { Operation, Value } from './parser.js';

/** An argument with all variables put in. An enum's name is a string like any other. */
export type Input =
  | string
  | number
  | bigint
  | boolean
  | null
  | undefined
  | readonly Input[]
  | { readonly [name: string]: Input };

export function isInputObject(input: Input): input is { readonly [name: string]: Input } {
  return typeof input === 'object' && input !== null && !Array.isArray(input);
}

/** The variables of an operation: those given, and the fallbacks of those that are not. */
export function variablesOf(operation: Operation, given: unknown): ReadonlyMap<string, Input> {
  const values = isObject(given) ? given : {};
  const known = new Set(operation.variables.map(({ name }) => name));
  const unknown = Object.keys(values).filter((name) => !known.has(name));
  if (unknown.length > 0) {
    const message = `unexpected variables in variableValues: ${unknown.join(', ')}`;
    throw new GraphqlError(message, '$');
  }
  const variables = new Map<string, Input>();
  for (const { name, required, fallback } of operation.variables) {
    const value = fromJson(values[name]);
    if (required && (value === undefined || value === null)) {
      const message = `expecting a value for non-nullable variable: "${name}"`;
      throw new GraphqlError(message, '$');
    }
    if (value !== undefined) variables.set(name, value);
    else if (fallback !== undefined) variables.set(name, inputOf(fallback, variables));
    else variables.set(name, undefined);
  }
  return variables;
}

export function inputOf(value: Value, variables: ReadonlyMap<string, Input>): Input {
  switch (value.kind) {
    case 'plain':
      return value.value;
    case 'enum':
      return value.name;
    case 'list':
      return value.items.map((item) => inputOf(item, variables));
    case 'object':
      return Object.fromEntries(
        [...value.fields].map(([name, field]) => [name, inputOf(field, variables)]),
      );
    case 'variable':
      if (!variables.has(value.name)) {
        throw new GraphqlError(`unbound variable "${value.name}"`, '$');
      }
      return variables.get(value.name);
  }
}

function fromJson(value: unknown): Input {
  if (value === null || value === undefined) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
    return value;
  }
  if (Array.isArray(value)) return value.map(fromJson);
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).map(([name, field]) => [name, fromJson(field)]),
  );
}
