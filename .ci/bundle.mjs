// What tests and checks run of the sources as a bundle. It has to lie within the project, so that it finds the
// packages.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { build } from 'esbuild';

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
