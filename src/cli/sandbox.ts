import { parseArgs } from 'node:util';
import {
  ALGORITHM_NAMES,
  POST_ENCODING_NAMES,
  PRE_ENCODING_NAMES,
} from '../requests/scheme-names.js';
import {
  type ProviderSandboxSettings,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../sandbox/index.js';
import { untilStopped } from './signals.js';
import { fundVaults } from './vaults.js';

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
  'provider-for-validation': { type: 'boolean' },
  'provider-scheme': { type: 'string' },
} as const;

/**
 * Runs the sandbox until it is told to stop. It prints one JSON object, or with `--provider-for-validation` the
 * `.env` file of the vendor's validator.
 */
export async function runSandbox(args: string[]): Promise<number> {
  let options: SandboxOptions;
  let sandbox: Sandbox;
  try {
    options = optionsOf(args);
    sandbox = await startSandbox(options);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'Wrong options.'}\n`);
    return 2;
  }
  const isValidated = options.provider?.forValidation === true;
  const described = isValidated ? variablesOf(sandbox) : await descriptionOf(sandbox);
  const stopped = untilStopped();
  process.stdout.write(described);
  await stopped;
  await sandbox.stop();
  return 0;
}

function variablesOf({ provider }: Sandbox): string {
  // A PEM key has several lines, but a variable has only one.
  const lines = Object.entries(provider.validatorVariables).map(([name, value]) =>
    value.includes('\n') ? `${name}=${JSON.stringify(value)}\n` : `${name}=${value}\n`,
  );
  return lines.join('');
}

async function descriptionOf(sandbox: Sandbox): Promise<string> {
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
  return `${JSON.stringify(described, null, 2)}\n`;
}

function optionsOf(args: string[]): SandboxOptions {
  const { values } = parseArgs({ args, options: OPTIONS, strict: true });
  const { approvals = 'auto', seed } = values;
  if (approvals !== 'auto' && approvals !== 'manual') {
    throw new Error('--approvals must be auto or manual');
  }
  const scheme = values['provider-scheme'];
  const authentication = scheme === undefined ? undefined : schemeOf(scheme);
  const provider = {
    forValidation: values['provider-for-validation'] ?? false,
    ...(authentication ? { authentication } : {}),
  };
  return {
    approvals,
    provider,
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

function schemeOf(text: string): ProviderSandboxSettings['authentication'] {
  const [wanted, pre, post, ...more] = text.split('/');
  const algorithm = ALGORITHM_NAMES.find((name) => name === wanted);
  const preEncoding = PRE_ENCODING_NAMES.find((name) => name === pre);
  const postEncoding = POST_ENCODING_NAMES.find((name) => name === post);
  if (!algorithm || !preEncoding || !postEncoding || more.length > 0) {
    throw new Error('--provider-scheme must be as in hmac-sha512/base64/base64');
  }
  return { algorithm, preEncoding, postEncoding };
}

function numberOf(
  name: keyof SandboxOptions & (`${string}Port` | `${string}Ms`),
  text: string | undefined,
): SandboxOptions {
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${name}: must be a whole number`);
  if (name.endsWith('Port') && Number(text) > 65_535) throw new Error(`${name}: is no port`);
  return { [name]: Number(text) };
}
