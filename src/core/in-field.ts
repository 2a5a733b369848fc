import { InvalidInputError } from './errors.js';

/**
 * Reads a part of a caller's input that has no field of its own where it is read.
 *
 * @param nameOf - The name of a field of the part in the whole input.
 * @throws InvalidInputError naming that field.
 */
export async function inField<T>(
  nameOf: (field: string) => string,
  read: () => T | Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    throw new InvalidInputError(nameOf(error.field), error.reason);
  }
}
