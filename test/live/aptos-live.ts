import type { Fetch } from '../../src/core/http.js';
import { aptosTable } from './aptos.js';
import { type AptosPlace, runOnAptos } from './aptos-run.js';
import { runOnSandbox } from './aptos-sandbox.js';
import { type LiveReport, reportOf } from './report.js';
import type { Run } from './run.js';

/** A public network that gives coins away. */
export interface AptosTestNetwork {
  readonly fullnodeUrl: string;
  readonly indexerUrl: string;
  /** Takes `POST /fund`. Without one the account has to have coins. */
  readonly faucetUrl?: string;
}

/** Those whose faucets ask for no account of their own. Aptos' testnet has coins only for who logs in. */
export const aptosNetworks: Readonly<Record<string, AptosTestNetwork>> = {
  'aptos-devnet': {
    fullnodeUrl: 'https://api.devnet.aptoslabs.com/v1',
    indexerUrl: 'https://api.devnet.aptoslabs.com/v1/graphql',
    faucetUrl: 'https://faucet.devnet.aptoslabs.com',
  },
};

/**
 * Runs the operations on a network, and holds what it answers against the sandbox and the recordings.
 *
 * @param pins - What an earlier run has found the network's modules to be.
 */
export async function liveAptos(
  network: AptosTestNetwork,
  how: Pick<AptosPlace, 'seed' | 'patienceMs' | 'fetch' | 'tuning'>,
  pins: Run['pins'] = {},
): Promise<LiveReport> {
  const { fullnodeUrl, indexerUrl } = network;
  const fund = (address: string) => fundBy(network, address, how.fetch);
  const now = await runOnAptos({ fullnodeUrl, indexerUrl, fund, ...how });
  return reportOf('aptos', { table: aptosTable, now, sandbox: await runOnSandbox(), pins });
}

const COINS = 100_000_000;

async function fundBy({ faucetUrl }: AptosTestNetwork, address: string, fetchIt: Fetch) {
  if (faucetUrl === undefined) return;
  const { ok, status } = await fetchIt(`${faucetUrl}/fund`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address, amount: COINS }),
  });
  if (!ok) throw new Error(`the faucet answered ${status}`);
}
