import { parseTypeTag as oracle } from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, encode } from '../../src/aptos/wire/bcs/codec.js';
import { typeTag } from '../../src/aptos/wire/bcs/type-tag.js';
import { parseStructTag, parseTypeTag, printTypeTag } from '../../src/aptos/wire/type-tags.js';
import { runs } from '../support/runs.js';
import { typeText } from './support/built.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const refusal = expect.objectContaining({ code: 'INVALID_INPUT', field: 'tokenType' });

describe('types', () => {
  it('are read, printed and encoded as the chain’s own library does', () => {
    fc.assert(
      fc.property(typeText, (text) => {
        const expected = oracle(text);
        expect(printTypeTag(parseTypeTag(text, 'tokenType'))).toBe(expected.toString());
        const bytes = encode(typeTag, text);
        expect(hex(bytes)).toBe(hex(expected.bcsToBytes()));
        expect(decode(typeTag, bytes, 'tokenType')).toBe(text);
      }),
      runs(2_000),
    );
  });

  it.each([
    [
      '0x1::coin::Coin< 0x1::aptos_coin::AptosCoin >',
      '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>',
    ],
    ['0x1::a::B<u8,vector<u8>>', '0x1::a::B<u8, vector<u8>>'],
    [' u8 ', 'u8'],
    ['0x0001::a::B', '0x1::a::B'],
    [`0x${'0'.repeat(62)}10::a::B`, `0x${'0'.repeat(62)}10::a::B`],
    ['0xAB::a::B', `0x${'ab'.padStart(64, '0')}::a::B`],
    ['0x1::T0::T1', '0x1::T0::T1'],
  ])('has one form of %s', (given, expected) => {
    expect(printTypeTag(parseTypeTag(given, 'tokenType'))).toBe(expected);
  });

  it.each([
    '',
    ' ',
    'U8',
    'u7',
    'i512',
    'int',
    'T0',
    '&u8',
    '&mut u8',
    'u8 u8',
    'u8, u8',
    'u8<u8>',
    'vector',
    'vector<>',
    'vector<u8',
    'vector<u8>>',
    'vector<u8, u8>',
    'vector<u8>u8',
    '<u8>',
    '>',
    ',',
    '0x1::a',
    '0x1::a::B::C',
    '0x1::a::B<>',
    '0x1::a::B<u8,>',
    '0x1::a::B<,u8>',
    '1::a::B',
    'a::b::C',
    '0x1::a-b::C',
    '0x1::1a::C',
    '0x1:: a::C',
    `vector<`.repeat(9) + 'u8' + '>'.repeat(9),
    `vector<`.repeat(5_000),
    'toString',
    '__proto__',
    null,
    5,
    {},
  ])('refuses %s', (given) => {
    expect(() => parseTypeTag(given, 'tokenType')).toThrow(refusal);
  });

  it('takes types eight deep', () => {
    const text = `${'vector<'.repeat(8)}u8${'>'.repeat(8)}`;
    expect(printTypeTag(parseTypeTag(text, 'tokenType'))).toBe(text);
  });

  it('fails in no other way, whatever the text', () => {
    const pieces = fc.constantFrom('<', '>', ',', ' ', '::', 'u8', 'vector', '0x1', 'a', 'T0', '&');
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 15 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(text, (given) => {
        try {
          const printed = printTypeTag(parseTypeTag(given, 'tokenType'));
          expect(printTypeTag(parseTypeTag(printed, 'tokenType'))).toBe(printed);
          expect(oracle(given).toString()).toBe(printed);
        } catch (error) {
          expect(error).toEqual(refusal);
        }
      }),
      runs(3_000),
    );
  });

  it('are those of a struct where one is asked for', () => {
    expect(parseStructTag('0x1::aptos_coin::AptosCoin', 'tokenType')).toMatchObject({
      module: 'aptos_coin',
      name: 'AptosCoin',
    });
    for (const given of ['u8', 'vector<0x1::a::B>', '0x1::a']) {
      expect(() => parseStructTag(given, 'tokenType')).toThrow(refusal);
    }
  });
});
