import { Cl, type ClarityValue as LibraryValue } from '@stacks/transactions';
import { decodeValue } from '../../src/stacks/wire/clarity-codec.js';
import type { ClarityValue } from '../../src/stacks/wire/clarity-value.js';

/** A value of the chain's library as this package has it, from the bytes that the library makes of it. */
export function own(value: LibraryValue): ClarityValue {
  return decodeValue(Cl.serialize(value));
}
