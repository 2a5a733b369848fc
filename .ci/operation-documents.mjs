// Writes docs/operations from the gateways and their tables of routes: npm run docs:operations. A test holds the files
// against them.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/operation-documents/${process.pid}.mjs`);
await bundleTo(outfile, join(root, 'test/surface/support/operations.ts'));
const { operationDocuments } = await import(pathToFileURL(outfile));
rmSync(outfile);
mkdirSync(join(root, 'docs/operations'), { recursive: true });
for (const [name, text] of Object.entries(operationDocuments(root))) {
  writeFileSync(join(root, 'docs/operations', name), text);
}
