import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Locked {
  readonly version: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'npm-ci-'));
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(ROOT, name), join(folder, name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  'linux x64 glibc',
  'linux x64 musl',
  'linux arm64 glibc',
  'linux arm64 musl',
  'darwin x64',
  'darwin arm64',
  'win32 x64',
  'win32 arm64',
])('npm ci takes the lockfile as it is on %s', async (platform) => {
  const [os = '', cpu = '', libc] = platform.split(' ');
  const chosen = [`--os=${os}`, `--cpu=${cpu}`, ...(libc === undefined ? [] : [`--libc=${libc}`])];
  // It has all that it wants to know from the lockfile, and asks no registry.
  const alone = ['--offline', `--cache=${join(folder, 'cache')}`];
  // It says so also where `npm run --silent` started this.
  const { stdout } = await run(
    'npm',
    ['ci', '--dry-run', '--loglevel=notice', ...chosen, ...alone],
    { cwd: folder },
  );
  const binaries = binariesFor(os, cpu, libc);
  expect(binaries.length).toBeGreaterThan(5);
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(binaries));
});

/** What npm says when it adds each of a platform's binaries. */
function binariesFor(os: string, cpu: string, libc: string | undefined): string[] {
  const file = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  const { packages }: { packages: Readonly<Record<string, Locked>> } = JSON.parse(file);
  return Object.entries(packages)
    .filter(([, locked]) => locked.os?.includes(os) && locked.cpu?.includes(cpu))
    .filter(([, locked]) => !locked.libc || (libc !== undefined && locked.libc.includes(libc)))
    .map(([path, { version }]) => `add ${path.replace(/^.*node_modules\//, '')} ${version}`);
}
