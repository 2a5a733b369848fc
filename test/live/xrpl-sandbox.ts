import type { Fetch } from '../../src/core/http.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { endingFetch } from '../support/ending-fetch.js';
import { FAST } from '../support/world.js';
import type { Run } from './run.js';
import { runOnXrpl } from './xrpl.js';

/** The operations on the sandbox, where answers may come altered. */
export async function runOnXrplSandbox(
  altered: (fetchIt: Fetch) => Fetch = (same) => same,
): Promise<Run> {
  const sandbox = await startSandbox({ ledgerCloseMs: 20, seed: 'live' });
  const life = endingFetch();
  const { url, networkId } = sandbox.xrpl;
  try {
    return await runOnXrpl({
      url,
      networkId,
      seed: 'live',
      patienceMs: 5_000,
      fund: (address) => sandbox.xrpl.fund(address, 1_000_000_000n),
      fetch: altered(life.fetch),
      tuning: {
        polling: FAST,
        retry: { baseMs: 1, maxMs: 5, attempts: 2 },
        secondsPerLedger: 0.1,
      },
    });
  } finally {
    life.end();
    await sandbox.stop();
  }
}
