// Runs the operations of this package on public test networks (test/recorded/README.md).
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/live/${process.pid}.mjs`);
const entry = join(root, 'test/live/main.ts');
// Its modules find what is recorded from where they are, not from where the bundle is.
const define = { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) };
await bundleTo(outfile, entry, { define });
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = (await main(process.argv.slice(2), console.log)) ? 0 : 1;
