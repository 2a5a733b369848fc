import { AccountAddress, Ed25519PublicKey } from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOfKey,
  displayAddress,
  parseAddress,
  parseModuleAddress,
  parseRecipient,
} from '../../src/aptos/wire/address.js';
import { runs } from '../support/runs.js';
import { accountAddress } from './support/built.js';

const long = (short: string) => `0x${short.padStart(64, '0')}`;
const refusal = expect.objectContaining({ code: 'INVALID_INPUT', field: 'recipientAddress' });

describe('addresses', () => {
  it('are those of the chain’s own library for any key', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (key) => {
        const expected = new Ed25519PublicKey(key).authKey().derivedAddress();
        expect(addressOfKey(key)).toBe(expected.toStringLong());
      }),
      runs(500),
    );
  });

  it('are read as AIP-40 wants users to write them, and printed as it says', () => {
    fc.assert(
      fc.property(accountAddress, fc.boolean(), (address, capital) => {
        const given = address.toStringLong();
        const text = capital ? `0x${given.slice(2).toUpperCase()}` : given;
        expect(parseAddress(text, 'address')).toBe(given);
        expect(parseAddress(address.toString(), 'address')).toBe(given);
        expect(displayAddress(given)).toBe(address.toString());
      }),
      runs(500),
    );
  });

  it('are taken when the chain’s own library takes them in its strict reading, and only then', () => {
    const almost = fc
      .tuple(fc.constantFrom('0x', '0X', '', ' 0x'), fc.stringMatching(/^[0-9a-fA-Fg ]{0,66}$/))
      .map(([prefix, digits]) => prefix + digits);
    const zeros = fc.tuple(fc.nat(66), fc.nat(20)).map(([count, value]) => {
      return `0x${'0'.repeat(count)}${value.toString(16)}`;
    });
    fc.assert(
      fc.property(fc.oneof(almost, zeros), (text) => {
        let read: string | undefined;
        try {
          read = parseAddress(text, 'recipientAddress');
        } catch (error) {
          expect(error).toEqual(refusal);
        }
        const { valid } = AccountAddress.isValid({ input: text, strict: true });
        expect(read !== undefined).toBe(valid);
        if (valid) expect(read).toBe(AccountAddress.from(text).toStringLong());
      }),
      runs(2_000),
    );
  });

  it.each([
    '0x0',
    '0x1',
    '0xa',
    '0xA',
    '0xf',
    long('1'),
    long('a'),
    long(''),
    '0x10',
    '0x123',
    long('abc').slice(0, -1),
    `${long('abc')}0`,
    long('abc').slice(2),
    '',
    null,
    undefined,
    7,
    [long('abc')],
  ])('B-D11: %s is nobody to be paid', (given) => {
    expect(() => parseRecipient(given, 'recipientAddress')).toThrow(refusal);
  });

  it('B-D11: whoever has an address of an account can be paid', () => {
    expect(parseRecipient(long('10'), 'recipientAddress')).toBe(long('10'));
    expect(parseRecipient(`0x${'AB'.repeat(32)}`, 'recipientAddress')).toBe(`0x${'ab'.repeat(32)}`);
  });

  it('may be short in front of a module', () => {
    expect(parseModuleAddress('0x1', 'function')).toBe(long('1'));
    expect(parseModuleAddress('0x12aB', 'function')).toBe(long('12ab'));
    for (const given of ['1', '0x', `0x${'1'.repeat(65)}`, '0xg']) {
      expect(() => parseModuleAddress(given, 'recipientAddress')).toThrow(refusal);
    }
  });
});
