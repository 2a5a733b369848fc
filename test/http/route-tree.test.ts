import fc from 'fast-check';
import { expect, it } from 'vitest';
import { RouteTree } from '../../src/http/route-tree.js';
import { runs } from '../support/runs.js';

const pattern = fc
  .array(fc.constantFrom('a', 'b', ':x', ':y', ''), { maxLength: 4 })
  .map((parts) => `/${parts.join('/')}`);
const path = fc
  .array(fc.constantFrom('a', 'b', ':x', '', '.', '..', '%2e', '%2E.', '...', 'constructor'), {
    maxLength: 4,
  })
  .map((parts) => `/${parts.join('/')}`);

/** The same, pattern by pattern. */
function fits(pattern: string, path: string): boolean {
  const [expected, parts] = [pattern, path].map((one) => one.replace(/\/$/, '').split('/'));
  return (
    expected?.length === parts?.length &&
    expected?.every((name, index) => {
      const part = parts?.[index] ?? '';
      if (!name.startsWith(':')) return part === name;
      return part !== '' && !['.', '..', '%2e', '%2E.'].includes(part);
    }) === true
  );
}

it('finds all patterns that a path fits, in the order in which they were added', () => {
  fc.assert(
    fc.property(fc.array(pattern, { maxLength: 12 }), path, (patterns, path) => {
      const tree = new RouteTree<number>();
      for (const [order, one] of patterns.entries()) tree.add(one, order);
      const expected = [...patterns.keys()].filter((order) => fits(patterns[order] ?? '', path));
      expect(tree.at(path).map(({ value }) => value)).toEqual(expected);
    }),
    runs(2_000),
  );
});

it('gives the variable parts by the names that each pattern has for them', () => {
  const tree = new RouteTree<string>();
  for (const one of ['/:x/b', '/a/:y', '/:x/:y']) tree.add(one, one);
  const found = tree.at('/a/b').map(({ value, values }) => [value, Object.fromEntries(values)]);
  expect(found).toEqual([
    ['/:x/b', { x: 'a' }],
    ['/a/:y', { y: 'b' }],
    ['/:x/:y', { x: 'a', y: 'b' }],
  ]);
});
