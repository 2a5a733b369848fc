import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { many } from '../support/runs.js';

const run = promisify(execFile);

async function simulate(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['.ci/simulate.mjs', ...args]);
  return stdout;
}

test('the fixed seeds break what is known and nothing else', async () => {
  // The rest of them has a command of its own in `.ci/run`.
  const told = await simulate('--fixed', '--every', String(many(1, 3)));
  expect(told.trim().split('\n').at(-1)).toMatch(/^\d+ schedules, \d+ operations, \d+ faults/);
  // The same first and later in one process, and in another.
  const [, hash = ''] = /^xrpl 1: (\w+)$/m.exec(told) ?? [];
  expect(hash).not.toBe('');
  expect(await simulate('--seed', '1', '--chain', 'xrpl', '--times')).toContain(`seed 1 (${hash})`);
});
