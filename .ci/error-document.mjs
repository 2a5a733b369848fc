// Writes docs/errors.md from the table of errors: npm run docs:errors. A test holds the file against the table.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { outputFiles } = await build({
  entryPoints: [join(root, 'test/support/error-document.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  write: false,
});
const [{ text }] = outputFiles;
const module = `data:text/javascript;base64,${Buffer.from(text).toString('base64')}`;
const { errorDocument } = await import(module);
writeFileSync(join(root, 'docs/errors.md'), errorDocument());
