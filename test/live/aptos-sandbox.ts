import type { Fetch } from '../../src/core/http.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { endingFetch } from '../support/ending-fetch.js';
import { FAST } from '../support/world.js';
import { runOnAptos } from './aptos-run.js';
import type { Run } from './run.js';

export const QUICK = { polling: FAST, retry: { baseMs: 1, maxMs: 5, attempts: 2 } } as const;

/** The operations on the sandbox, where answers may come altered. */
export async function runOnSandbox(
  altered: (fetchIt: Fetch) => Fetch = (same) => same,
): Promise<Run> {
  const sandbox = await startSandbox({ aptosBlockMs: 5, seed: 'live' });
  const life = endingFetch();
  const { fullnodeUrl, indexerUrl } = sandbox.aptos;
  try {
    return await runOnAptos({
      fullnodeUrl,
      indexerUrl,
      seed: 'live',
      patienceMs: 500,
      fund: async (address) => sandbox.aptos.fund(address, 1_000_000_000n),
      fetch: altered(life.fetch),
      tuning: QUICK,
    });
  } finally {
    life.end();
    await sandbox.stop();
  }
}
