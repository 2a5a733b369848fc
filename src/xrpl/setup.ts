import * as z from 'zod/mini';
import { type Clock, systemClock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { parseInput } from '../core/schema.js';
import { withJournal } from '../signer/journaled-signer.js';
import type { RawSigner, SigningKey } from '../signer/raw-signer.js';
import { memoryStore } from '../store/memory-store.js';
import {
  Accounts,
  checkSigner,
  type Lanes,
  memoryLanes,
  Transactions,
} from '../transactions/index.js';
import { XrplChain } from './chain.js';
import { type ResolvedNetwork, resolveNetwork } from './network.js';
import { XrplNode } from './node.js';
import { DEFAULT_MAX_FEE_DROPS, type XrplGatewayOptions } from './options.js';
import { MAX_TICKETS } from './tickets.js';
import { jsonRpcTransport } from './transport.js';

/** SLIP-44; the custody files every test network under 1. */
const COIN_TYPE = { XRP: 144, XRP_TEST: 1 } as const;
const DEFAULT_PIPELINE_DEPTH = 10;
const DEFAULT_TICKET_COUNT = 10;

const positive = z.number().check(z.gt(0));

const settingsSchema = z.looseObject({
  maxFeeDrops: z.optional(z.bigint().check(z.gte(10n))),
  secondsPerLedger: z.optional(positive),
  polling: z.optional(z.strictObject({ firstMs: positive, factor: positive, maxMs: positive })),
  keysBy: z.optional(z.enum(['asset', 'path'])),
  nativeTransfers: z.optional(z.boolean()),
  lanes: z.optional(
    z.strictObject({
      mode: z.enum(['serial', 'pipeline', 'tickets']),
      count: z.optional(z.int().check(z.gte(1), z.lte(MAX_TICKETS))),
      depth: z.optional(z.int().check(z.gte(1), z.lte(100))),
      maxWaiting: z.optional(z.int().check(z.gte(0))),
    }),
  ),
});

/** The parts of a gateway, put together. */
export interface XrplParts {
  readonly network: ResolvedNetwork;
  readonly node: XrplNode;
  /** The signer, with a memory. */
  readonly signer: RawSigner;
  readonly chain: XrplChain;
  readonly transactions: ReturnType<typeof transactionsOf>;
  readonly clock: Clock;
  readonly secondsPerLedger: number;
  /** What calls fall back on. */
  readonly options: XrplGatewayOptions;
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(options: XrplGatewayOptions): XrplParts {
  checkSettings(options);
  checkSigner(options.signer, 'ecdsa-secp256k1');
  const clock = options.clock ?? systemClock;
  const network = resolveNetwork(options.network, options.assetId);
  const transport = options.transport ?? jsonRpcTransport(network.url, { fetch: options.fetch });
  const { networkId } = network;
  const node = new XrplNode({ transport, networkId, retry: options.retry ?? {}, clock });
  const secondsPerLedger = options.secondsPerLedger ?? 3;
  const { polling, maxFeeDrops = DEFAULT_MAX_FEE_DROPS } = options;
  const chain = new XrplChain({ node, networkId, secondsPerLedger, polling, maxFeeDrops });
  // Without a journal a forgetful signer is still protected against repeats within this process.
  const signer = withJournal(options.signer, options.journal ?? memoryStore(), { clock });
  const transactions = transactionsOf(options, signer, network, chain, clock);
  return { network, node, signer, chain, clock, transactions, secondsPerLedger, options };
}

function checkSettings(options: XrplGatewayOptions): void {
  try {
    parseInput(settingsSchema, options, 'options');
  } catch (error) {
    throw new ConfigurationError('options', error instanceof Error ? error.message : 'are wrong');
  }
}

function transactionsOf(
  options: XrplGatewayOptions,
  signer: RawSigner,
  network: ResolvedNetwork,
  chain: XrplChain,
  clock: Clock,
) {
  return new Transactions({
    chain,
    signer,
    accounts: new Accounts({
      signer,
      keyOf: (vaultAccountId) => keyOf(vaultAccountId, network, options.keysBy ?? 'asset'),
      addressOf: (publicKey) => chain.addressOf(publicKey),
      expected: options.addresses ?? {},
    }),
    lanes: lanesOf(options.lanes, clock),
    ticketLanes: memoryLanes({ width: MAX_TICKETS, clock }),
    ticketCount: ticketCountOf(options.lanes),
    clock,
    defaults: options.defaults ?? {},
    durable: options.signer.capabilities.remembers || options.journal !== undefined,
    onEvent: options.onEvent,
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

function lanesOf(lanes: XrplGatewayOptions['lanes'] = { mode: 'serial' }, clock: Clock): Lanes {
  const width = lanes.mode === 'pipeline' ? (lanes.depth ?? DEFAULT_PIPELINE_DEPTH) : 1;
  const { maxWaiting } = lanes;
  return memoryLanes({ width, clock, ...(maxWaiting === undefined ? {} : { maxWaiting }) });
}

function ticketCountOf(lanes: XrplGatewayOptions['lanes']): number {
  return (lanes?.mode === 'tickets' ? lanes.count : undefined) ?? DEFAULT_TICKET_COUNT;
}
