import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { installNodes } from '../support/nodes.js';

const run = promisify(execFile);

test('a schedule is the same on every Node that the package runs on, and in every process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nodes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const told = new Map<string, string>();
  for (const { version, program } of await installNodes(folder)) {
    const { stdout: shown } = await run(program, ['--version']);
    expect(shown.trim()).toBe(`v${version}`);
    told.set(version, (await run(program, ['.ci/simulate.mjs', '--fixed'])).stdout);
  }
  const here = (await run(process.execPath, ['.ci/simulate.mjs', '--fixed'])).stdout;
  expect(here).toMatch(/^xrpl 1: [0-9a-f]{16}$/m);
  // Where two are not the same, `--trace` by the one and `--against` by the other show the first step that isn't.
  expect(Object.fromEntries(told)).toEqual({ '20.20.2': here, '22.23.3': here, '24.19.0': here });
});
