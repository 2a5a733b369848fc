import { GatewayError, InvalidInputError } from './errors.js';

/**
 * Reads what a caller gave, whose getters may throw whatever they like.
 *
 * @throws InvalidInputError naming what can't be read.
 */
export function legible<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new InvalidInputError(name, "can't be read");
  }
}
