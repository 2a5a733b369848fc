import { parseArgs } from 'node:util';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/index.js';

const OPTIONS = {
  'custody-port': { type: 'string' },
  'xrpl-port': { type: 'string' },
  'aptos-port': { type: 'string' },
  'aptos-indexer-port': { type: 'string' },
  'stacks-port': { type: 'string' },
  'netlink-port': { type: 'string' },
  'provider-port': { type: 'string' },
  'platform-port': { type: 'string' },
  'ledger-close-ms': { type: 'string' },
  'latency-ms': { type: 'string' },
  seed: { type: 'string' },
  approvals: { type: 'string' },
} as const;

/** Vault accounts 0 to 9 start with 10,000 XRP, 1,000 APT and 500,000 STX each. */
const FUNDED_VAULTS = 10;
const FUNDS_DROPS = 10_000_000_000n;
const FUNDS_OCTAS = 100_000_000_000n;
const FUNDS_USTX = 500_000_000_000n;

/** Runs the sandbox until it is told to stop. What it prints is one JSON object. */
export async function runSandbox(args: string[]): Promise<number> {
  let options: SandboxOptions;
  try {
    options = optionsOf(args);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'Wrong options.'}\n`);
    return 2;
  }
  const sandbox = await startSandbox(options);
  const vaults = await fundVaults(sandbox);
  const described = {
    custody: {
      url: sandbox.custody.url,
      apiKey: sandbox.custody.apiKey,
      apiSecret: sandbox.custody.apiSecret,
      vaults,
    },
    xrpl: {
      url: sandbox.xrpl.url,
      webSocketUrl: sandbox.xrpl.webSocketUrl,
      networkId: sandbox.xrpl.networkId,
    },
    aptos: {
      fullnodeUrl: sandbox.aptos.fullnodeUrl,
      indexerUrl: sandbox.aptos.indexerUrl,
      chainId: sandbox.aptos.chainId,
      sampleModule: sandbox.aptos.sampleModule,
    },
    stacks: {
      url: sandbox.stacks.url,
      network: sandbox.stacks.network,
      contracts: sandbox.stacks.contracts,
    },
    netlink: { url: sandbox.netlink.url, ...sandbox.netlink.credentials },
    provider: { url: sandbox.provider.url, ...sandbox.provider.credentials },
    platform: { url: sandbox.platform.url, ...sandbox.platform.credentials },
  };
  process.stdout.write(`${JSON.stringify(described, null, 2)}\n`);
  await untilStopped();
  await sandbox.stop();
  return 0;
}

/** What a vault account is called on each chain. */
interface VaultAddresses {
  readonly XRP_TEST: string;
  readonly aptos: string;
  readonly stacks: string;
}

/** Gives the first vault accounts something to start with; resolves with their addresses. */
async function fundVaults(sandbox: Sandbox): Promise<Record<string, VaultAddresses>> {
  const { custody, xrpl, aptos, stacks } = sandbox;
  const vaults: Record<string, VaultAddresses> = {};
  for (let id = 0; id < FUNDED_VAULTS; id++) {
    const key = custody.publicKeyOf({ path: [44, 637, id, 0, 0], algorithm: 'MPC_EDDSA_ED25519' });
    const XRP_TEST = custody.addressOf(String(id), 'XRP_TEST');
    const stacksKey = custody.publicKeyOf({ path: [44, 1, id, 0, 0] });
    vaults[id] = {
      XRP_TEST,
      aptos: aptos.addressOfKey(key),
      stacks: stacks.addressOfKey(stacksKey),
    };
  }
  for (const addresses of Object.values(vaults)) {
    await xrpl.fund(addresses.XRP_TEST, FUNDS_DROPS);
    aptos.fund(addresses.aptos, FUNDS_OCTAS);
    stacks.fund(addresses.stacks, FUNDS_USTX);
  }
  return vaults;
}

function optionsOf(args: string[]): SandboxOptions {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true });
  const { approvals = 'auto', seed } = values;
  if (approvals !== 'auto' && approvals !== 'manual') {
    throw new Error('--approvals must be auto or manual');
  }
  return {
    approvals,
    ...(seed === undefined ? {} : { seed }),
    ...numberOf('custodyPort', values['custody-port']),
    ...numberOf('xrplPort', values['xrpl-port']),
    ...numberOf('aptosPort', values['aptos-port']),
    ...numberOf('aptosIndexerPort', values['aptos-indexer-port']),
    ...numberOf('stacksPort', values['stacks-port']),
    ...numberOf('netlinkPort', values['netlink-port']),
    ...numberOf('providerPort', values['provider-port']),
    ...numberOf('platformPort', values['platform-port']),
    ...numberOf('ledgerCloseMs', values['ledger-close-ms']),
    ...numberOf('latencyMs', values['latency-ms']),
  };
}

function numberOf(
  name: keyof SandboxOptions & (`${string}Port` | `${string}Ms`),
  text: string | undefined,
): SandboxOptions {
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name}: must be a whole number`);
  return { [name]: Number(text) };
}

function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
}
