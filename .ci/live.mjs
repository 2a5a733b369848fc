// Runs the operations of this package on public test networks (test/recorded/README.md).
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { imported, root } from './bundle.mjs';

const ENTRY = 'test/live/main.ts';
// Its modules find what is recorded from where they are, not from where the bundle is.
const define = { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, ENTRY)).href) };
const { main } = await imported(ENTRY, { define });
process.exitCode = (await main(process.argv.slice(2), console.log)) ? 0 : 1;
