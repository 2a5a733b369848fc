import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const CHILD = fileURLToPath(new URL('../support/heap-child.mjs', import.meta.url));

test('a server keeps no more of 100,000 requests than of 10,000', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', CHILD]);
  const { early, late }: { early: number; late: number } = JSON.parse(stdout);
  expect(early).toBeGreaterThan(1_000_000);
  expect(late / early).toBeLessThan(1.1);
}, 240_000);
