import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesToHex, equalBytes, fromHex } from '../../src/core/bytes.js';

describe('fromHex', () => {
  it('reads what node writes, in either case', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.boolean(), (bytes, upper) => {
        const hex = Buffer.from(bytes).toString('hex');
        expect(fromHex(upper ? hex.toUpperCase() : hex)).toEqual(bytes);
        expect(bytesToHex(bytes)).toBe(hex);
      }),
    );
  });

  it.each(['0x00', 'a', 'abc', 'zz', ' 00', '00 ', '00\n', '0 0', '\uff10\uff10', '-1'])(
    'gives nothing for %j',
    (text) => {
      expect(fromHex(text)).toBeUndefined();
    },
  );

  it('reads a megabyte', () => {
    expect(fromHex('ab'.repeat(1_048_576))?.length).toBe(1_048_576);
  });
});

describe('equalBytes', () => {
  it('says what node says', () => {
    const pair = fc.oneof(
      fc.tuple(fc.uint8Array(), fc.uint8Array()),
      fc.uint8Array().map((bytes) => [bytes, Uint8Array.from(bytes)] as const),
    );
    fc.assert(
      fc.property(pair, ([one, other]) => {
        expect(equalBytes(one, other)).toBe(Buffer.compare(one, other) === 0);
      }),
    );
  });

  it('tells a prefix from the whole', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2, 0), Uint8Array.of(1, 2))).toBe(false);
  });
});
