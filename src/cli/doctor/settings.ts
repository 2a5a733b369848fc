import type { Fetch } from '../../core/http.js';
import type { FireblocksRawSigner, FireblocksRestClient } from '../../fireblocks/index.js';
import type { Sandbox } from '../../sandbox/index.js';
import { custodyClient, custodySettings, custodySigner } from '../serve/custody-settings.js';
import type { Environment, Variable } from '../serve/environment.js';
import { sandboxConnection } from '../serve/plan.js';
import type { ServedGateway, Settled } from '../serve/served.js';
import { redisIn } from '../serve/shared-lanes.js';
import { type Check, failed, ok } from './check.js';

/** What the other checks ask. */
export interface Examined {
  readonly settled: Settled;
  /** The variable of the store, if it is set. */
  readonly redis: Variable | undefined;
  custody(fetch: Fetch): FireblocksRestClient;
  signer(fetch: Fetch): FireblocksRawSigner;
}

const NAME = 'settings';

/** Reads the settings as `serve` does, and asks nobody. */
export function examine(
  gateway: ServedGateway,
  environment: Environment,
  sandbox: Sandbox | undefined,
): { readonly checks: readonly Check[]; readonly examined: Examined | undefined } {
  if (sandbox) {
    const connection = sandboxConnection(gateway, environment, sandbox);
    const checks = [ok(NAME, 'a sandbox of its own')];
    return { checks, examined: { ...connection, redis: undefined } };
  }
  const settings = custodySettings(environment);
  const redis = redisIn(environment);
  const settled = gateway.read(environment);
  const { problems, warnings } = environment;
  if (problems.length > 0) {
    const next = 'correct the variable, then run this again: nothing else was checked';
    return { checks: problems.map((each) => failed(NAME, each, next)), examined: undefined };
  }
  const examined: Examined = {
    settled,
    redis,
    custody: (fetch) => custodyClient(settings, fetch),
    signer: (fetch) => custodySigner(settings, fetch),
  };
  const warned = warnings.map((each) => failed(NAME, each, 'correct it: serve only warns of it'));
  return { checks: [ok(NAME, 'complete, and the key file is readable'), ...warned], examined };
}
