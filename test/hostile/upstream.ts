import { fundVaults } from '../../src/cli/vaults.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { claimsFor } from '../support/co-signer.js';
import { FAST } from '../support/world.js';

type Json = Readonly<Record<string, unknown>>;

/** What the handlers of gateways ask: plain values, since it may be in another thread. */
export interface Upstream {
  readonly custody: {
    readonly apiKey: string;
    readonly apiSecret: string;
    readonly basePath: string;
  };
  readonly xrpl: { readonly url: string; readonly networkId: number };
  readonly aptos: {
    readonly fullnodeUrl: string;
    readonly indexerUrl: string;
    readonly chainId: number;
  };
  readonly stacks: {
    readonly network: 'mainnet' | 'testnet';
    readonly url: string;
    readonly chainId: number;
  };
  /** What a co-signer would ask of a request that the custody holds. */
  readonly claims: Json;
}

/**
 * A custody and nodes. What happens to be right goes no further than to those who approve, who never do from then on:
 * so that as good as nothing waits, and the chains stay as they are.
 */
export async function startUpstream(): Promise<{ upstream: Upstream; stop: () => Promise<void> }> {
  let isOpen = true;
  const sandbox = await startSandbox({
    approvals: () => (isOpen ? 'approve' : 'wait'),
    ledgerCloseMs: 200,
    stacks: { blockMs: 200 },
  });
  const { custody, xrpl, aptos, stacks } = sandbox;
  await fundVaults(sandbox);
  const { apiKey, apiSecret, url: basePath } = custody;
  const access = { apiKey, apiSecret, basePath };
  const network = { url: xrpl.url, networkId: xrpl.networkId };
  const signer = new FireblocksRawSigner({ ...access, polling: FAST });
  const gateway = new XrplGateway({ signer, network, polling: FAST, secondsPerLedger: 0.1 });
  await gateway.accountSet('0', { configs: { tickSize: 5 } });
  isOpen = false;
  const [held] = custody.transactions;
  if (held === undefined) throw new Error('the custody holds nothing');
  const upstream = {
    custody: access,
    xrpl: network,
    aptos: {
      fullnodeUrl: aptos.fullnodeUrl,
      indexerUrl: aptos.indexerUrl,
      chainId: aptos.chainId,
    },
    stacks: { network: stacks.network, url: stacks.url, chainId: stacks.chainId },
    claims: claimsFor(held),
  };
  return { upstream, stop: () => sandbox.stop() };
}
