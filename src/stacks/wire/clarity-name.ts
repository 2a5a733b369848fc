import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import { CLARITY_NAME } from './principals.js';

/** A schema for the name of a function, a token or a variable. */
export const clarityName = parsedWith((value) => {
  if (typeof value === 'string' && CLARITY_NAME.test(value)) return value;
  throw new InvalidInputError('', 'must be a Clarity name');
});
