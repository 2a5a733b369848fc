import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asciiText,
  decodeBase32,
  decodeBase58,
  decodeBase64,
  decodeHex,
  encodeBase32,
  encodeBase58,
  encodeBase64,
  encodeHex,
  encodePercent,
} from '../../src/requests/text-encodings.js';
import { base32, base58 } from '../support/request-verifier.js';
import { runs } from '../support/runs.js';

const CODECS = [
  ['hexstr', encodeHex, decodeHex, (bytes: Buffer) => bytes.toString('hex')],
  ['base64', encodeBase64, decodeBase64, (bytes: Buffer) => bytes.toString('base64')],
  ['base32', encodeBase32, decodeBase32, (bytes: Buffer) => base32(bytes)],
  ['base58', encodeBase58, decodeBase58, (bytes: Buffer) => base58(bytes)],
] as const;

describe.each(CODECS)('%s', (_, encode, decode, oracle) => {
  it('writes what others write, and reads it back', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc
        .tuple(fc.nat(20), fc.uint8Array())
        .map(([zeros, rest]) => [...Buffer.alloc(zeros), ...rest]),
    );
    fc.assert(
      fc.property(bytes, (given) => {
        const text = asciiText(encode(Uint8Array.from(given)));
        expect(text).toBe(oracle(Buffer.from(given)));
        expect(decode(text)).toEqual(Uint8Array.from(given));
      }),
      runs(500),
    );
  });

  it('writes a long message as others write it', () => {
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, index) => (index * 7919) % 256));
    expect(asciiText(encode(bytes))).toBe(oracle(bytes));
  });

  it('reads one text only for each value', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const bytes = decode(text);
        if (bytes !== undefined) {
          expect([text, text.toLowerCase()]).toContain(asciiText(encode(bytes)));
        }
      }),
      runs(2_000),
    );
  });
});

describe('strictness', () => {
  it.each([
    ['no padding', 'QUI'],
    ['padding alone', '='],
    ['padding in front', '=QUJD'],
    ['bits left over', 'QUJ='],
    ['too much padding', 'QUI=='],
    ['base64url', '-_8='],
    ['a blank', 'QU I='],
  ])('base64 with %s is none', (_, text) => {
    expect(decodeBase64(text)).toBeUndefined();
  });

  it.each(['abc', '0x00', 'aB', '0g', ' 00'])('%j is no hex', (text) => {
    expect(decodeHex(text)).toBeUndefined();
  });

  it.each(['mY======', 'my', 'my=====', 'm1======', 'mz======'])('%j is no base32', (text) => {
    expect(decodeBase32(text)).toBeUndefined();
  });

  it.each(['0', 'O', 'I', 'l', '2 2', 'é'])('%j is no base58', (text) => {
    expect(decodeBase58(text)).toBeUndefined();
  });
});

describe('url-encoded', () => {
  it('is encodeURIComponent of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const given = Buffer.from(text).toString();
        expect(asciiText(encodePercent(Buffer.from(given)))).toBe(encodeURIComponent(given));
      }),
    );
  });

  it('has a form for bytes that are no text', () => {
    expect(asciiText(encodePercent(Uint8Array.of(0xff, 0x00, 0x41)))).toBe('%FF%00A');
  });
});
