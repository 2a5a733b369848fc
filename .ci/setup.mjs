// Installs when something is missing and builds when something is stale, so that one command is
// enough on a fresh machine.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const INSTALLED = join(root, 'node_modules/.package-lock.json');
// What a build makes last.
const BUILT = join(root, 'dist/assets/version.js');
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
  process.exit(1);
}
if (timeOf(INSTALLED) < timeOf(join(root, 'package-lock.json'))) run('npm', ['ci']);
if (timeOf(BUILT) < newestSource()) run('npm', ['run', '--silent', 'build']);

function run(command, args) {
  console.error(`> ${command} ${args.join(' ')}`);
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exit(status ?? 1);
}

function timeOf(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function newestSource() {
  const sources = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const settings = ['package.json', 'package-lock.json', 'tsconfig.json'];
  const build = ['.ci/assets.js', '.ci/build.mjs', 'tsup.config.ts', 'tsconfig.declarations.json'];
  const reference = ['.ci/reference.mjs', 'typedoc.json'];
  const others = [...settings, ...build, ...reference].map((name) => join(root, name));
  return Math.max(...[...sources, ...others].map(timeOf));
}
