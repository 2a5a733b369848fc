import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

async function simulate(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['.ci/simulate.mjs', ...args]);
  return stdout;
}

test('the fixed seeds break what is known and nothing else', async () => {
  const told = await simulate('--fixed');
  expect(told.trim().split('\n').at(-1)).toMatch(/^\d+ schedules, \d+ operations, \d+ faults/);
  // The same first and later in one process, and in another.
  const [, hash = ''] = /^xrpl 1: (\w+)$/m.exec(told) ?? [];
  expect(hash).not.toBe('');
  expect(await simulate('--seed', '1', '--chain', 'xrpl', '--times')).toContain(`seed 1 (${hash})`);
});
