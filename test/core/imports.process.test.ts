import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TRAPS = join(ROOT, 'test/support/import-traps.cjs');
const FOLDERS = [
  'core',
  'signer',
  'store',
  'http',
  'server',
  'requests',
  'netlink',
  'provider',
  'fireblocks',
  'transactions',
  'gateway',
  'xrpl',
  'aptos',
  'stacks',
];

let folder: string;

/** The sources as JavaScript, where they find the same dependencies: a process of its own runs them. */
beforeAll(async () => {
  const cache = join(ROOT, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'imports-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const sources = FOLDERS.flatMap((name) => filesIn(join(ROOT, 'src', name)));
  await build({
    entryPoints: [join(ROOT, 'src/index.ts'), join(ROOT, 'src/handlers.ts'), ...sources],
    outdir: folder,
    outbase: join(ROOT, 'src'),
    format: 'esm',
    target: 'node20',
    // What is imported and never used is imported all the same, as it stands in the source.
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function filesIn(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(path, name));
}

interface Report {
  readonly seen: readonly string[];
  readonly resources: readonly string[];
}

async function importing(file: string): Promise<Report> {
  const url = pathToFileURL(join(folder, file)).href;
  const script = `globalThis.__importTraps(${JSON.stringify(url)})`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--require',
    TRAPS,
    '-e',
    script,
  ]);
  return JSON.parse(stdout.split('\n').filter(Boolean).at(-1) ?? '{}');
}

describe('importing', () => {
  it.each([
    'index.js',
    'signer/index.js',
    'fireblocks/index.js',
    'handlers.js',
    'requests/index.js',
    'netlink/index.js',
    'provider/index.js',
    'store/index.js',
  ])(
    '%s opens no socket, starts no timer, reads neither environment nor file, and says nothing',
    async (file) => {
      expect(await importing(file)).toEqual({ seen: [], resources: [] });
    },
  );

  it('notices a module that does such things, so that noticing nothing means something', async () => {
    const control = `
      import { readFileSync } from 'node:fs';
      import { connect } from 'node:net';
      setTimeout(() => undefined, 1).unref();
      setInterval(() => undefined, 1000);
      String(process.env.HOME);
      readFileSync(new URL(import.meta.url));
      connect(1, '127.0.0.1').on('error', () => process.exit());
      fetch('http://127.0.0.1:1').catch(() => undefined);
      console.warn('hello');
      BigInt.prototype.toJSON = function () { return String(this); };
    `;
    writeFileSync(join(folder, 'control.js'), control);
    const { seen, resources } = await importing('control.js');
    const noticed = seen.map((text) => text.split(' ')[0]);
    expect(noticed).toEqual(
      expect.arrayContaining([
        'setTimeout',
        'setInterval',
        'env.HOME',
        'fs.readFileSync',
        'Socket.connect',
        'fetch',
        'console.warn',
      ]),
    );
    expect(seen).toContain('global BigInt.prototype.toJSON');
    expect(resources).toContain('Timeout');
  });
});
