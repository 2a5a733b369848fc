import { isObject } from '../../core/json.js';

/**
 * Whether what was read back says what was given. JavaScript has no types, and what is written takes a truth for a
 * number, half a letter for another, and leaves out members that it doesn't know.
 */
export function isSameValue(given: unknown, read: unknown): boolean {
  if (typeof read === 'bigint') return wholeOf(given) === read;
  if (Array.isArray(read)) {
    if (!Array.isArray(given) || given.length !== read.length) return false;
    return read.every((each, index) => isSameValue(given[index], each));
  }
  if (!isObject(read)) return given === read;
  if (!isObject(given)) return false;
  const { type, value } = given;
  if (type === 'buffer' && read.type === type) {
    return typeof value === 'string' && value.toLowerCase() === read.value;
  }
  const names = new Set([...Object.keys(given), ...Object.keys(read)]);
  return [...names].every((name) => isSameValue(given[name], read[name]));
}

/** A number that JavaScript holds exactly, or text of digits. */
function wholeOf(given: unknown): bigint | undefined {
  if (typeof given === 'bigint') return given;
  if (typeof given === 'number') return Number.isSafeInteger(given) ? BigInt(given) : undefined;
  return typeof given === 'string' && /^-?\d+$/.test(given) ? BigInt(given) : undefined;
}
