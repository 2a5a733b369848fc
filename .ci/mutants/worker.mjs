// Tries mutants one after the other: for each the schedules of some seeds, until one goes wrong.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { HIT_LIMIT } from './hit-limit.mjs';

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
    parentPort.postMessage({ survived: seed });
  }
  const perTest = state.mutantCoverage?.perTest ?? {};
  parentPort.postMessage({
    hits: Object.fromEntries(seeds.map((seed) => [seed, perTest[seed] ?? {}])),
  });
});
