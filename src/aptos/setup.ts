import * as z from 'zod/mini';
import { clockOf } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import { Nodes } from '../core/nodes.js';
import { once } from '../core/once.js';
import { parseInput } from '../core/schema.js';
import type { LoadParts } from '../gateway/loading.js';
import {
  checkKeys,
  checkSettings,
  checkSigner,
  laneFields,
  settingsFields,
} from '../gateway/settings.js';
import { forKey } from '../transactions/for-key.js';
import { agreeOf } from '../transactions/operators.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import { AptosNodeError } from './errors.js';
import { MAINNET_IDS, resolveNetwork } from './network.js';
import { type AptosGatewayOptions, DEFAULT_MAX_FEE, maxFee } from './options.js';
import type { AptosParts, NodesAt } from './parts.js';

const optionFields = {
  ...settingsFields,
  otherKeys: otherKeysBy((text) => /^0x[0-9a-f]{64}$/.test(text)),
  maxFee: z.optional(maxFee),
  lanes: z.optional(
    z.strictObject({
      mode: z.optional(z.enum(['serial', 'pipeline'])),
      ...laneFields,
    }),
  ),
};

/** A gateway before its first call, with which the chain's code is loaded. */
export interface AptosSetup {
  /** The defaults of calls. */
  readonly options: AptosGatewayOptions & { readonly maxFee: bigint };
  /** `undefined` if only a node can say which chain it is. */
  readonly chainId: number | undefined;
  /** Where only nodes can say which chain it is, they are asked: what a call is given is checked before. */
  readonly parts: LoadParts<AptosParts>;
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(given: AptosGatewayOptions): AptosSetup {
  checkSettings<AptosGatewayOptions>(optionFields, given);
  const options = { ...given, maxFee: parseInput(maxFee, given.maxFee ?? DEFAULT_MAX_FEE) };
  checkSigner(options.signer, 'eddsa-ed25519');
  const { chainId, ...network } = resolveNetwork(options.network, options);
  const { retry, timeoutMs, fetch, random } = options;
  const clock = clockOf(options.clock);
  const nodesAt: NodesAt = (peer, endpoints) =>
    new Nodes({ peer, endpoints, retry, timeoutMs, fetch, clock, random, isNoNodes });
  const fullnodes = nodesAt('aptos', network.fullnodes);
  const agree = agreeOf(fullnodes.byOperator().size, options.agree);
  if (chainId !== undefined) checkKeys(options.signer, MAINNET_IDS.includes(chainId));
  const load = once(async () => {
    const { chainIdOf, partsOf } = await import('./parts.js');
    // What the first answers say applies from then on.
    const known = chainId ?? (await chainIdOf(fullnodes, agree));
    checkKeys(options.signer, MAINNET_IDS.includes(known));
    return partsOf(options, { chainId: known, network, fullnodes, agree, nodesAt, clock });
  });
  const parts: LoadParts<AptosParts> = (call = {}) =>
    forKey(call.idempotencyKey, () =>
      chainId === undefined ? withinTime({ ...call, peer: 'aptos', clock }, load) : load(),
    );
  return { options, chainId, parts };
}

/** Requests that the node's operator has switched off or filters. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'api_disabled',
  'bcs_not_supported',
  'rejected_by_filter',
  'web_framework_error',
]);

function isNoNodes(error: GatewayError): boolean {
  if (!(error instanceof AptosNodeError)) return false;
  return error.errorCode.startsWith('http_') || NOT_HERE.has(error.errorCode);
}
