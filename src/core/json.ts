import { InvalidInputError } from './errors.js';

/** A value that JSON can carry. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** Whether a value is an object with named members: neither an array nor null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; `undefined` for any other text. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON, with bigints as decimal strings. */
export function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? part.toString() : part,
  );
}

/**
 * JSON with sorted keys and no blanks, so that equal values give equal text and different ones different text.
 * Members that are `undefined` are left out; a bigint is written as its decimal string.
 *
 * @throws InvalidInputError for a value that JSON can't express (NaN, a Date, a Map, a function): different ones
 * would give the same text.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return JSON.stringify(value.toString());
  if (Array.isArray(value)) return `[${Array.from(value, canonicalElement).join(',')}]`;
  if (isObject(value)) {
    if (!isPlain(value)) throw notJson('an instance of a class');
    const members = Object.keys(value)
      .filter((key) => value[key] !== undefined)
      .sort()
      .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
    return `{${members.join(',')}}`;
  }
  const writable = value === null || typeof value === 'string' || typeof value === 'boolean';
  if (!writable && !Number.isFinite(value)) {
    throw notJson(typeof value);
  }
  return JSON.stringify(value);
}

function notJson(what: string): InvalidInputError {
  return new InvalidInputError('params', `must be JSON; ${what} such as this is not`);
}

/** As in JSON.stringify: an array has no gaps. */
function canonicalElement(value: unknown): string {
  return value === undefined ? 'null' : canonicalJson(value);
}

/** Of any realm: the content of a Map or a Date is not in its members. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
