// Holds the schemas of the v2 API against a newer document of the vendor (docs/provider.md).
//
//   npm run check:spec -- path/to/fb-unified-openapi.yaml
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/check-spec/${process.pid}.mjs`);
await bundleTo(outfile, join(root, 'test/provider/spec/main.ts'));
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = main(process.argv.slice(2));
