import { expect, test } from 'vitest';
import { CHAINS, chainsNamed } from '../schedule/plan.js';
import { plainPlan, storesNamed } from './plain-plan.js';

test('two processes pay the same under two keys, at one moment and from one vault', () => {
  const [one, other, ...later] = plainPlan('xrpl', 'apart').work;
  expect(other).toEqual({ ...one, process: 1, key: 'key-1' });
  expect(later.map(({ unlessEnded }) => unlessEnded)).toEqual([true, true]);
});

test('the worlds differ in whether a store is shared', () => {
  const { sharesStore: shares, ...shared } = plainPlan('xrpl', 'shared');
  const { sharesStore: sharesNone, ...apart } = plainPlan('xrpl', 'apart');
  expect([shares, sharesNone]).toEqual([true, false]);
  expect(shared).toEqual(apart);
});

test('a name that is none is refused', () => {
  expect(storesNamed(undefined)).toEqual(['apart', 'shared']);
  expect(chainsNamed(undefined)).toEqual(CHAINS);
  expect(storesNamed('shared')).toEqual(['shared']);
  expect(chainsNamed('aptos')).toEqual(['aptos']);
  expect(() => storesNamed('mine')).toThrow(RangeError);
  expect(() => chainsNamed('bitcoin')).toThrow(RangeError);
});
