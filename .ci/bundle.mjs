// What tests and checks run of the sources as a bundle. It has to lie within the project, so that it finds the
// packages.
import { mkdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

export const root = fileURLToPath(new URL('..', import.meta.url));

export async function bundleTo(outfile, entry, options = {}) {
  mkdirSync(dirname(outfile), { recursive: true });
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    ...options,
  });
}

/** What a module exports that is written in TypeScript. */
export async function imported(entry, options) {
  const name = basename(entry, '.ts');
  const outfile = join(root, `node_modules/.cache/${name}/${process.pid}.mjs`);
  await bundleTo(outfile, join(root, entry), options);
  try {
    return await import(pathToFileURL(outfile));
  } finally {
    rmSync(outfile);
  }
}
