import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

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

test('what a mistake in the package breaks is made smaller, and repeated by what is printed', async () => {
  const mutant = ['--mutant', 'absence by hash is taken for death'];
  const { stdout, code } = await simulate('--seed', '16', ...mutant, '--shrink');
  expect(code).toBe(1);
  const [, invariant = ''] = /^([a-z-]+): \d+ of \d+ faults, /m.exec(stdout) ?? [];
  expect(invariant).not.toBe('');
  const [, options = ''] = /^npm run simulate -- (.*)$/m.exec(stdout) ?? [];
  const again = await simulate(...options.split(' '), ...mutant);
  expect(again.stdout).toContain(`) ${invariant}: `);
  // It is the mistake's, not the seed's.
  expect(await simulate(...options.split(' '))).toMatchObject({ code: 0 });
});
