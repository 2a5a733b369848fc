import { didYouMean } from '../../core/nearest.js';
import { gatewayMetrics } from '../../handlers.js';
import type { Sandbox } from '../../sandbox/index.js';
import { variablesOf } from '../env-file.js';
import { parseFlags } from '../flags.js';
import { Mistakes } from '../mistakes.js';
import { endOnSignal, untilStopped } from '../signals.js';
import type { Terminal } from '../terminal.js';
import { fundVaults } from '../vaults.js';
import { withAccessLog } from './access-log.js';
import { servedAptos } from './aptos.js';
import { bearerOf } from './bearer.js';
import { dependenciesOf } from './dependencies.js';
import { Environment } from './environment.js';
import { withFrontPage } from './front-page.js';
import { logAt, readableLogAt } from './logging.js';
import { servedNetlinkProxy } from './netlink-proxy.js';
import { onSandbox, planOf } from './plan.js';
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

/** Runs a server until it is told to stop. */
export async function runServe(args: readonly string[], terminal: Terminal): Promise<number> {
  const flags = parseFlags(args, OPTIONS);
  if (flags.has('help')) {
    terminal.out(SERVE_USAGE);
    return 0;
  }
  const name = flags.positionals.join(' ');
  const gateway = GATEWAYS.get(name);
  const proxy = PROXIES.get(name);
  if (!gateway && !proxy) {
    const meant = didYouMean(name, NAMES);
    throw new Mistakes([`serve takes one of: ${NAMES.join(', ')}${meant || '.'}`]);
  }
  const environment = new Environment(variablesOf(flags.text('env-file')));
  const keepRunning = endOnSignal();
  let sandbox: Sandbox | undefined;
  try {
    if (flags.has('sandbox'))
      sandbox = await (await import('../../sandbox/index.js')).startSandbox();
    const isShown = terminal.isShown;
    if (gateway)
      await serve(await servedGateway(gateway, environment, sandbox), keepRunning, isShown);
    else if (proxy) await serve(servedProxy(proxy, environment, sandbox), keepRunning, isShown);
    return 0;
  } finally {
    await sandbox?.stop();
  }
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
  const dependencies = dependenciesOf(plan);
  if (sandbox) {
    await fundVaults(sandbox);
    await settled.stage?.(signer(fetch));
  }
  return {
    settings,
    warnings,
    description: settled.description,
    readiness: () => dependencies.readiness(),
    open: (options) =>
      settled.open({
        signer: signer(options.metrics.counting('custody', dependencies.custodyFetch)),
        fetch: (peer) => options.metrics.counting(peer, dependencies.nodeFetch),
        lanes: shared.lanes,
        options,
      }),
  };
}

/**
 * @param keepRunning called once requests arrive, so that signals stop the server in order
 * @param isShown whether a person reads the log
 */
async function serve(
  { settings, description, warnings, readiness, open }: Served,
  keepRunning: () => void,
  isShown: boolean,
): Promise<void> {
  const { host, hosts, port, apiToken, logLevel } = settings;
  const log = isShown ? readableLogAt(logLevel) : logAt(logLevel);
  const metrics = await gatewayMetrics();
  const stopping = new AbortController();
  const handOver = new AbortController();
  const handler = open({
    metrics,
    signal: handOver.signal,
    onEvent: log.onEvent,
    onError: log.onError,
    ready: () => !stopping.signal.aborted && readiness(),
    ...(apiToken === undefined ? {} : { authorize: bearerOf(apiToken) }),
    hosts,
  });
  const fronted = withFrontPage(handler, description);
  const server = await listen(withAccessLog(fronted, log.onAnswer), { host, port });
  for (const warning of warnings) log.warn({}, warning);
  // The listener is added before the server reports that it runs: a signal between two listeners would be lost.
  const stopped = untilStopped();
  keepRunning();
  const { url } = server;
  const pages = { apiDocs: `${url}/api-docs`, reference: `${url}/type-docs/` };
  const access = apiToken === undefined ? 'open' : 'API_TOKEN';
  log.info({ url, network: description, access, ...pages }, 'listening');
  const signal = await stopped;
  stopping.abort();
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  // A second signal means that there is no time to let running work end by itself.
  void untilStopped().then(() => handOver.abort());
  await server.stop(() => handOver.abort());
  log.info({}, 'stopped');
}
