// Writes docs/configuration.md from the options' types and the variables' reader: npm run docs:configuration. A test
// holds the file against them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported, root } from './bundle.mjs';

const { configurationDocument } = await imported('test/surface/support/configuration.ts');
writeFileSync(join(root, 'docs/configuration.md'), configurationDocument(root));
