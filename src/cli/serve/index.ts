import { parseArgs } from 'node:util';
import { ConfigurationError } from '../../core/errors.js';
import { gatewayMetrics } from '../../handlers.js';
import type { Sandbox } from '../../sandbox/index.js';
import { endOnSignal, untilStopped } from '../signals.js';
import { fundVaults } from '../vaults.js';
import { withAccessLog } from './access-log.js';
import { servedAptos } from './aptos.js';
import { bearerOf } from './bearer.js';
import { Environment } from './environment.js';
import { logAt } from './logging.js';
import { servedNetlinkProxy } from './netlink-proxy.js';
import { Mistakes, onSandbox, planOf, variables } from './plan.js';
import { listen } from './process.js';
import { servedProviderProxy } from './provider-proxy.js';
import { type ServedProxy, servedProxy } from './proxy.js';
import { servedRequestSigner } from './request-signer.js';
import type { Served, ServedGateway } from './served.js';
import { servedStacks } from './stacks.js';
import { SERVE_USAGE } from './usage.js';
import { servedXrpl } from './xrpl.js';

const GATEWAYS = new Map<string, ServedGateway>([
  ['xrpl', servedXrpl],
  ['aptos', servedAptos],
  ['stacks', servedStacks],
]);

const PROXIES = new Map<string, ServedProxy>([
  ['provider-proxy', servedProviderProxy],
  ['netlink-proxy', servedNetlinkProxy],
  ['request-signer', servedRequestSigner],
]);

const NAMES = [...GATEWAYS.keys(), ...PROXIES.keys()];

const OPTIONS = {
  sandbox: { type: 'boolean' },
  'env-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * The time from the signal to stop to the end of the process, whatever still runs: other processes will go on
 * with it.
 */
const STOP_WITHIN_MS = 15_000;

/** Runs a server until it is told to stop. 2 is for settings that can't work. */
export async function runServe(args: string[]): Promise<number> {
  const keepRunning = endOnSignal();
  let sandbox: Sandbox | undefined;
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (values.help) {
      process.stdout.write(SERVE_USAGE);
      return 0;
    }
    const name = positionals.join(' ');
    const gateway = GATEWAYS.get(name);
    const proxy = PROXIES.get(name);
    if (!gateway && !proxy) throw new Mistakes([`serve takes one of: ${NAMES.join(', ')}.`]);
    const environment = new Environment(variables(values['env-file']));
    if (values.sandbox) sandbox = await (await import('../../sandbox/index.js')).startSandbox();
    if (gateway) await serve(await servedGateway(gateway, environment, sandbox), keepRunning);
    else if (proxy) await serve(servedProxy(proxy, environment, sandbox), keepRunning);
    return 0;
  } catch (error) {
    if (!isMistake(error)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await sandbox?.stop();
  }
}

function isMistake(error: unknown): error is Error {
  if (error instanceof Mistakes || error instanceof ConfigurationError) return true;
  // What parseArgs throws.
  return error instanceof TypeError && 'code' in error;
}

/** A gateway, on a sandbox that is prepared for the examples in the documents, or configured by the variables. */
async function servedGateway(
  gateway: ServedGateway,
  environment: Environment,
  sandbox: Sandbox | undefined,
): Promise<Served> {
  const plan = sandbox
    ? onSandbox(gateway, environment, sandbox)
    : await planOf(gateway, environment);
  const { settings, settled, shared, warnings, signer } = plan;
  if (sandbox) {
    await fundVaults(sandbox);
    await settled.stage?.(signer(fetch));
  }
  return {
    settings,
    warnings,
    description: settled.description,
    isReady: shared.isReady,
    open: (options) =>
      settled.open({
        signer: signer(options.metrics.counting('custody')),
        fetch: (peer) => options.metrics.counting(peer),
        lanes: shared.lanes,
        options,
      }),
  };
}

/** @param keepRunning called once requests arrive, so that signals stop the server in order */
async function serve(
  { settings, description, warnings, isReady, open }: Served,
  keepRunning: () => void,
): Promise<void> {
  const { host, hosts, port, apiToken, logLevel } = settings;
  const log = logAt(logLevel);
  const metrics = await gatewayMetrics();
  const stopping = new AbortController();
  const handOver = new AbortController();
  const handler = open({
    metrics,
    signal: handOver.signal,
    onEvent: log.onEvent,
    onError: log.onError,
    ready: async () => !stopping.signal.aborted && (await isReady()),
    ...(apiToken === undefined ? {} : { authorize: bearerOf(apiToken) }),
    hosts,
  });
  const server = await listen(withAccessLog(handler, log.onAnswer), host, port);
  for (const warning of warnings) log.warn({}, warning);
  // The listener is added before the server reports that it runs: a signal between two listeners would be lost.
  const stopped = untilStopped();
  keepRunning();
  log.info({ url: server.url, network: description }, 'listening');
  const signal = await stopped;
  stopping.abort();
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  // A second signal means that there is no time to let running work end by itself.
  void untilStopped().then(() => handOver.abort());
  await server.stop(() => handOver.abort());
  log.info({}, 'stopped');
}
