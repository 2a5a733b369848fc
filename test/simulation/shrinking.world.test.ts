import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { EXPECTED } from './expected.js';

const run = promisify(execFile);

/** What is printed, and the exit code. */
async function simulate(...args: readonly string[]): Promise<{ stdout: string; code: number }> {
  return run(process.execPath, ['.ci/simulate.mjs', ...args], { maxBuffer: 1e8 }).then(
    ({ stdout }) => ({ stdout, code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
}

test('a seed that breaks nothing is not made smaller', async () => {
  const { stdout, code } = await simulate('--seed', '3', '--chain', 'xrpl', '--shrink');
  expect(stdout).toBe('seed 3 breaks nothing\n');
  expect(code).toBe(0);
});

test.each(EXPECTED)(
  '$chain $seed is made smaller, and repeated by what is printed',
  async ({ chain, seed }) => {
    const { stdout, code } = await simulate('--seed', seed, '--chain', chain, '--shrink');
    expect(code).toBe(1);
    const [, invariant = ''] = /^([a-z-]+): \d+ of \d+ faults, /m.exec(stdout) ?? [];
    expect(invariant).not.toBe('');
    const [, options = ''] = /^npm run simulate -- (.*)$/m.exec(stdout) ?? [];
    const again = await simulate(...options.split(' '));
    expect(again.stdout).toContain(`) ${invariant}: `);
  },
  600_000,
);
