import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { retryAfterMs } from '../../src/core/http.js';

const NOW = Date.UTC(1994, 10, 6, 8, 49, 0);
const ZONE = process.env.TZ;

afterEach(() => {
  if (ZONE === undefined) delete process.env.TZ;
  else process.env.TZ = ZONE;
});

const waitFor = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }), NOW);

describe('retryAfterMs', () => {
  it('reads seconds', () => {
    fc.assert(
      fc.property(fc.nat(), (seconds) => {
        expect(waitFor(`${seconds}`)).toBe(seconds * 1_000);
      }),
    );
    expect(waitFor('99999999999')).toBe(99_999_999_999_000);
  });

  it('reads a date, and takes one that is past for "now"', () => {
    fc.assert(
      fc.property(fc.integer({ min: -86_400, max: 86_400 }), (seconds) => {
        const date = new Date(NOW + seconds * 1_000).toUTCString();
        expect(waitFor(date)).toBe(Math.max(0, seconds * 1_000));
      }),
    );
  });

  it('holds a date against that of the answer, whatever the clock here says', () => {
    const waitBy = (now: number) =>
      retryAfterMs(
        new Headers({
          date: 'Sun, 06 Nov 1994 08:49:07 GMT',
          'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT',
        }),
        now,
      );
    expect([waitBy(NOW), waitBy(NOW - 86_400_000), waitBy(0)]).toEqual([30_000, 30_000, 30_000]);
  });

  it.each(['UTC', 'America/New_York', 'Asia/Kolkata'])(
    'reads the three forms of an HTTP date as GMT, on a machine in %s',
    (zone) => {
      process.env.TZ = zone;
      // The examples of RFC 9110, 5.6.7: all three are the same moment.
      expect(waitFor('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(37_000);
      expect(waitFor('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(37_000);
      expect(waitFor('Sun Nov  6 08:49:37 1994')).toBe(37_000);
    },
  );

  it.each([
    '',
    ' ',
    'soon',
    '-5',
    '1.5',
    '1e3',
    '0x10',
    '+5',
    '5s',
    '2026-01-01',
    '1/2/2099',
    'Mon',
  ])('makes nothing of %j', (value) => {
    expect(waitFor(value)).toBeUndefined();
  });

  it('makes nothing of a header that is not there', () => {
    expect(retryAfterMs(new Headers(), NOW)).toBeUndefined();
  });
});
