import { ConfigurationError } from '../core/errors.js';

/** All problems of a command line, or of the variables that configure it, at once. */
export class Mistakes extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** Whether an error is the caller's own, and its message says what to change. */
export function isMistake(error: unknown): error is Error {
  return error instanceof Mistakes || error instanceof ConfigurationError;
}
