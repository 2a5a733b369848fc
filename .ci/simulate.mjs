// Runs the simulation (docs/reliability.md).
//
//   npm run simulate -- --schedules 1000
//   npm run simulate -- --seed 1 --mutant 'two requests are given one number'
//   npm run simulate -- --schedules 1000 --moves FILE   what calls heard while they wanted what, for the model
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { applied } from './mutants/named.mjs';
import { bundleSimulation } from './simulation-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const outfile = join(root, `node_modules/.cache/simulation/${process.pid}.mjs`);
const args = process.argv.slice(2);
const kept = optionOf(args, '--moves');
await bundleSimulation('main.ts', outfile, sourcesOf(args), kept !== undefined);
const { main, MOVES } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = await main(args);
if (kept !== undefined) writeFileSync(kept, `${[...MOVES].sort().join('\n')}\n`);

/** What is no option of the simulation itself, but of how it is made. */
function optionOf(given, name) {
  const at = given.indexOf(name);
  return at === -1 ? undefined : given.splice(at, 2)[1];
}

/** With the mistake that is named. */
function sourcesOf(given) {
  const wanted = optionOf(given, '--mutant');
  if (wanted === undefined) return undefined;
  const mutant = applied(root).find(({ name }) => name === wanted);
  if (!mutant) throw new RangeError(`${wanted} is no mutant: npm run mutants -- --list`);
  return mutant.sources;
}
