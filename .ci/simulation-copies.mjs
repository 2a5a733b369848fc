// Prints the hashes of schedules by two copies of the simulation, each loaded for itself, one in the order of the
// other reversed.
import { rmSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleSimulation } from './simulation-bundle.mjs';

const folder = new URL('../node_modules/.cache/simulation/', import.meta.url);
const outfile = fileURLToPath(new URL(`copies-${process.pid}.mjs`, folder));
await bundleSimulation('copy.ts', outfile);
const [one, other] = await Promise.all(
  ['one', 'other'].map((copy) => import(`${pathToFileURL(outfile)}?${copy}`)),
);
rmSync(outfile);

const schedules = ['xrpl', 'aptos', 'stacks'].flatMap((chain) =>
  ['1', '3', '4'].map((seed) => ({ chain, seed })),
);
const hashesBy = async (copy, order) => {
  const hashes = {};
  for (const { chain, seed } of order) {
    hashes[`${chain} ${seed}`] = await copy.hashOf(chain, seed);
  }
  return hashes;
};
const first = await hashesBy(one, schedules);
const second = await hashesBy(other, schedules.toReversed());
console.log(JSON.stringify({ areTwo: one.hashOf !== other.hashOf, first, second }));
