// Holds the schemas of the v2 API against a newer document of the vendor (docs/provider.md).
//
//   npm run check:spec -- path/to/fb-unified-openapi.yaml
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/check-spec/${process.pid}.mjs`);
await build({
  entryPoints: [join(root, 'test/provider/spec/main.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = main(process.argv.slice(2));
