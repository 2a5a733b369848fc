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
import { type Parsed, parseFlags, refuseMore } from './flags.js';
import { Mistakes } from './mistakes.js';
import { untilStopped } from './signals.js';
import type { Terminal } from './terminal.js';
import { SANDBOX_USAGE } from './usage.js';
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
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * Runs the sandbox until it is told to stop. It prints one JSON object, or with `--provider-for-validation` the
 * `.env` file of the vendor's validator.
 */
export async function runSandbox(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, OPTIONS);
  if (flags.has('help')) {
    terminal.out(SANDBOX_USAGE);
    return 0;
  }
  refuseMore(flags.positionals);
  const options = optionsOf(flags);
  const sandbox = await startSandbox(options).catch((error: unknown) => {
    throw unheldPort(error, flags) ?? error;
  });
  const isValidated = options.provider?.forValidation === true;
  const described = isValidated ? variablesOf(sandbox) : await descriptionOf(sandbox);
  const stopped = untilStopped();
  terminal.out(described);
  await stopped;
  await sandbox.stop();
  return 0;
}

/** The port that could not be had, by the flag that asked for it. */
function unheldPort(error: unknown, flags: Parsed): Mistakes | undefined {
  if (!(error instanceof Error) || !('port' in error)) return undefined;
  const names = Object.keys(OPTIONS).filter((name) => name.endsWith('-port'));
  const name = names.find((one) => flags.text(one) === `${error.port}`);
  return name === undefined ? undefined : new Mistakes([`--${name}: ${error.message}`]);
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

function optionsOf(flags: Parsed): SandboxOptions {
  const approvals = flags.text('approvals') ?? 'auto';
  const seed = flags.text('seed');
  if (approvals !== 'auto' && approvals !== 'manual') {
    throw new Mistakes(['--approvals must be auto or manual.']);
  }
  const scheme = flags.text('provider-scheme');
  const authentication = scheme === undefined ? undefined : schemeOf(scheme);
  const provider = {
    forValidation: flags.has('provider-for-validation'),
    ...(authentication ? { authentication } : {}),
  };
  return {
    approvals,
    provider,
    ...(seed === undefined ? {} : { seed }),
    ...numberOf('custodyPort', 'custody-port', flags),
    ...numberOf('xrplPort', 'xrpl-port', flags),
    ...numberOf('aptosPort', 'aptos-port', flags),
    ...numberOf('aptosIndexerPort', 'aptos-indexer-port', flags),
    ...numberOf('stacksPort', 'stacks-port', flags),
    ...numberOf('netlinkPort', 'netlink-port', flags),
    ...numberOf('providerPort', 'provider-port', flags),
    ...numberOf('platformPort', 'platform-port', flags),
    ...numberOf('ledgerCloseMs', 'ledger-close-ms', flags),
    ...numberOf('latencyMs', 'latency-ms', flags),
  };
}

function schemeOf(text: string): ProviderSandboxSettings['authentication'] {
  const [wanted, pre, post, ...more] = text.split('/');
  const algorithm = ALGORITHM_NAMES.find((name) => name === wanted);
  const preEncoding = PRE_ENCODING_NAMES.find((name) => name === pre);
  const postEncoding = POST_ENCODING_NAMES.find((name) => name === post);
  if (!algorithm || !preEncoding || !postEncoding || more.length > 0) {
    throw new Mistakes(['--provider-scheme must be as in hmac-sha512/base64/base64.']);
  }
  return { algorithm, preEncoding, postEncoding };
}

function numberOf(
  name: keyof SandboxOptions & (`${string}Port` | `${string}Ms`),
  flag: keyof typeof OPTIONS,
  flags: Parsed,
): SandboxOptions {
  const text = flags.text(flag);
  if (text === undefined) return {};
  if (!/^\d{1,9}$/.test(text)) throw new Mistakes([`--${flag} must be a whole number.`]);
  if (name.endsWith('Port') && Number(text) > 65_535) {
    throw new Mistakes([`--${flag} must be a port, 0 to 65535.`]);
  }
  return { [name]: Number(text) };
}
