// What looks for mistakes, where it is told to look nowhere: then it has shown nothing, and does not pass.
import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { expect, test } from 'vitest';

test.each([
  ['simulate.mjs --schedules 0', '0 schedules, 0 operations'],
  ['simulate.mjs --schedules many', '0 schedules, 0 operations'],
  ['simulate.mjs --fixed --every 0', 'none of the fixed seeds is taken'],
  ['model.mjs unheard-of', 'unheard-of is in the name of no scenario'],
  [`model.mjs --moves ${devNull}`, 'the simulation saw no move'],
  ['mutants.mjs --list --only unheard-of', 'there are no such mutants'],
  ['mutants.mjs --list --some 0', 'there are no such mutants'],
  ['hostile.mjs --only unheard-of', 'unheard-of is in none of'],
  ['hostile.mjs --requests 0', '0 requests show nothing'],
])('%s', (command, why) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, `.ci/${command}`.split(' '), {
    encoding: 'utf8',
  });
  expect(stdout + stderr).toContain(why);
  expect(status).toBe(1);
});
