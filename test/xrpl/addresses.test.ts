import fc from 'fast-check';
import {
  codec,
  decodeAccountID,
  encodeAccountID,
  encodeNodePublic,
  encodeSeed,
  isValidClassicAddress,
} from 'ripple-address-codec';
import { describe, expect, test } from 'vitest';
import { accountIdOf, addressOfId, isClassicAddress } from '../../src/xrpl/wire/address.js';
import { runs } from '../support/runs.js';

/** Zeros in front are letters of their own. */
const id = fc
  .tuple(fc.nat({ max: 20 }), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([zeros, bytes]) => bytes.map((byte, at) => (at < zeros ? 0 : byte)));

const often = runs(2_000);

describe('an address', () => {
  test('is the one that the ledger’s library writes, and stands for the same account', () => {
    fc.assert(
      fc.property(id, (bytes) => {
        const address = encodeAccountID(bytes);
        expect(addressOfId(bytes)).toBe(address);
        expect(accountIdOf(address)).toEqual(bytes);
        expect(isClassicAddress(address)).toBe(true);
      }),
      often,
    );
  });

  test('with other letters is one where the library reads one too', () => {
    const change = fc.record({ at: fc.nat(), letter: fc.string({ unit: 'binary', maxLength: 2 }) });
    fc.assert(
      fc.property(id, change, (bytes, { at, letter }) => {
        const address = encodeAccountID(bytes);
        const place = at % (address.length + 1);
        const other = `${address.slice(0, place)}${letter}${address.slice(place + 1)}`;
        expect(isClassicAddress(other)).toBe(isValidClassicAddress(other));
      }),
      often,
    );
  });

  test('is text of any version and length only where the library reads one too', () => {
    const version = fc.constantFrom(0, 1, 0x1c, 0x23);
    fc.assert(
      fc.property(version, fc.uint8Array({ maxLength: 30 }), (first, rest) => {
        const text = codec.encodeChecked(Uint8Array.of(first, ...rest));
        expect(isClassicAddress(text)).toBe(isValidClassicAddress(text));
      }),
      often,
    );
  });

  test.each([
    ['nothing', ''],
    ['a blank in front', ' rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
    ['a letter that base58 has not', 'rrrrrrrrrrrrrrrrrrrrrhoLvT0'],
    ['a seed', encodeSeed(new Uint8Array(16), 'ed25519')],
    ['a validator’s key', encodeNodePublic(new Uint8Array(33))],
    ['an account of another version', codec.encodeChecked(Uint8Array.of(1, ...Array(20).fill(0)))],
    ['far more letters', 'r'.repeat(100_000)],
  ])('is not %s', (_, text) => {
    expect(isClassicAddress(text)).toBe(false);
  });

  test('of nobody is read', () => {
    const text = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';
    expect(accountIdOf(text)).toEqual(Uint8Array.from(decodeAccountID(text)));
  });
});
