import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { many } from '../support/runs.js';
import { DOORS } from './doors.js';
import { Attack } from './run.js';
import { startUpstream } from './upstream.js';

const SOURCES = new URL('../../src/', import.meta.url);

test('every handler that the package exports is attacked', async () => {
  const entries = readdirSync(fileURLToPath(SOURCES))
    .map((folder) => new URL(`${folder}/index.ts`, SOURCES))
    .concat(new URL('handlers.ts', SOURCES))
    .filter((entry) => existsSync(entry));
  const exported = new Set<string>();
  for (const { href } of entries) {
    const names = Object.keys(await import(href));
    for (const name of names.filter((one) => one.endsWith('Handler'))) exported.add(name);
  }
  expect([...exported].sort()).toEqual(Object.keys(DOORS).sort());
});

/** A hundred thousand each are `npm run hostile -- --requests 1000000`. */
describe('hostile requests to', () => {
  let begun: Awaited<ReturnType<typeof startUpstream>>;
  beforeAll(async () => {
    begun = await startUpstream();
  });
  afterAll(() => begun.stop());

  test.each(Object.keys(DOORS))('%s are answered, and none with 5xx', async (name) => {
    const attack = await Attack.on(name, begun.upstream);
    for (let seed = 1; seed <= many(8, 1); seed++) await attack.run(seed);
    const statuses = [...attack.statuses.keys()];
    // Some got past its credentials.
    expect(statuses).toEqual(expect.arrayContaining([200, 400]));
  });
});
