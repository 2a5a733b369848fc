import { addressFromVersionHash, addressToString, createAddress } from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeAddress, encodeAddress } from '../../src/stacks/wire/c32.js';
import { isPrincipalOf } from '../../src/stacks/wire/principals.js';
import { many } from '../support/runs.js';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const version = fc.constantFrom(20, 21, 22, 26);
/** Zeros in front, which the text has to keep. */
const hash160 = fc
  .tuple(fc.nat({ max: 20 }), fc.uint8Array({ minLength: 20, maxLength: 20 }))
  .map(([zeros, bytes]) => Buffer.from(bytes.fill(0, 0, zeros)).toString('hex'));
const address = fc.tuple(version, hash160).map(([version, hash160]) => ({ version, hash160 }));

describe('an address of Stacks', () => {
  it('is written as the chain’s own library writes it, and read back', () => {
    fc.assert(
      fc.property(address, ({ version, hash160 }) => {
        const text = encodeAddress({ version, hash160 });
        expect(text).toBe(addressToString(addressFromVersionHash(version, hash160)));
        expect(decodeAddress(text)).toEqual({ version, hash160 });
      }),
      { numRuns: many(200, 2_000) },
    );
  });

  it('is none with another character anywhere, one more or one less', () => {
    const change = fc.record({
      at: fc.nat({ max: 60 }),
      digit: fc.constantFrom(...ALPHABET, 'I', 'L', 'O', 'U', 'a', 's', ' ', '', 'é'),
    });
    fc.assert(
      fc.property(address, change, fc.boolean(), (parts, { at, digit }, isInserted) => {
        const text = encodeAddress(parts);
        const changed = text.slice(0, at) + digit + text.slice(at + (isInserted ? 0 : 1));
        fc.pre(changed !== text);
        expect(decodeAddress(changed)).toBeUndefined();
        // The library takes other spellings of the same address, such as small letters; never another address.
        const { hash160 } = readByLibrary(changed) ?? {};
        if (hash160 !== undefined) expect(hash160).toBe(parts.hash160);
      }),
      { numRuns: many(300, 3_000) },
    );
  });

  it.each([
    ['SP000000000000000000002Q6VF78', 'mainnet', true],
    ['ST000000000000000000002AMW42H', 'testnet', true],
    ['SP000000000000000000002Q6VF78', 'testnet', false],
    ['sp000000000000000000002q6vf78', 'mainnet', false],
    ['SP000000000000000000002Q6VF78.pox-4', 'mainnet', true],
    ['SP00000000000000000000002Q6VF78', 'mainnet', false],
    ['S', 'mainnet', false],
    ['', 'mainnet', false],
    [`SP${'0'.repeat(1_000_000)}`, 'mainnet', false],
  ] as const)('%s is one of %s: %s', (text, kind, expected) => {
    expect(isPrincipalOf(kind, text)).toBe(expected);
  });
});

function readByLibrary(text: string) {
  try {
    return createAddress(text);
  } catch {
    return undefined;
  }
}
