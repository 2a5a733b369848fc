// In front of each file of tests: turns on the mutant that is tried, and behind it says which were reached.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { HIT_LIMIT } from './hit-limit.mjs';

const folder = process.env.MUTANTS_FOLDER ?? '';
const active = readFileSync(join(folder, 'active'), 'utf8');
const file = relative(process.cwd(), expect.getState().testPath ?? '');

globalThis.__stryker__ ??= {};
const state = globalThis.__stryker__;
state.activeMutant = active === '' ? undefined : active;
state.currentTestId = file;
state.hitCount = 0;
state.hitLimit = HIT_LIMIT;

afterAll(() => {
  if (active !== '') return;
  const reached = Object.keys(state.mutantCoverage?.perTest?.[file] ?? {});
  writeFileSync(join(folder, 'reached', encodeURIComponent(file)), JSON.stringify(reached));
});
