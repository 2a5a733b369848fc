import * as z from 'zod/mini';
import { type Clock, clockOf } from '../core/clock.js';
import { byOperator } from '../core/operators.js';
import { parseInput } from '../core/schema.js';
import { gatewayParts } from '../gateway/parts.js';
import {
  checkSettings,
  checkSigner,
  isFunction,
  laneFields,
  positive,
  settingsFields,
  unchecked,
} from '../gateway/settings.js';
import type { RawSigner, SigningKey } from '../signer/raw-signer.js';
import type { Transactions } from '../transactions/index.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import { type XrplCall, XrplChain } from './chain.js';
import { MAINNET_ID, type ResolvedNetwork, resolveNetwork, resolveNodes } from './network.js';
import { XrplNode } from './node/node.js';
import type { XrplSnapshot } from './node/reading.js';
import { MAX_TICKETS } from './node/tickets.js';
import { inTurn, jsonRpcTransport, type XrplTransport } from './node/transport.js';
import { DEFAULT_MAX_FEE, maxFee, type XrplGatewayOptions } from './options.js';
import type { XrplTransactionResult } from './result.js';
import type { UnsignedTransaction } from './wire/codec.js';
import { isValidClassicAddress } from './wire/ripple-address.js';

/** SLIP-44; the custody platform uses 1 for every test network. */
const COIN_TYPE = { XRP: 144, XRP_TEST: 1 } as const;

const optionFields = {
  ...settingsFields,
  assetId: unchecked,
  transport: z.optional(z.looseObject({ request: isFunction })),
  maxFee: z.optional(maxFee),
  secondsPerLedger: z.optional(positive),
  keysBy: z.optional(z.enum(['asset', 'path'])),
  nativeTransfers: z.optional(z.boolean()),
  trial: z.optional(z.enum(['off', 'warn', 'refuse'])),
  otherKeys: otherKeysBy((text) => isValidClassicAddress(text)),
  lanes: z.optional(
    z.strictObject({
      mode: z.optional(z.enum(['serial', 'pipeline', 'tickets'])),
      count: z.optional(z.int().check(z.gte(1), z.lte(MAX_TICKETS))),
      ...laneFields,
    }),
  ),
};

/** The parts of a gateway. */
export interface XrplParts {
  readonly network: ResolvedNetwork;
  readonly node: XrplNode;
  /** The signer, which remembers its requests. */
  readonly signer: RawSigner;
  readonly chain: XrplChain;
  readonly transactions: Transactions<
    XrplCall,
    XrplSnapshot,
    UnsignedTransaction,
    XrplTransactionResult
  >;
  readonly clock: Clock;
  readonly secondsPerLedger: number;
  /** The defaults of calls. */
  readonly options: XrplGatewayOptions & { readonly maxFee: bigint };
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(given: XrplGatewayOptions): XrplParts {
  checkSettings<XrplGatewayOptions>(optionFields, given);
  const options = { ...given, maxFee: parseInput(maxFee, given.maxFee ?? DEFAULT_MAX_FEE) };
  checkSigner(options.signer, 'ecdsa-secp256k1');
  const clock = clockOf(options.clock);
  const { random } = options;
  const network = resolveNetwork(options.network, options.assetId);
  const ways = waysTo(network, options, clock);
  const { networkId } = network;
  const nodeOn = (transports: readonly Way[]) => {
    const transport = inTurn(transports.map((way) => way.transport));
    return new XrplNode({ transport, networkId, retry: options.retry ?? {}, clock, random });
  };
  const node = nodeOn(ways);
  const secondsPerLedger = options.secondsPerLedger ?? 3;
  const { polling, otherKeys, trial = 'warn' } = options;
  const rules = { networkId, otherKeys, secondsPerLedger, polling, maxFee: options.maxFee };
  const settings = { ...rules, clock, trial };
  const chain = new XrplChain({ ...settings, node });
  const operators = [...byOperator(ways)].map(([name, own]) => {
    const isAll = own.length === ways.length;
    return { name, chain: isAll ? chain : new XrplChain({ ...settings, node: nodeOn(own) }) };
  });
  const keysBy = options.keysBy ?? 'asset';
  const keyOfVault = (vaultAccountId: string) => keyOf(vaultAccountId, network, keysBy);
  const { signer, transactions } = gatewayParts(options, {
    chain,
    operators,
    keyOf: keyOfVault,
    isMainnet: networkId === MAINNET_ID,
    clock,
  });
  return { network, node, signer, chain, clock, transactions, secondsPerLedger, options };
}

interface Way {
  readonly operator: string;
  readonly transport: XrplTransport;
}

/** The user's own transport, or one for each of the network's nodes. */
function waysTo(
  network: ResolvedNetwork,
  options: XrplGatewayOptions,
  clock: Clock,
): readonly Way[] {
  const { transport, fetch } = options;
  if (transport) return [{ operator: 'transport', transport }];
  return resolveNodes(network).map(({ url, headers, operator }) => {
    return { operator, transport: jsonRpcTransport(url, { fetch, headers, clock }) };
  });
}

/** The key that signs for a vault account on this network. */
export function keyOf(
  id: string,
  { assetId }: ResolvedNetwork,
  keysBy: 'asset' | 'path',
): SigningKey {
  const algorithm = 'ecdsa-secp256k1';
  return keysBy === 'asset'
    ? { algorithm, id, assetId }
    : { algorithm, id, path: { coinType: COIN_TYPE[assetId] } };
}
