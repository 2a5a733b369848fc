// The generated reference: as pages in docs/reference, and packed into what is shipped.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { writeAsset } from './assets.js';
import { textsOf } from './llms.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const pages = join(root, 'docs/reference');
const typedoc = createRequire(import.meta.url).resolve('typedoc/package.json');

// Else pages of what is gone would be packed as well.
rmSync(pages, { recursive: true, force: true });
const { status } = spawnSync(
  process.execPath,
  [join(dirname(typedoc), 'bin/typedoc'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
if (status !== 0) process.exit(status ?? 1);

for (const [name, text] of Object.entries(textsOf(root))) writeFileSync(join(pages, name), text);

const files = readdirSync(pages, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:html|css|js|json|svg|ts|md|txt|yml)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));
const texts = files.map((file) => [
  relative(pages, file).replaceAll('\\', '/'),
  readFileSync(file, 'utf8'),
]);
// The documents name tests as evidence. Those are for readers of the repository: each would come with its source.
const test = String.raw`media/[^"]+\.test(?:-\d+)?\.ts`;
const isTest = new RegExp(`^${test}$`);
const linkToTest = new RegExp(String.raw`<a href="(?:\.\./)?${test}"[^>]*>(.*?)</a>`, 'g');
const packed = texts
  .filter(([path]) => !isTest.test(path))
  .map(([path, text]) => [path, path.endsWith('.html') ? text.replace(linkToTest, '$1') : text]);
const json = Buffer.from(JSON.stringify(Object.fromEntries(packed)));
// Pages resemble one another, and a window that reaches over many of them finds that out. The best
// qualities would save 3% of the bytes, and take 15 times as long.
const params = {
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_QUALITY]: 9,
};
writeAsset('type-docs', brotliCompressSync(json, { params }).toString('base64'));
