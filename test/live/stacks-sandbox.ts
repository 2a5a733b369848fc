import type { Fetch } from '../../src/core/http.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { endingFetch } from '../support/ending-fetch.js';
import { FAST } from '../support/world.js';
import type { Run } from './run.js';
import { runOnStacks } from './stacks.js';

/** All that the sandbox answers: as an API of today, and as one of before. */
export async function bothOnStacksSandbox(): Promise<Run> {
  const runs = [await runOnStacksSandbox(), await runOnStacksSandbox(undefined, 'v1')];
  return {
    exchanges: runs.flatMap(({ exchanges }) => exchanges),
    failures: runs.flatMap(({ failures }) => failures),
    pins: Object.assign({}, ...runs.map(({ pins }) => pins)),
  };
}

/** The operations on the sandbox, where answers may come altered. */
export async function runOnStacksSandbox(
  altered: (fetchIt: Fetch) => Fetch = (same) => same,
  api: 'v1' | 'v3' = 'v3',
): Promise<Run> {
  const sandbox = await startSandbox({ stacks: { blockMs: 20 }, seed: 'live' });
  if (api === 'v1') sandbox.stacks.setApi({ release: '8.13.0' });
  const life = endingFetch();
  try {
    return await runOnStacks({
      url: sandbox.stacks.url,
      seed: 'live',
      patienceMs: 5_000,
      fund: async (address) => sandbox.stacks.fund(address, 1_000_000_000n),
      fetch: altered(life.fetch),
      tuning: { polling: FAST, retry: { baseMs: 1, maxMs: 5, attempts: 2 } },
    });
  } finally {
    life.end();
    await sandbox.stop();
  }
}
