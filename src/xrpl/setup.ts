import * as z from 'zod/mini';
import { type Clock, clockOf } from '../core/clock.js';
import { ConfigurationError, type GatewayError } from '../core/errors.js';
import { Nodes } from '../core/nodes.js';
import { parseInput } from '../core/schema.js';
import { type LoadParts, loadedOnce } from '../gateway/loading.js';
import {
  checkKeys,
  checkSettings,
  checkSigner,
  isFunction,
  laneFields,
  settingsFields,
  unchecked,
} from '../gateway/settings.js';
import { type KeyPath, offersNativeTransfers, type SigningKey } from '../signer/raw-signer.js';
import { agreeOf } from '../transactions/operators.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import {
  MAINNET_ID,
  type ResolvedNetwork,
  resolveNetwork,
  resolveNodes,
  type XrpAssetId,
} from './network.js';
import { MAX_TICKETS } from './node/tickets.js';
import { XrplNodeError, type XrplTransport } from './node/transport.js';
import { DEFAULT_MAX_FEE, maxFee, type XrplGatewayOptions } from './options.js';
import type { XrplParts } from './parts.js';
import { isClassicAddress } from './wire/address.js';

/** SLIP-44; the custody platform uses 1 for every test network. */
const COIN_TYPE = { XRP: 144, XRP_TEST: 1 } as const;

const optionFields = {
  ...settingsFields,
  assetId: unchecked,
  transport: z.optional(z.looseObject({ request: isFunction })),
  maxFee: z.optional(maxFee),
  secondsPerLedger: z.optional(z.number().check(z.gte(0.1), z.lte(60))),
  nativeTransfers: z.optional(z.boolean()),
  trial: z.optional(z.enum(['off', 'warn', 'refuse'])),
  otherKeys: otherKeysBy(isClassicAddress),
  lanes: z.optional(
    z.strictObject({
      mode: z.optional(z.enum(['serial', 'pipeline', 'tickets'])),
      count: z.optional(z.int().check(z.gte(1), z.lte(MAX_TICKETS))),
      ...laneFields,
    }),
  ),
};

/** What a gateway's options come to. The chain's code is loaded with the first call. */
export interface XrplSetup {
  readonly network: ResolvedNetwork;
  readonly clock: Clock;
  readonly secondsPerLedger: number;
  /** Whether the custody platform can make a transfer itself. */
  readonly offersTransfers: boolean;
  /** The defaults of calls. */
  readonly options: XrplGatewayOptions & { readonly maxFee: bigint };
  readonly parts: LoadParts<XrplParts>;
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(given: XrplGatewayOptions): XrplSetup {
  checkSettings<XrplGatewayOptions>(optionFields, given);
  const options = { ...given, maxFee: parseInput(maxFee, given.maxFee ?? DEFAULT_MAX_FEE) };
  checkSigner(options.signer, 'ecdsa-secp256k1');
  const clock = clockOf(options.clock);
  const network = resolveNetwork(options.network, options.assetId);
  const { assetId, networkId } = network;
  const source = sourceOf(network, options, clock);
  const operators = source instanceof Nodes ? source.byOperator().size : 1;
  const agree = agreeOf(operators, options.agree);
  checkKeys(options.signer, networkId === MAINNET_ID);
  const { derivation, secondsPerLedger = 3 } = options;
  const path = derivation && { coinType: COIN_TYPE[assetId], ...derivation };
  const hasWalletKeys = path === undefined || isWallets(path, assetId);
  if (options.nativeTransfers && !hasWalletKeys) {
    throw new ConfigurationError('nativeTransfers', NO_TRANSFERS);
  }
  const parts = loadedOnce(async () => {
    const { partsOf } = await import('./parts.js');
    return partsOf(options, {
      source,
      agree,
      networkId,
      clock,
      secondsPerLedger,
      keyOf: (vaultAccountId) => keyOf(vaultAccountId, path ?? network),
    });
  });
  const { signer } = options;
  // The requests of a signer that forgets them go through a journal, which knows raw signing alone.
  const offersTransfers =
    hasWalletKeys && signer.capabilities.remembers && offersNativeTransfers(signer);
  return { network, clock, secondsPerLedger, offersTransfers, options, parts };
}

/** The user's own transport, or the network's nodes. */
function sourceOf(
  network: ResolvedNetwork,
  options: XrplGatewayOptions,
  clock: Clock,
): Nodes | XrplTransport {
  const { transport, retry, timeoutMs, fetch, random } = options;
  if (!transport) {
    const endpoints = resolveNodes(network, options);
    return new Nodes({
      peer: 'xrpl',
      endpoints,
      retry,
      timeoutMs,
      fetch,
      clock,
      random,
      isNoNodes,
    });
  }
  const unread = (['apiKey', 'headers', 'timeoutMs'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (unread) throw new ConfigurationError(unread, 'is not for a transport of your own');
  return transport;
}

/** What the node's operator has switched off, or this version of it does not have. */
const NOT_HERE = /^(?:unknownCmd|noPermission|notEnabled|notSupported)$/;

function isNoNodes(error: GatewayError): boolean {
  return error instanceof XrplNodeError && NOT_HERE.test(error.error);
}

/** Why the custody platform can't make a transfer itself. */
export const NO_TRANSFERS = 'needs a signer that makes transfers, from its wallets';

function isWallets({ coinType, change = 0, addressIndex = 0 }: KeyPath, assetId: XrpAssetId) {
  return coinType === COIN_TYPE[assetId] && change === 0 && addressIndex === 0;
}

/** The key that signs for a vault account: that of an asset's wallet, or the one of a path. */
export function keyOf(id: string, where: { readonly assetId: XrpAssetId } | KeyPath): SigningKey {
  const own = 'assetId' in where ? { assetId: where.assetId } : { path: where };
  return { algorithm: 'ecdsa-secp256k1', id, ...own };
}
