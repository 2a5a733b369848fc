import { parseArgs } from 'node:util';
import { ConfigurationError } from '../../core/errors.js';
import { gatewayMetrics } from '../../http/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { endOnSignal, untilStopped } from '../signals.js';
import { fundVaults } from '../vaults.js';
import { withAccessLog } from './access-log.js';
import { servedAptos } from './aptos.js';
import { bearerOf } from './bearer.js';
import { Environment } from './environment.js';
import { logAt } from './logging.js';
import { Mistakes, onSandbox, type Plan, planOf, variables } from './plan.js';
import { listen } from './process.js';
import type { ServedGateway } from './served.js';
import { loopbackNamesOf } from './server-settings.js';
import { servedStacks } from './stacks.js';
import { SERVE_USAGE } from './usage.js';
import { servedXrpl } from './xrpl.js';

const GATEWAYS = new Map<string, ServedGateway>([
  ['xrpl', servedXrpl],
  ['aptos', servedAptos],
  ['stacks', servedStacks],
]);

const OPTIONS = {
  sandbox: { type: 'boolean' },
  'env-file': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** From the order to stop to the end of the process, whatever still runs: others will go on with it. */
const STOP_WITHIN_MS = 15_000;

/** Runs a gateway's server until it is told to stop. 2 is for settings that can't work. */
export async function runServe(args: string[]): Promise<number> {
  const keepRunning = endOnSignal();
  let sandbox: Sandbox | undefined;
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    if (values.help) {
      process.stdout.write(SERVE_USAGE);
      return 0;
    }
    const gateway = GATEWAYS.get(positionals.join(' '));
    if (!gateway) throw new Mistakes([`serve takes one of: ${[...GATEWAYS.keys()].join(', ')}.`]);
    const environment = new Environment(variables(values['env-file']));
    if (values.sandbox) sandbox = await (await import('../../sandbox/index.js')).startSandbox();
    const plan = sandbox
      ? onSandbox(gateway, environment, sandbox)
      : await planOf(gateway, environment);
    if (sandbox) {
      await fundVaults(sandbox);
      await plan.settled.stage?.(plan.signer(fetch));
    }
    await serve(plan, keepRunning);
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

/** @param keepRunning from here on there are requests, and signals end them in order */
async function serve(
  { settings, settled, shared, warnings, signer }: Plan,
  keepRunning: () => void,
): Promise<void> {
  const { host, port, apiToken, logLevel } = settings;
  const log = logAt(logLevel);
  const metrics = await gatewayMetrics();
  const stopping = new AbortController();
  const handOver = new AbortController();
  const handler = settled.open({
    signer: signer(metrics.counting('custody')),
    fetch: (peer) => metrics.counting(peer),
    lanes: shared.lanes,
    options: {
      metrics,
      signal: handOver.signal,
      onEvent: log.onEvent,
      onError: log.onError,
      ready: async () => !stopping.signal.aborted && (await shared.isReady()),
      ...(apiToken === undefined ? {} : { authorize: bearerOf(apiToken) }),
      hosts: loopbackNamesOf(host),
    },
  });
  const server = await listen(withAccessLog(handler, log.onAnswer), host, port);
  for (const warning of warnings) log.warn({}, warning);
  log.info({ url: server.url, network: settled.description }, 'listening');
  keepRunning();
  const signal = await untilStopped();
  stopping.abort();
  log.info({ signal }, 'stopping');
  setTimeout(() => process.exit(), STOP_WITHIN_MS).unref();
  // Whoever asks twice has no time for what runs to end by itself.
  void untilStopped().then(() => handOver.abort());
  await server.stop(() => handOver.abort());
  log.info({}, 'stopped');
}
