import { expect, test } from 'vitest';
import { cutIn, optionsFor } from './cut-in.js';
import { optionsIn } from './options.js';

test.each([
  { faults: [2, 11], work: [1], processes: 2, nodes: 1 },
  { faults: [], work: [3, 4], processes: 1, nodes: 3 },
])('what is left is read as it was printed: %j', (cut) => {
  expect(cutIn(optionsIn(optionsFor(cut).split(' ')))).toEqual(cut);
});

test('what is not said is whole', () => {
  const whole = { faults: undefined, work: undefined, processes: undefined, nodes: undefined };
  expect(cutIn(optionsIn([]))).toEqual(whole);
});

test.each(['0', 'x', '1,', '1.5', ''])('%j is no list of numbers', (text) => {
  expect(() => cutIn(optionsIn(['--faults', text]))).toThrow(RangeError);
});
