// Types are checked by `npm run types`; here the compiler only writes them down, once.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const { resolve } = createRequire(import.meta.url);

rmSync(dist, { recursive: true, force: true });
run(resolve('typescript/bin/tsc'), '-p', 'tsconfig.declarations.json');
run(resolve('tsup/dist/cli-default.js'), '--silent');
rmSync(join(dist, '.declarations'), { recursive: true });

// The same declarations serve CommonJS, but for the names of the files that they import.
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (!name.endsWith('.d.ts')) continue;
  const text = readFileSync(join(dist, name), 'utf8');
  const target = join(dist, name.replace(/\.ts$/, '.cts'));
  writeFileSync(target, text.replaceAll(/((?:from|import) '\.[^']*)\.js'/g, "$1.cjs'"));
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
