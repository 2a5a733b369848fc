import { ConfigurationError, type InvalidInputError } from './errors.js';
import { isObject } from './json.js';
import { didYouMean } from './nearest.js';

/**
 * What `typeof` says of an option, where a number is zero or more and an object no list; `any` where the code that
 * reads the option checks it; or the options within it.
 */
type Shape = 'any' | 'boolean' | 'function' | 'list' | 'number' | 'object' | 'string' | Shapes;
interface Shapes {
  readonly [name: string]: Shape;
}

/** A shape for each option, so that an option that is added to the type has to be added here. */
export type ShapesOf<Options> = { readonly [Name in NamesOf<Options>]: Shape };
type NamesOf<Options> = Options extends unknown ? keyof Options & string : never;

/** The error for an option: of something that is constructed, or of a call. */
export type Refusal = typeof ConfigurationError | typeof InvalidInputError;

/**
 * Refuses options that nobody reads, such as a misspelt fee cap or a call's idempotency key where it takes none, and
 * values that are of another type: a time limit that is no number would end a call that has moved money.
 *
 * @throws Refused naming the option.
 */
export function knownOptions<Options>(
  given: Options,
  shapes: ShapesOf<Options>,
  Refused: Refusal = ConfigurationError,
): void {
  check(given, shapes, Refused);
}

function check(
  given: unknown,
  shapes: Shapes,
  Refused: Refusal,
  what = 'options',
  path = '',
): void {
  // A promise that was not awaited has none of its options.
  if (!isObject(given) || 'then' in given) throw new Refused(what, 'must be of type object');
  // With what it inherits, since that is read too.
  for (const name in given) {
    const value = given[name];
    if (value === undefined) continue;
    const option = path + name;
    const shape = Object.hasOwn(shapes, name) && shapes[name];
    if (!shape) {
      const hint = didYouMean(name, Object.keys(shapes), path);
      throw new Refused(option, `is no option${hint}`);
    }
    if (typeof shape !== 'string') check(value, shape, Refused, option, `${option}.`);
    else if (!fits(value, shape)) throw new Refused(option, `must be of type ${shape}`);
  }
}

function fits(value: unknown, shape: Exclude<Shape, Shapes>): boolean {
  if (shape === 'any') return true;
  if (shape === 'object') return isObject(value);
  if (shape === 'list') return Array.isArray(value);
  // Neither NaN nor below zero.
  return typeof value === shape && (shape !== 'number' || Number(value) >= 0);
}
