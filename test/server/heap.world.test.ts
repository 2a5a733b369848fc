import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('../support/heap-child.mjs', import.meta.url));

interface Measured {
  readonly heap: number;
  /** How many requests were answered with each status. */
  readonly answered: Readonly<Record<string, number>>;
}

test('a server keeps no more of 100,000 requests than of 10,000', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', CHILD]);
  const { early, late }: { early: Measured; late: Measured } = JSON.parse(stdout);
  // All kinds of requests were there, and nothing went wrong that should not.
  expect(Object.keys(late.answered)).toEqual(['200', '400', '404']);
  expect(early.heap).toBeGreaterThan(1_000_000);
  expect(late.heap / early.heap).toBeLessThan(1.1);
});
