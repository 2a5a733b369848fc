// Writes docs/errors.md from the table of errors: npm run docs:errors. A test holds the file against the table.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { imported, root } from './bundle.mjs';

const { errorDocument } = await imported('test/support/error-document.ts');
writeFileSync(join(root, 'docs/errors.md'), errorDocument());
