// Runs the simulation (docs/reliability.md).
//
//   npm run simulate -- --schedules 1000
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleSimulation } from './simulation-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/simulation/${process.pid}.mjs`);
await bundleSimulation('main.ts', outfile);
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = await main(process.argv.slice(2));
