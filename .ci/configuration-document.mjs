// Writes docs/configuration.md from the options' types and the variables' reader: npm run docs:configuration. A test
// holds the file against them.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/configuration-document/${process.pid}.mjs`);
await bundleTo(outfile, join(root, 'test/surface/support/configuration.ts'));
const { configurationDocument } = await import(pathToFileURL(outfile));
rmSync(outfile);
writeFileSync(join(root, 'docs/configuration.md'), configurationDocument(root));
