import { readFileSync } from 'node:fs';
import { parseDecimal } from '../../core/amount.js';
import { InvalidInputError } from '../../core/errors.js';
import { assertExactJson } from '../../core/exact-json.js';
import { didYouMean } from '../../core/nearest.js';
import { Mistakes } from '../mistakes.js';

/** @throws Mistakes naming the flag. */
export function oneOf(choices: readonly string[], text: string, flag: string): string {
  const chosen = choices.find((choice) => choice === text);
  if (chosen !== undefined) return chosen;
  const meant = didYouMean(text, choices) || '.';
  throw new Mistakes([`--${flag} must be one of ${choices.join(', ')}${meant}`]);
}

/** @throws Mistakes naming the flag, for what no number holds exactly too. */
export function integerIn(text: string, flag: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Mistakes([`--${flag} must be a whole number.`]);
}

/**
 * An amount as it was given: digits, and a point where the unit has decimals.
 *
 * @throws Mistakes naming the flag.
 */
export function amountIn(text: string, flag: string, decimals: number | undefined): string {
  const { scale } = asMistake(flag, () => parseDecimal(text, flag));
  if (decimals === undefined || scale <= decimals) return text;
  const reason = decimals === 0 ? 'must be a whole number' : `may have ${decimals} decimals`;
  throw new Mistakes([`--${flag} ${reason}.`]);
}

/**
 * JSON, given as it is or as `@FILE`.
 *
 * @throws Mistakes naming the flag, and the file.
 */
export function jsonIn(given: string, flag: string): unknown {
  const text = given.startsWith('@') ? fileAt(given.slice(1), flag) : given;
  try {
    const value: unknown = JSON.parse(text);
    asMistake(flag, () => assertExactJson(text));
    return value;
  } catch (error) {
    if (error instanceof Mistakes) throw error;
    throw new Mistakes([`--${flag} must be JSON, or @FILE for a file with JSON in it.`]);
  }
}

function fileAt(path: string, flag: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Mistakes([`--${flag}: ${path} can't be read.`]);
  }
}

function asMistake<T>(flag: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const where = error.field === flag || error.field === 'body' ? '' : `: ${error.field}`;
    throw new Mistakes([`--${flag}${where} ${error.reason}.`]);
  }
}
