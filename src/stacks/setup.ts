import * as z from 'zod/mini';
import { type Clock, clockOf } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { Nodes } from '../core/nodes.js';
import { parseInput } from '../core/schema.js';
import { type LoadParts, loadedOnce } from '../gateway/loading.js';
import {
  checkKeys,
  checkSettings,
  checkSigner,
  laneFields,
  settingsFields,
  unchecked,
} from '../gateway/settings.js';
import type { KeyPath, SigningKey } from '../signer/raw-signer.js';
import type { TransactionDefaults } from '../transactions/index.js';
import { agreeOf } from '../transactions/operators.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import { StacksNodeError } from './errors.js';
import { type NetworkFacts, resolveNetwork } from './network.js';
import { DEFAULT_MAX_FEE, maxFee, type StacksGatewayOptions } from './options.js';
import type { StacksParts } from './parts.js';
import { isAddress } from './wire/principals.js';

/** SLIP-44: Bitcoin's, as in Fireblocks' own Stacks software. */
const COIN_TYPE = { mainnet: 0, testnet: 1 } as const;

const optionFields = {
  ...settingsFields,
  testnet: unchecked,
  strict: z.optional(z.boolean()),
  otherKeys: otherKeysBy(isAddress),
  maxFee: z.optional(maxFee),
  lanes: z.optional(
    z.strictObject({ mode: z.optional(z.enum(['serial', 'pipeline'])), ...laneFields }),
  ),
};

/** What a gateway's options come to. What makes and follows transactions is loaded with the first call. */
export interface StacksSetup {
  readonly network: NetworkFacts;
  readonly clock: Clock;
  /** The defaults of calls. */
  readonly defaults: { readonly defaults?: TransactionDefaults; readonly maxFee: bigint };
  readonly parts: LoadParts<StacksParts>;
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(options: StacksGatewayOptions): StacksSetup {
  checkSettings<StacksGatewayOptions>(optionFields, options);
  checkSigner(options.signer, 'ecdsa-secp256k1');
  const { endpoints, ...network } = resolveNetwork(options);
  const { retry, timeoutMs, fetch, random, defaults } = options;
  const clock = clockOf(options.clock);
  const peer = 'stacks';
  const nodes = new Nodes({ peer, endpoints, retry, timeoutMs, fetch, clock, random, isNoNodes });
  const cap = parseInput(maxFee, options.maxFee ?? DEFAULT_MAX_FEE);
  const agree = agreeOf(nodes.byOperator().size, options.agree);
  checkKeys(options.signer, network.kind === 'mainnet');
  const path = pathOf(network, options.derivation);
  const parts = loadedOnce(async () => {
    const { partsOf } = await import('./parts.js');
    const settings = { network, nodes, agree, clock, maxFee: cap };
    return partsOf(options, { ...settings, keyOf: (id) => keyOf(id, path) });
  });
  return {
    network,
    clock,
    defaults: { ...(defaults && { defaults }), maxFee: cap },
    parts,
  };
}

function isNoNodes(error: GatewayError): boolean {
  return error instanceof StacksNodeError && error.reason.startsWith('http_');
}

/** The path of vault accounts' keys. */
export function pathOf(
  { kind }: Pick<NetworkFacts, 'kind'>,
  derivation: Partial<KeyPath> = {},
): KeyPath {
  return { coinType: COIN_TYPE[kind], ...derivation };
}

/** The key that signs for a vault account. */
export function keyOf(id: string, path: KeyPath): SigningKey {
  return { algorithm: 'ecdsa-secp256k1', id, path };
}
