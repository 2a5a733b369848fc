// From an empty folder to a first signed transaction, as somebody who installs the package has it: the packed file is
// installed, and the first example of docs/guides/first-transaction.md is run. The download is left out: an
// installation before it has filled npm's cache. Fails above fifteen seconds.
//
//   npm run bench:first
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LIMIT_MS = 15_000;
const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/first-transaction.md'), 'utf8');
const [, example = ''] = /^```ts\n(.*?)^```/ms.exec(guide) ?? [];

function run(command, args, cwd) {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stderr}`);
  return { stdout, ms: performance.now() - startedAt };
}

const place = mkdtempSync(join(tmpdir(), 'first-transaction-'));
try {
  const packed = run('npm', ['pack', '--json', '--pack-destination', place], root);
  const tarball = join(place, JSON.parse(packed.stdout)[0].filename);
  const install = (folder) =>
    run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder);
  install(mkdtempSync(join(place, 'download-')));

  const folder = mkdtempSync(join(place, 'empty-'));
  const installed = install(folder);
  writeFileSync(join(folder, 'first.mjs'), example);
  const ran = run(process.execPath, ['first.mjs'], folder);
  const [hash] = ran.stdout.trim().split('\n');
  if (!/^[0-9A-F]{64}$/.test(hash ?? '')) throw new Error(`no hash in: ${ran.stdout}`);

  const seconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;
  const total = installed.ms + ran.ms;
  console.log(`npm install         ${seconds(installed.ms)}`);
  console.log(`first transaction   ${seconds(ran.ms)}  ${hash}`);
  console.log(`together            ${seconds(total)}`);
  if (total > LIMIT_MS) {
    console.error(`That is more than ${seconds(LIMIT_MS)}.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(place, { recursive: true, force: true });
}
