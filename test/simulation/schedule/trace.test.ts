import { expect, test } from 'vitest';
import { firstDifference } from './trace.js';

test('the first difference is of the first step that is not the same', () => {
  expect(firstDifference(['a', 'b', 'c'], ['a', 'x', 'y'])).toBe(
    'step 2 is b in the one, and x in the other',
  );
  expect(firstDifference(['a', 'b'], ['a', 'b'])).toBeUndefined();
});

test('a run that ends earlier differs where it ends', () => {
  expect(firstDifference(['a'], ['a', 'b'])).toBe(
    'step 2 is the end in the one, and b in the other',
  );
  expect(firstDifference(['a', 'b'], ['a'])).toBe(
    'step 2 is b in the one, and the end in the other',
  );
});
