import { expect, test } from 'vitest';
import { keepRecent } from '../../src/core/recent.js';

test('of more than so many, what was kept first is forgotten', () => {
  const kept = new Map<string, number>();
  for (const [at, key] of ['a', 'b', 'a', 'c', 'd'].entries()) {
    keepRecent(kept, 2, key, at);
    expect(kept.get(key)).toBe(at);
  }
  expect([...kept]).toEqual([
    ['c', 3],
    ['d', 4],
  ]);
});
