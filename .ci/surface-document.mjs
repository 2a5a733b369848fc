// Writes docs/surface.md from the gateways' types: npm run docs:surface. A test holds the file against the types.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported, root } from './bundle.mjs';

const { surfaceDocument } = await imported('test/surface/support/document.ts');
writeFileSync(join(root, 'docs/surface.md'), surfaceDocument(root));
