import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';

/** A transaction that was built elsewhere: of `@stacks/transactions`, or its bytes. */
export type GivenStacksTransaction =
  | {
      /** Its bytes. */
      serializeBytes(): Uint8Array;
    }
  | Uint8Array
  | string;

/** The bytes of a transaction that was built elsewhere, in hexadecimal. @throws InvalidInputError */
export function givenBytes(given: unknown): string {
  const bytes = isWire(given) ? given.serializeBytes() : given;
  if (bytes instanceof Uint8Array) return bytesToHex(bytes);
  if (typeof bytes === 'string') return bytes.replace(/^0x/, '').toLowerCase();
  const reason = 'must be a transaction of @stacks/transactions, or its bytes';
  throw new InvalidInputError('transaction', reason);
}

function isWire(value: unknown): value is { serializeBytes(): unknown } {
  return isObject(value) && typeof value.serializeBytes === 'function';
}
