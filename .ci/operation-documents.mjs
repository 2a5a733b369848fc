// Writes docs/operations from the gateways and their tables of routes: npm run docs:operations. A test holds the files
// against them.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported, root } from './bundle.mjs';

const { operationDocuments } = await imported('test/surface/support/operations.ts');
mkdirSync(join(root, 'docs/operations'), { recursive: true });
for (const [name, text] of Object.entries(await operationDocuments(root))) {
  writeFileSync(join(root, 'docs/operations', name), text);
}
