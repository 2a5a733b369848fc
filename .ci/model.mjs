// Goes through all that may come of a call, by the decisions that the package itself makes (docs/reliability.md).
//
//   npm run model             every scenario
//   npm run model -- cancel   those in whose name this is
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTo } from './bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/model/${process.pid}.mjs`);
await bundleTo(outfile, join(root, 'test/model/main.ts'));
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = main(process.argv.slice(2), console.log) > 0 ? 1 : 0;
