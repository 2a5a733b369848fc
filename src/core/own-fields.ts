import { InvalidInputError } from './errors.js';
import { isObject, isPlain } from './json.js';
import { readInput } from './read-input.js';

/**
 * Fields that an object inherits or hides are read in one place and lost in another, such as in a copy or in an
 * idempotency key. So they are refused.
 *
 * @throws InvalidInputError naming the value, also where its getters throw.
 */
export function assertOwnFields(value: unknown, name: string): void {
  if (!isObject(value)) return;
  const isOwn = readInput(name, () => {
    const hides = Reflect.ownKeys(value).length > Object.keys(value).length;
    return isPlain(value) && !hides && !inherits(value);
  });
  if (!isOwn) throw notOwn(name);
}

function notOwn(name: string): InvalidInputError {
  return new InvalidInputError(name, 'must be a plain object, with fields of its own');
}

/**
 * A copy of the options of a call, with copies of the data in it; signals and functions stay the same objects.
 *
 * @throws InvalidInputError as {@link assertOwnFields}
 */
export function ownCopy<T extends object>(value: T, name: string): T {
  if (!isObject(value)) throw notOwn(name);
  assertOwnFields(value, name);
  return readInput(name, () => {
    const fields = Object.entries(value).filter(([, one]) => isData(one));
    const copies = fields.map(
      ([field, one]) => [field, snapshotOf(one, `${name}.${field}`)] as const,
    );
    return Object.assign({ ...value }, Object.fromEntries(copies));
  });
}

function isData(value: unknown): boolean {
  return Array.isArray(value) || value instanceof Uint8Array || (isObject(value) && isPlain(value));
}

/** No input that this package reads is deeper, or longer. */
const MAX_DEPTH = 50;
const MAX_LENGTH = 100_000;

/**
 * A caller's value as it is now: lists, plain objects and bytes are copied, so that changes after the call began have
 * no effect. A value that contains itself or has no end is copied only in part: the code that reads it refuses it.
 *
 * @throws InvalidInputError naming the value that inherits its fields, or whose getters throw.
 */
export function snapshotOf(value: unknown, name: string): unknown {
  return readInput(name, () => copied(value, name, new Map(), 0));
}

/** @param copies - What was copied already; a reference of a value to itself stays the original. */
function copied(
  value: unknown,
  name: string,
  copies: Map<object, unknown>,
  depth: number,
): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (copies.has(value)) return copies.get(value);
  copies.set(value, value);
  const copy = copyOf(value, name, (one, field) => copied(one, field, copies, depth + 1));
  copies.set(value, copy);
  return copy;
}

function copyOf(
  value: object,
  name: string,
  inner: (value: unknown, name: string) => unknown,
): unknown {
  if (Array.isArray(value)) {
    if (value.length > MAX_LENGTH) return value;
    return value.map((one, at) => inner(one, `${name}[${at}]`));
  }
  if (value instanceof Uint8Array) return Uint8Array.from(value);
  if (inherits(value)) assertOwnFields(value, name);
  if (!isPlain(value)) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.map(([field, one]) => [field, inner(one, `${name}.${field}`)]));
}

function inherits(value: object): boolean {
  for (const field in value) if (!Object.hasOwn(value, field)) return true;
  return false;
}
