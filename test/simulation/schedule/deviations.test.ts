import { describe, expect, test } from 'vitest';
import { Weather } from '../network/weather.js';
import { Chance } from './chance.js';
import { Coverage } from './coverage.js';
import { DEVIATION_KINDS, Deviations, deviationsNamed, nameOf } from './deviations.js';

const FAIR = { faultRate: 0, mortality: 0, faults: [] };

function weatherWith(name: string) {
  const deviations = new Deviations(deviationsNamed(name));
  const weather = new Weather(FAIR, new Coverage(), undefined, deviations);
  const begin = (id: string) => ({
    crashing: weather.ofProcess(id, 'custody create', new Chance(id)),
    fault: weather.ofRequest(id, 'custody create', new Chance(id)),
    hold: weather.holdOf(id, 'custody create'),
  });
  return { weather, begin };
}

describe('deviations', () => {
  test('have names that say them', () => {
    const all = DEVIATION_KINDS.map((kind, index) => ({ effect: index + 1, kind }));
    expect(deviationsNamed(nameOf(all))).toEqual(all);
  });

  test.each(['12', '12:eaten', '0:lost', '-1:lost', '1.5:lost', ':lost', '1:lost,', ''])(
    'have no name like %j',
    (name) => {
      expect(() => deviationsNamed(name)).toThrow(RangeError);
    },
  );

  test('happen at their effect and at no other', () => {
    const { weather, begin } = weatherWith('2:lost,3:killed-after,3:late,4:swapped');
    const nothing = { crashing: undefined, fault: undefined, hold: undefined };
    expect(begin('a')).toEqual(nothing);
    expect(begin('b')).toEqual({ ...nothing, fault: 'lost' });
    expect(begin('c')).toEqual({
      crashing: { fault: 'kill', stage: 'after-answer' },
      fault: undefined,
      hold: { ms: 180_000 },
    });
    expect(begin('d')).toEqual({ ...nothing, hold: 'swapped' });
    expect(begin('e')).toEqual(nothing);
    expect(weather.happened).toEqual(['b lost', 'c kill after-answer', 'c late', 'd swapped']);
    expect(weather.killed).toBe(1);
  });

  test('do not happen once all is well', () => {
    const { weather, begin } = weatherWith('1:lost');
    weather.isOver = true;
    expect(begin('a').fault).toBeUndefined();
  });

  test('of the store are its own faults', () => {
    const { weather } = weatherWith('1:lost');
    weather.ofProcess('a', 'store get lanes', new Chance('a'));
    expect(weather.ofStore('a', 'store get lanes', new Chance('a'))).toBe('store-lost');
  });
});
