import type { Fetch } from '../../core/http.js';
import { FireblocksRawSigner, FireblocksRestClient } from '../../fireblocks/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { Mistakes } from '../mistakes.js';
import {
  type CustodySettings,
  custodyClient,
  custodySettings,
  custodySigner,
} from './custody-settings.js';
import type { Environment } from './environment.js';
import type { ServedGateway, Settled } from './served.js';
import { type ServerSettings, serverSettings } from './server-settings.js';
import { lanesIn, OWN_LANES, redisIn, type SharedLanes } from './shared-lanes.js';

/** What a gateway needs, once its variables are read. */
export interface Connection {
  readonly settled: Settled;
  readonly shared: SharedLanes;
  readonly warnings: readonly string[];
  signer(fetch: Fetch): FireblocksRawSigner;
  custody(fetch: Fetch): FireblocksRestClient;
}

/** All parts of a server, once its variables are read. */
export interface Plan extends Connection {
  readonly settings: ServerSettings;
}

/** @throws Mistakes that name every variable that is missing or wrong. */
export async function planOf(gateway: ServedGateway, environment: Environment): Promise<Plan> {
  const custody = custodySettings(environment);
  const settings = serverSettings(environment);
  return { settings, ...(await connected(gateway, environment, custody)) };
}

/**
 * The same without the settings of a server.
 *
 * @throws Mistakes that name every variable that is missing or wrong.
 */
export async function connectionOf(
  gateway: ServedGateway,
  environment: Environment,
): Promise<Connection> {
  return connected(gateway, environment, custodySettings(environment));
}

async function connected(
  gateway: ServedGateway,
  environment: Environment,
  custody: CustodySettings,
): Promise<Connection> {
  const redis = redisIn(environment);
  const settled = gateway.read(environment);
  refuseProblems(environment);
  await settled.check?.();
  refuseProblems(environment);
  return {
    settled,
    shared: redis ? await lanesIn(redis) : OWN_LANES,
    warnings: environment.warnings,
    signer: (fetch) => custodySigner(custody, fetch),
    custody: (fetch) => custodyClient(custody, fetch),
  };
}

/** A server's parts on a sandbox, which has a custody platform and chains of its own. */
export function onSandbox(
  gateway: ServedGateway,
  environment: Environment,
  sandbox: Sandbox,
): Plan {
  const settings = serverSettings(environment);
  refuseProblems(environment);
  return { settings, ...sandboxConnection(gateway, environment, sandbox) };
}

/** The same without the settings of a server. */
export function sandboxConnection(
  gateway: ServedGateway,
  environment: Environment,
  sandbox: Sandbox,
): Connection {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  return {
    settled: gateway.onSandbox(sandbox),
    shared: OWN_LANES,
    warnings: environment.warnings,
    signer: (fetch) => new FireblocksRawSigner({ apiKey, apiSecret, basePath, fetch }),
    custody: (fetch) => new FireblocksRestClient({ apiKey, apiSecret, basePath, fetch }),
  };
}

/** @throws Mistakes that name all problems, if there are any. */
export function refuseProblems({ problems }: Environment): void {
  if (problems.length > 0) throw new Mistakes(problems);
}
