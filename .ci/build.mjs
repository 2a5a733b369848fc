// Types are checked by `npm run types`; here the compiler only writes them down, once. What is made is
// whole or not there, so that nothing can be shipped without a part of it.
import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { ASSETS, writeAsset } from './assets.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { resolve } = createRequire(import.meta.url);

/**
 * What others wrote of the sandbox, by the file with its licence: sockets, and how transactions of Stacks and of the
 * XRP Ledger are read.
 */
const IN_SANDBOX = {
  ws: 'ws/LICENSE',
  'ripple-binary-codec': 'ripple-binary-codec/LICENSE',
  'ripple-address-codec': 'ripple-address-codec/LICENSE',
  isomorphic: '@xrplf/isomorphic/LICENSE',
  'bignumber.js': 'bignumber.js/LICENCE.md',
  'scure-base': '@scure/base/LICENSE',
  // One of its packages has the licence of them all.
  'stacks.js': '@stacks/stacking/LICENSE',
  c32check: 'c32check/LICENSE',
  'base-x': 'base-x/LICENSE.md',
  'noble-hashes': '@noble/hashes/LICENSE',
  'noble-secp256k1': '@noble/secp256k1/LICENSE',
  'lodash.clonedeep': 'lodash.clonedeep/LICENSE',
};

rmSync(dist, { recursive: true, force: true });
try {
  await Promise.all([buildCode(), run(join(root, '.ci/reference.mjs'), '--logLevel', 'Error')]);
  copyPage();
  copyLicences();
  writeAsset('version', manifest.version);
} catch (error) {
  rmSync(dist, { recursive: true, force: true });
  console.error(error.message);
  process.exitCode = 1;
}

async function buildCode() {
  await run(resolve('typescript/bin/tsc'), '-p', 'tsconfig.declarations.json');
  await run(resolve('tsup/dist/cli-default.js'), '--silent');
  rmSync(join(dist, '.declarations'), { recursive: true });
  leaveOutUnusedImports(join(dist, 'index.js'));
  writeRequired();
}

/**
 * esbuild imports each chunk that an entry leads to, so that they run in the order of the sources. Here none does
 * anything when it runs (`sideEffects` in package.json), and a bundler of the root's users would take one gateway's
 * chunks for another's.
 */
function leaveOutUnusedImports(file) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^import "\.[^"]+";\n/gm, ''));
}

/**
 * What `require` gets: the same module, so that there is one copy of every class. Node can require a
 * module, but warns when an application does it itself, so each has a file that does it here.
 */
function writeRequired() {
  for (const { import: module, require: required } of Object.values(manifest.exports)) {
    if (!required) continue;
    const name = `./${basename(module.default)}`;
    writeFileSync(join(root, required.default), `module.exports = require('${name}');\n`);
    // Before its setting `node20`, TypeScript doesn't know that Node can.
    writeFileSync(join(root, required.types), `// @ts-ignore\nexport * from '${name}';\n`);
  }
}

/** The interactive page's parts are shipped, so that it works offline and users install nothing for it. */
function copyPage() {
  const page = dirname(resolve('swagger-ui-dist/package.json'));
  const parts = { 'swagger-ui.css': 'style', 'swagger-ui-bundle.js': 'script' };
  for (const [name, part] of Object.entries(parts)) {
    const text = readFileSync(join(page, name), 'utf8').replace(
      /\n\/[/*]# sourceMappingURL=.*/,
      '',
    );
    writeAsset(`swagger-ui-${part}`, brotliCompressSync(text).toString('base64'));
  }
  for (const name of ['LICENSE', 'NOTICE']) {
    copyFileSync(join(page, name), join(ASSETS, `swagger-ui.${name}.txt`));
  }
}

function copyLicences() {
  for (const [name, licence] of Object.entries(IN_SANDBOX)) {
    copyFileSync(join(root, 'node_modules', licence), join(dist, `sandbox/${name}.LICENSE.txt`));
  }
}

async function run(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' });
  const status = await new Promise((ended) => child.on('close', ended));
  if (status !== 0) throw new Error(`${script} failed.`);
}
