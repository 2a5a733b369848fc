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
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
/** More characters than JavaScript ever writes for a number. */
const MAX_EXACT = 40;

/**
 * Reads JSON without losing a digit: a number that a JavaScript number can't hold comes as its text.
 *
 * @throws SyntaxError for text that is not JSON.
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(withNumbers(text, (token) => (isHeld(token) ? token : `"${token}"`)));
}

/** Reads text known to be JSON, with every number as its text. */
export function parseJsonAsText(json: string): unknown {
  return JSON.parse(withNumbers(json, (token) => `"${token}"`));
}

/** A loop, not one pattern for the whole text: on a string of megabytes a pattern runs out of stack. */
function withNumbers(json: string, write: (token: string) => string): string {
  let written = '';
  let at = 0;
  for (;;) {
    const opening = json.indexOf('"', at);
    const outside = opening === -1 ? json.slice(at) : json.slice(at, opening);
    written += outside.replace(NUMBER, write);
    if (opening === -1) return written;
    at = endOfString(json, opening);
    written += json.slice(opening, at);
  }
}

function endOfString(json: string, opening: number): number {
  for (let at = opening; ; ) {
    at = json.indexOf('"', at + 1);
    if (at === -1) return json.length;
    let backslashes = 0;
    while (json[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

/** Whether the JavaScript number equals the number that the JSON text states. */
export function isHeld(token: string): boolean {
  const number = Number(token);
  if (token.length > MAX_EXACT || !Number.isFinite(number)) return false;
  return significant(token) === significant(String(number));
}

/** A number's digits and their power of ten, which are the same however it is written. */
function significant(token: string): string {
  const [mantissa = '', power = '0'] = token.split(/e/i);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^(-?)0+/, '$1');
  const kept = digits.replace(/(?<!0)0+$/, '');
  if (kept === '' || kept === '-') return '0';
  return `${kept}e${Number(power) - fraction.length + digits.length - kept.length}`;
}
