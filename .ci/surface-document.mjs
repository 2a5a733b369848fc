// Writes docs/surface.md from the gateways' types: npm run docs:surface. A test holds the file against the types.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/surface-document/${process.pid}.mjs`);
await bundleTo(outfile, join(root, 'test/surface/support/document.ts'));
const { surfaceDocument } = await import(pathToFileURL(outfile));
rmSync(outfile);
writeFileSync(join(root, 'docs/surface.md'), surfaceDocument(root));
