import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Fetch } from '../../core/http.js';
import { FireblocksRawSigner } from '../../fireblocks/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { custodySettings, custodySigner } from './custody-settings.js';
import type { Environment } from './environment.js';
import type { ServedGateway, Settled } from './served.js';
import { type ServerSettings, serverSettings } from './server-settings.js';
import { lanesIn, OWN_LANES, redisIn, type SharedLanes } from './shared-lanes.js';

/** All parts of a server, once its variables are read. */
export interface Plan {
  readonly settings: ServerSettings;
  readonly settled: Settled;
  readonly shared: SharedLanes;
  readonly warnings: readonly string[];
  signer(fetch: Fetch): FireblocksRawSigner;
}

/** All problems of the command line or the environment at once. */
export class Mistakes extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
  }
}

/** The file's variables; variables of the process that are not empty take precedence. */
export function variables(
  envFile: string | undefined,
): Readonly<Record<string, string | undefined>> {
  if (envFile === undefined) return process.env;
  try {
    const said = Object.entries(process.env).filter(([, value]) => value?.trim());
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...Object.fromEntries(said) };
  } catch {
    throw new Mistakes([`${envFile} can't be read.`]);
  }
}

/** @throws Mistakes that name every variable that is missing or wrong. */
export async function planOf(gateway: ServedGateway, environment: Environment): Promise<Plan> {
  const custody = custodySettings(environment);
  const settings = serverSettings(environment);
  const redis = redisIn(environment);
  const settled = gateway.read(environment);
  refuseProblems(environment);
  await settled.check?.();
  refuseProblems(environment);
  return {
    settings,
    settled,
    shared: redis ? await lanesIn(redis) : OWN_LANES,
    warnings: environment.warnings,
    signer: (fetch) => custodySigner(custody, fetch),
  };
}

/** The same on a sandbox, which has a custody platform and chains of its own. */
export function onSandbox(
  gateway: ServedGateway,
  environment: Environment,
  sandbox: Sandbox,
): Plan {
  const settings = serverSettings(environment);
  refuseProblems(environment);
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  return {
    settings,
    settled: gateway.onSandbox(sandbox),
    shared: OWN_LANES,
    warnings: environment.warnings,
    signer: (fetch) => new FireblocksRawSigner({ apiKey, apiSecret, basePath, fetch }),
  };
}

/** @throws Mistakes that name all problems, if there are any. */
export function refuseProblems({ problems }: Environment): void {
  if (problems.length > 0) throw new Mistakes(problems);
}
