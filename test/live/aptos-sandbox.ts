import { AptosGateway } from '../../src/aptos/index.js';
import type { Fetch } from '../../src/core/http.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { endingFetch } from '../support/ending-fetch.js';
import { FAST } from '../support/world.js';
import { aptosOperations, aptosTable, callOfAptos } from './aptos.js';
import { Exchanges } from './exchanges.js';
import { type Run, run } from './run.js';

/** The operations on the sandbox, where answers may come altered. */
export async function runOnSandbox(
  altered: (fetchIt: Fetch) => Fetch = (same) => same,
): Promise<Run> {
  const sandbox = await startSandbox({ aptosBlockMs: 5, seed: 'live' });
  const { fullnodeUrl, indexerUrl } = sandbox.aptos;
  const life = endingFetch();
  const exchanges = new Exchanges(callOfAptos, altered(life.fetch));
  const signer = new LocalRawSigner({ seed: 'live', quiet: true });
  const another = () =>
    new AptosGateway({
      signer,
      // Which chain it is, it has to find out.
      network: { fullnodeUrl, indexerUrl },
      polling: FAST,
      retry: { baseMs: 1, maxMs: 5, attempts: 2 },
      fetch: exchanges.fetch,
    });
  const world = {
    exchanges,
    gateway: another(),
    another,
    fullnodeUrl,
    patienceMs: 500,
    fund: async (address: string) => sandbox.aptos.fund(address, 1_000_000_000n),
  };
  try {
    return await run(aptosTable, aptosOperations, world, exchanges);
  } finally {
    life.end();
    await sandbox.stop();
  }
}
