// Runs the simulation (docs/reliability.md).
//
//   npm run simulate -- --schedules 1000
//   npm run simulate -- --seed 1 --mutant 'two requests are given one number'
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { applied } from './mutants/named.mjs';
import { bundleSimulation } from './simulation-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/simulation/${process.pid}.mjs`);
const args = process.argv.slice(2);
await bundleSimulation('main.ts', outfile, sourcesOf(args));
const { main } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = await main(args);

/** With the mistake that is named, which is no option of the simulation itself. */
function sourcesOf(given) {
  const at = given.indexOf('--mutant');
  if (at === -1) return undefined;
  const [, wanted] = given.splice(at, 2);
  const mutant = applied(root).find(({ name }) => name === wanted);
  if (!mutant) throw new RangeError(`${wanted} is no mutant: npm run mutants -- --list`);
  return mutant.sources;
}
