import fc from 'fast-check';
import { encodeQuality as codecQuality } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { hashes } from 'xrpl';
import {
  accountKey,
  encodeQuality,
  lineKey,
  offerKey,
} from '../../src/sandbox/xrpl/ledger/keys.js';
import { scaled, token, xrp } from '../../src/sandbox/xrpl/values/amounts.js';
import {
  add,
  compare,
  formatTokenValue,
  isNormal,
  negate,
  parseTokenValue,
  quotient,
  subtract,
  TokenOverflow,
  type TokenValue,
  tokenValue,
  ZERO,
} from '../../src/sandbox/xrpl/values/token-value.js';

const value = fc
  .tuple(
    fc.bigInt({ min: -(10n ** 16n) + 1n, max: 10n ** 16n - 1n }),
    fc.integer({ min: -20, max: 20 }),
  )
  .map(([mantissa, exponent]) => tokenValue(mantissa, exponent));
const positive = value.filter(({ mantissa }) => mantissa > 0n);

/** The value times 10^60, which is an integer for all values above. */
function exact({ mantissa, exponent }: TokenValue): bigint {
  return mantissa * 10n ** BigInt(exponent + 60);
}

const digits = (n: bigint) => (n < 0n ? -n : n).toString().length;

describe('a token value', () => {
  it('is read and written without loss', () => {
    fc.assert(
      fc.property(value, (v) => {
        expect(isNormal(v)).toBe(true);
        expect(parseTokenValue(formatTokenValue(v))).toEqual(v);
      }),
    );
  });

  it('is written as the ledger writes it', () => {
    const written = (mantissa: bigint, exponent: number) =>
      formatTokenValue(tokenValue(mantissa, exponent));
    expect(written(1n, 0)).toBe('1');
    expect(written(-125n, -2)).toBe('-1.25');
    expect(written(1n, -10)).toBe('0.0000000001');
    expect(written(1n, -11)).toBe('1e-11');
    expect(written(123n, 20)).toBe('123e20');
    expect(written(1n, 15)).toBe('1000000000000000');
    expect(written(0n, 5)).toBe('0');
  });

  it('keeps 16 digits of every sum, exactly when they suffice', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        const sum = exact(a) + exact(b);
        const error = exact(add(a, b)) - sum;
        const unit = 10n ** BigInt(Math.max(0, digits(sum) - 16));
        expect((error < 0n ? -error : error) * 2n).toBeLessThanOrEqual(unit);
        if (sum % unit === 0n) expect(error).toBe(0n);
      }),
    );
  });

  it('rounds quotients as it is told', () => {
    fc.assert(
      fc.property(positive, positive, (a, b) => {
        const by = (rounding: 'up' | 'down') =>
          quotient(a.mantissa, a.exponent - b.exponent, b.mantissa, rounding);
        const product = (q: TokenValue) =>
          q.mantissa * b.mantissa * 10n ** BigInt(q.exponent + b.exponent + 120);
        const whole = a.mantissa * 10n ** BigInt(a.exponent + 120);
        expect(product(by('down'))).toBeLessThanOrEqual(whole);
        expect(product(by('up'))).toBeGreaterThanOrEqual(whole);
        expect(compare(by('down'), by('up'))).toBeLessThanOrEqual(0);
      }),
    );
  });

  it('is ordered and has a zero', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(-Math.sign(compare(b, a)) + 0);
        expect(subtract(a, a)).toEqual(ZERO);
        expect(add(a, negate(a))).toEqual(ZERO);
      }),
    );
  });

  it('underflows to zero and refuses to overflow', () => {
    expect(tokenValue(1n, -120)).toEqual(ZERO);
    expect(() => tokenValue(1n, 100)).toThrow(TokenOverflow);
  });

  it('scales XRP to whole drops', () => {
    const half = { mantissa: 1n, exponent: 0 };
    const two = { mantissa: 2n, exponent: 0 };
    expect(scaled(xrp(3n), half, two, { kind: 'xrp' }, 'up')).toEqual(xrp(2n));
    expect(scaled(xrp(3n), half, two, { kind: 'xrp' }, 'down')).toEqual(xrp(1n));
  });
});

describe('keys of ledger entries', () => {
  const [a, b] = [
    'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
    'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
  ] as const;

  it('are the ones that the xrpl package computes', () => {
    expect(accountKey(a)).toBe(hashes.hashAccountRoot(a));
    expect(lineKey(a, b, 'USD')).toBe(hashes.hashTrustline(a, b, 'USD'));
    expect(lineKey(b, a, 'USD')).toBe(hashes.hashTrustline(a, b, 'USD'));
    expect(offerKey(a, 7_855_319)).toBe(hashes.hashOfferId(a, 7_855_319));
  });

  it('carry the quality that the codec reads', () => {
    const gets = token({ kind: 'token', currency: 'USD', issuer: a }, tokenValue(4n, 0));
    expect(encodeQuality(xrp(10_000_000n), gets)).toBe(codecQuality('2500000'));
  });
});
