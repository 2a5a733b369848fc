// Tries mutants one after the other: for each the schedules of some seeds, until one goes wrong.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** More than a comparison is made in any schedule: what goes beyond never ends. */
const HIT_LIMIT = 3_000_000;

const { violationIn } = await import(pathToFileURL(workerData.bundle).href);
globalThis.__stryker__ ??= {};
const state = globalThis.__stryker__;

parentPort.on('message', async ({ active, seeds, isStrict }) => {
  state.activeMutant = active;
  for (const seed of seeds) {
    state.currentTestId = seed;
    state.hitCount = 0;
    state.hitLimit = HIT_LIMIT;
    const violation = await violationIn(seed, isStrict).catch((error) => `it broke: ${error}`);
    if (violation !== undefined) return parentPort.postMessage({ seed, violation });
  }
  const perTest = state.mutantCoverage?.perTest ?? {};
  const covered = Object.fromEntries(seeds.map((seed) => [seed, Object.keys(perTest[seed] ?? {})]));
  parentPort.postMessage({ covered });
});
