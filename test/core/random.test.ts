import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf, newUuid, systemRandom, uuidOf } from '../../src/core/random.js';

const VERSION_4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('chance', () => {
  it('is as many bytes as asked for, and others each time', () => {
    for (const length of [0, 1, 16, 65_536]) expect(systemRandom(length)).toHaveLength(length);
    expect(systemRandom(16)).not.toEqual(systemRandom(16));
  });

  it('is a fraction from 0 to 1, without 1', () => {
    const of = (...bytes: number[]) => fractionOf(() => Uint8Array.from(bytes));
    expect(of(0, 0, 0, 0)).toBe(0);
    expect(of(0, 0, 0, 128)).toBe(0.5);
    expect(of(255, 255, 255, 255)).toBeLessThan(1);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 4, maxLength: 4 }), (bytes) => {
        const value = fractionOf(() => bytes);
        expect(value >= 0 && value < 1).toBe(true);
      }),
    );
  });

  it('is a UUID of version 4, another for other bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect(uuidOf(() => bytes)).toMatch(VERSION_4);
      }),
    );
    expect(uuidOf(() => new Uint8Array(16).fill(0xfe))).toBe(
      'fefefefe-fefe-4efe-aefe-fefefefefefe',
    );
    expect(new Set(Array.from({ length: 1_000 }, () => uuidOf(systemRandom))).size).toBe(1_000);
    expect(newUuid()).toMatch(VERSION_4);
  });
});
