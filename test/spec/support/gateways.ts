import { FireblocksRawSigner } from '../../../src/fireblocks/index.js';
import { aptosHandler, gatewayMetrics, stacksHandler, xrplHandler } from '../../../src/handlers.js';
import { AptosGateway, LocalRawSigner, StacksGateway, XrplGateway } from '../../../src/index.js';
import { type SandboxOptions, startSandbox } from '../../../src/sandbox/index.js';

// All options of constructors that these tests use are in this file.

const OFTEN = { firstMs: 10, factor: 1.2, maxMs: 50 };
const VAULTS = Array.from({ length: 30 }, (_, id) => String(id));

/** The XRP Ledger gateway on a sandbox, with keys at the sandbox's custody platform. */
export async function xrplWorld(options: SandboxOptions = {}) {
  const sandbox = await startSandbox({ ledgerCloseMs: 20, ...options });
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const signer = new FireblocksRawSigner({ apiKey, apiSecret, basePath, polling: OFTEN });
  const { url, networkId } = sandbox.xrpl;
  const gateway = new XrplGateway({ signer, network: { url, networkId }, polling: OFTEN });
  const metrics = await gatewayMetrics();
  const handler = xrplHandler(gateway, { metrics, onError: () => undefined });
  for (const id of ['0', '1', '2']) {
    await sandbox.xrpl.fund(await gateway.getAddress(id), 10_000_000_000n);
  }
  return { sandbox, gateway, handler, stop: () => sandbox.stop() };
}

/** The Aptos gateway on a sandbox, with keys of its own. */
export async function aptosWorld() {
  const sandbox = await startSandbox({ aptosBlockMs: 5 });
  const { fullnodeUrl, indexerUrl } = sandbox.aptos;
  const gateway = new AptosGateway({
    signer: localSigner(),
    network: { fullnodeUrl, indexerUrl },
    polling: OFTEN,
  });
  const handler = aptosHandler(gateway, { metrics: await gatewayMetrics() });
  for (const id of ['0', '1']) sandbox.aptos.fund(await gateway.getAddress(id), 100_000_000_000n);
  return { sandbox, gateway, handler, stop: () => sandbox.stop() };
}

/** The Stacks gateway on a sandbox, where pox-4 is active, as the documents' stacking supposes. */
export async function stacksWorld() {
  const sandbox = await startSandbox({ stacks: { pox: 'pox-4', blockMs: 10 } });
  const { network, url } = sandbox.stacks;
  const gateway = new StacksGateway({
    signer: localSigner(),
    network: { network, url },
    polling: OFTEN,
  });
  const handler = stacksHandler(gateway, {
    metrics: await gatewayMetrics(),
    onError: () => undefined,
  });
  for (const id of VAULTS) {
    sandbox.stacks.fund(await gateway.getAddress(id), 5_000_000_000_000n);
  }
  return { sandbox, gateway, handler, stop: () => sandbox.stop() };
}

function localSigner() {
  return new LocalRawSigner({ seed: 'spec', quiet: true });
}

export type XrplWorld = Awaited<ReturnType<typeof xrplWorld>>;
export type AptosWorld = Awaited<ReturnType<typeof aptosWorld>>;
export type StacksWorld = Awaited<ReturnType<typeof stacksWorld>>;

/** One of each gateway, by its letter in the documents. */
export async function everyWorld() {
  const [A, B, C] = await Promise.all([xrplWorld(), aptosWorld(), stacksWorld()]);
  return { A, B, C };
}

export type EveryWorld = Awaited<ReturnType<typeof everyWorld>>;

/** A Stacks gateway that is not asked for anything but addresses, by the setting of the library. */
export function stacksGateway(settings: { testnet?: boolean }) {
  const signer = new LocalRawSigner({ seed: 'spec', quiet: true, allowMainnet: true });
  return new StacksGateway({ signer, ...settings });
}
