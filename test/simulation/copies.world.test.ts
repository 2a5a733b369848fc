// Simulated processes share one loaded package. That is as good as one each, unless something is kept in a module:
// then what one copy has run would show in it, and not in the other.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('two copies that are loaded for themselves make the same of a schedule', async () => {
  const { stdout } = await run(process.execPath, ['.ci/simulation-copies.mjs']);
  const { areTwo, first, second } = JSON.parse(stdout) as Record<string, unknown>;
  expect(areTwo).toBe(true);
  expect(Object.keys(first ?? {})).toHaveLength(9);
  expect(second).toEqual(first);
});
