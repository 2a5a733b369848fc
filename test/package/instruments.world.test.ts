// What looks for mistakes, where it is told to look nowhere: then it has shown nothing, and does not pass.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

test.each([
  ['simulate.mjs', '--schedules', '0'],
  ['simulate.mjs', '--schedules', 'many'],
  ['simulate.mjs', '--fixed', '--every', '0'],
  ['model.mjs', 'in no name'],
  ['mutants.mjs', '--list', '--only', 'in no name'],
  ['mutants.mjs', '--list', '--some', '0'],
  ['hostile.mjs', '--only', 'in no name'],
  ['hostile.mjs', '--requests', '0'],
])('%s %s %s', async (instrument, ...args) => {
  await expect(run(process.execPath, [join('.ci', instrument), ...args])).rejects.toThrow();
});

test('the model beside a simulation that has watched nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'moves-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const moves = join(folder, 'moves');
  writeFileSync(moves, '\n');
  const args = ['.ci/model.mjs', 'a call, and nothing goes wrong', '--moves', moves];
  await expect(run(process.execPath, args)).rejects.toThrow();
});
