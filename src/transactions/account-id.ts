import { InvalidInputError } from '../core/errors.js';

/** Longer than the id of any vault account, or any ARN. */
const MAX_ID_LENGTH = 512;

/** @throws InvalidInputError naming `vaultAccountId`. */
export function checkAccountId(id: unknown): string {
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID_LENGTH) {
    throw new InvalidInputError('vaultAccountId', 'must be a non-empty string such as "0"');
  }
  return id;
}
