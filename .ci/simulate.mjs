// Runs the simulation (docs/reliability.md).
//
//   npm run simulate -- --schedules 1000
//   npm run simulate -- --seed 1 --mutant 'two requests are given one number'
//   npm run simulate -- --schedules 1000 --moves FILE   what calls heard while they wanted what, for the model
//   npm run simulate -- --schedules 200 --beside v0.1.0   half of the processes run the package as of that commit
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { applied } from './mutants/named.mjs';
import { bundleProduct, bundleSimulation } from './simulation-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const cache = join(root, 'node_modules/.cache/simulation');
const outfile = join(cache, `${process.pid}.mjs`);
const args = process.argv.slice(2);
const kept = optionOf(args, '--moves');
const commit = optionOf(args, '--beside');
await bundleSimulation('main.ts', outfile, sourcesOf(args), kept !== undefined);
const { main, MOVES, shareSeams } = await import(pathToFileURL(outfile));
rmSync(outfile);
process.exitCode = await main(args, commit && (await productOf(commit)));
if (kept !== undefined) writeFileSync(kept, `${[...MOVES].sort().join('\n')}\n`);

/** What is no option of the simulation itself, but of how it is made. */
function optionOf(given, name) {
  const at = given.indexOf(name);
  return at === -1 ? undefined : given.splice(at, 2)[1];
}

/** The package as of a commit. */
async function productOf(commit) {
  const tree = join(cache, `${process.pid}-beside`);
  mkdirSync(tree, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', commit, 'src', 'package.json'], {
      cwd: root,
      maxBuffer: 1e9,
    });
    execFileSync('tar', ['-x', '-C', tree], { input: archive });
    const bundle = join(tree, 'product.mjs');
    await bundleProduct(bundle, tree);
    const { PRODUCT } = await import(pathToFileURL(bundle));
    PRODUCT.shareSeams(shareSeams());
    return PRODUCT;
  } finally {
    rmSync(tree, { recursive: true });
  }
}

/** With the mistake that is named. */
function sourcesOf(given) {
  const wanted = optionOf(given, '--mutant');
  if (wanted === undefined) return undefined;
  const mutant = applied(root).find(({ name }) => name === wanted);
  if (!mutant) throw new RangeError(`${wanted} is no mutant: npm run mutants -- --list`);
  return mutant.sources;
}
