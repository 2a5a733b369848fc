import { GatewayError, InvalidInputError } from './errors.js';

/**
 * Reads a caller's value, whose getters may throw anything.
 *
 * @throws InvalidInputError naming what can't be read.
 */
export function readInput<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new InvalidInputError(name, "can't be read");
  }
}

/**
 * The note of a call that has two places for it.
 *
 * @throws InvalidInputError if they differ: one of them would be lost.
 */
export function oneNote(one: string | undefined, other = one): string | undefined {
  if ((one ?? other) === other) return other;
  throw new InvalidInputError('note', 'must be given once');
}
