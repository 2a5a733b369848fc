import { custodyTable, runOnCustody } from './custody.js';
import { runOnCustodySandbox } from './custody-sandbox.js';
import { type LiveReport, reportOf } from './report.js';
import type { Run } from './run.js';
import { runOnStacks, stacksTable } from './stacks.js';
import { bothOnStacksSandbox } from './stacks-sandbox.js';
import { runOnXrpl, xrplTable } from './xrpl.js';
import { runOnXrplSandbox } from './xrpl-sandbox.js';

/** How a run on a network goes. */
export interface HowLive {
  readonly seed: string;
  readonly patienceMs: number;
  readonly pins: Run['pins'];
}

/** A public network beside those of Aptos, or the custody's sandbox workspace. */
export interface LiveNetwork {
  readonly source: string;
  run(how: HowLive): Promise<LiveReport>;
}

const XRPL = 'https://s.altnet.rippletest.net:51234';
const XRPL_FAUCET = 'https://faucet.altnet.rippletest.net/accounts';
const STACKS = 'https://api.testnet.hiro.so';
const CUSTODY = 'https://sandbox-api.fireblocks.io';

/** By what they are called with `--peer`. */
export function liveNetworks(
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<'xrpl' | 'stacks' | 'custody', LiveNetwork>> {
  return {
    xrpl: {
      source: XRPL,
      run: async ({ pins, ...how }) => {
        const fund = (destination: string) => posted(XRPL_FAUCET, { destination });
        const now = await runOnXrpl({ url: XRPL, networkId: 1, fund, fetch, ...how });
        return reportOf('xrpl', { table: xrplTable, now, sandbox: await runOnXrplSandbox(), pins });
      },
    },
    stacks: {
      source: STACKS,
      run: async ({ pins, ...how }) => {
        const fund = (address: string) =>
          posted(`${STACKS}/extended/v1/faucets/stx?address=${address}`, {});
        const now = await runOnStacks({ url: STACKS, fund, fetch, ...how });
        const sandbox = await bothOnStacksSandbox();
        return reportOf('stacks', { table: stacksTable, now, sandbox, pins });
      },
    },
    custody: {
      source: CUSTODY,
      run: async ({ pins }) => {
        const { CUSTODY_API_KEY: apiKey = '', CUSTODY_API_SECRET: apiSecret = '' } = env;
        const { CUSTODY_VAULT: vaultAccountId = '0' } = env;
        const connection = { apiKey, apiSecret, basePath: CUSTODY };
        const now = await runOnCustody({ connection, vaultAccountId, fetch });
        const sandbox = await runOnCustodySandbox();
        return reportOf('custody', { table: custodyTable, now, sandbox, pins });
      },
    },
  };
}

async function posted(url: string, body: object): Promise<void> {
  const { ok, status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!ok) throw new Error(`the faucet answered ${status}`);
}
