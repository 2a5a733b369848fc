import type { Fetch } from '../../src/core/http.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { FAST } from '../support/custody.js';
import { endingFetch } from '../support/ending-fetch.js';
import { runOnCustody } from './custody.js';
import type { Run } from './run.js';

/** The operations on the sandbox, where answers may come altered. */
export async function runOnCustodySandbox(
  altered: (fetchIt: Fetch) => Fetch = (same) => same,
): Promise<Run> {
  const sandbox = await startSandbox({ seed: 'live' });
  const life = endingFetch();
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  try {
    return await runOnCustody({
      connection: { apiKey, apiSecret, basePath, retry: { baseMs: 1, maxMs: 5, attempts: 2 } },
      vaultAccountId: '0',
      fetch: altered(life.fetch),
      polling: FAST,
    });
  } finally {
    life.end();
    await sandbox.stop();
  }
}
