import { readFileSync } from 'node:fs';
import { parseArgs, parseEnv } from 'node:util';
import { ConfigurationError } from '../../core/errors.js';
import type { Fetch } from '../../core/http.js';
import { FireblocksRawSigner } from '../../custody/index.js';
import { gatewayMetrics } from '../../http/index.js';
import { type Sandbox, startSandbox } from '../../sandbox/index.js';
import { untilStopped } from '../signals.js';
import { fundVaults } from '../vaults.js';
import { servedAptos } from './aptos.js';
import { bearerOf } from './bearer.js';
import { custodySettings, custodySigner } from './custody-settings.js';
import { Environment } from './environment.js';
import { logAt } from './logging.js';
import { listen } from './process.js';
import type { ServedGateway, Settled } from './served.js';
import { isLoopback, LOOPBACK, type ServerSettings, serverSettings } from './server-settings.js';
import { servedStacks } from './stacks.js';
import { servedXrpl } from './xrpl.js';

const GATEWAYS = new Map<string, ServedGateway>([
  ['xrpl', servedXrpl],
  ['aptos', servedAptos],
  ['stacks', servedStacks],
]);

const OPTIONS = { sandbox: { type: 'boolean' }, 'env-file': { type: 'string' } } as const;

/** Everything that a server is made of, once its variables are read. */
interface Plan {
  readonly settings: ServerSettings;
  readonly settled: Settled;
  readonly warnings: readonly string[];
  signer(fetch: Fetch): FireblocksRawSigner;
}

/** Runs a gateway's server until it is told to stop. 2 is for settings that can't work. */
export async function runServe(args: string[]): Promise<number> {
  let sandbox: Sandbox | undefined;
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const gateway = GATEWAYS.get(positionals.join(' '));
    if (!gateway) throw new Mistakes([`serve takes one of: ${[...GATEWAYS.keys()].join(', ')}.`]);
    const environment = new Environment(variables(values['env-file']));
    if (values.sandbox) sandbox = await startSandbox();
    const plan = sandbox
      ? onSandbox(gateway, environment, sandbox)
      : await planOf(gateway, environment);
    if (sandbox) {
      await fundVaults(sandbox);
      await plan.settled.stage?.(plan.signer(fetch));
    }
    await serve(plan);
    return 0;
  } catch (error) {
    if (!isMistake(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await sandbox?.stop();
  }
}

/** What is wrong with the command line or the environment, all at once. */
class Mistakes extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

function isMistake(error: unknown): error is Error {
  if (error instanceof Mistakes || error instanceof ConfigurationError) return true;
  return error instanceof TypeError && 'code' in error;
}

/** The file's variables, and over them those of the process. */
function variables(envFile: string | undefined): Readonly<Record<string, string | undefined>> {
  if (envFile === undefined) return process.env;
  try {
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...process.env };
  } catch {
    throw new Mistakes([`${envFile} can't be read.`]);
  }
}

async function planOf(gateway: ServedGateway, environment: Environment): Promise<Plan> {
  const custody = custodySettings(environment);
  const settings = serverSettings(environment);
  const settled = gateway.read(environment);
  if (environment.problems.length > 0) throw new Mistakes(environment.problems);
  await settled.check?.();
  if (environment.problems.length > 0) throw new Mistakes(environment.problems);
  const { warnings } = environment;
  return { settings, settled, warnings, signer: (fetch) => custodySigner(custody, fetch) };
}

function onSandbox(gateway: ServedGateway, environment: Environment, sandbox: Sandbox): Plan {
  const settings = serverSettings(environment);
  if (environment.problems.length > 0) throw new Mistakes(environment.problems);
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  return {
    settings,
    settled: gateway.onSandbox(sandbox),
    warnings: environment.warnings,
    signer: (fetch) => new FireblocksRawSigner({ apiKey, apiSecret, basePath, fetch }),
  };
}

async function serve({ settings, settled, warnings, signer }: Plan): Promise<void> {
  const { host, port, apiToken, logLevel } = settings;
  const log = logAt(logLevel);
  const metrics = await gatewayMetrics();
  const handOver = new AbortController();
  let isStopping = false;
  const handler = settled.open({
    signer: signer(metrics.counting('custody')),
    fetch: (peer) => metrics.counting(peer),
    options: {
      metrics,
      signal: handOver.signal,
      onEvent: log.onEvent,
      onError: log.onError,
      ready: () => !isStopping,
      ...(apiToken === undefined ? {} : { authorize: bearerOf(apiToken) }),
      ...(isLoopback(host) ? { hosts: LOOPBACK } : {}),
    },
  });
  const server = await listen(handler, host, port);
  for (const warning of warnings) log.warn({}, warning);
  log.info({ url: server.url, network: settled.description }, 'listening');
  const signal = await untilStopped();
  isStopping = true;
  log.info({ signal }, 'stopping');
  await server.stop(() => handOver.abort());
  log.info({}, 'stopped');
}
