import * as z from 'zod/mini';
import { checkCallOptions } from '../core/call-options.js';
import { type CallOptions, type Clock, clockOf } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { Nodes } from '../core/nodes.js';
import { once } from '../core/once.js';
import { parseInput } from '../core/schema.js';
import { gatewayParts } from '../gateway/parts.js';
import { checkSettings, checkSigner, laneFields, settingsFields } from '../gateway/settings.js';
import { checkAccountId } from '../transactions/accounts.js';
import type { Account, Transactions } from '../transactions/index.js';
import { agreeOf } from '../transactions/operators.js';
import { otherKeysBy } from '../transactions/records/other-keys.js';
import { AptosChain } from './chain.js';
import { AptosNodeError, IndexerMissingError } from './errors.js';
import {
  COIN_TYPE,
  MAINNET_IDS,
  publicArchive,
  type ResolvedNetwork,
  resolveNetwork,
} from './network.js';
import { type ArchiveNode, Ledger } from './node/fullnode.js';
import type { Indexer } from './node/indexer.js';
import type { AptosSnapshot } from './node/reading.js';
import type { AptosCall } from './operations/building.js';
import { type AptosGatewayOptions, DEFAULT_MAX_FEE, maxFee } from './options.js';
import type { AptosTransactionResult } from './result.js';
import { type AptosTransaction, keyOf } from './wire/signatories.js';

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

type Resolved = AptosGatewayOptions & { readonly maxFee: bigint };

/** The parts of a gateway whose chain is known. */
export interface AptosParts {
  readonly ledger: Ledger;
  /** No transaction uses it. @throws IndexerMissingError */
  readonly indexer: () => Promise<Indexer>;
  readonly transactions: Transactions<
    AptosCall,
    AptosSnapshot,
    AptosTransaction,
    AptosTransactionResult
  >;
  readonly chainId: number;
}

/** A gateway before its first call. */
export interface AptosSetup {
  /** The defaults of calls. */
  readonly options: Resolved;
  /** `undefined` if only a node can say which chain it is. */
  readonly chainId: number | undefined;
  /** Where only a node can say which chain it is, one is asked: what a call is given is checked before. */
  readonly parts: () => Promise<AptosParts>;
  /** The same for a call that only reads, whose options it checks. */
  readonly partsToRead: (options: CallOptions) => Promise<AptosParts>;
  /** The same for a read about a vault account, whose id it checks as well. */
  readonly accountToRead: (
    vaultAccountId: string,
    options: CallOptions,
  ) => Promise<AptosParts & { readonly account: Account }>;
}

/** @throws ConfigurationError naming the option at fault. */
export function setUp(given: AptosGatewayOptions): AptosSetup {
  checkSettings<AptosGatewayOptions>(optionFields, given);
  const options = { ...given, maxFee: parseInput(maxFee, given.maxFee ?? DEFAULT_MAX_FEE) };
  checkSigner(options.signer, 'eddsa-ed25519');
  const network = resolveNetwork(options.network, options);
  const clock = clockOf(options.clock);
  const fullnodes = nodesOf('aptos', network.fullnodes, options, clock);
  const assemble = (chainId: number): AptosParts => {
    const ledger = new Ledger(fullnodes, chainId, archivesOf(network, chainId, options, clock));
    const transactions = transactionsOf(options, ledger, chainId, clock);
    const indexer = once(async () => {
      const { indexer: endpoint, indexerChainId: only = chainId } = network;
      if (only !== chainId) throw new IndexerMissingError(chainId);
      const { Indexer } = await import('./node/indexer.js');
      return new Indexer(nodesOf('aptos-indexer', [endpoint], options, clock));
    });
    return { ledger, indexer, transactions, chainId };
  };
  const { chainId } = network;
  const made = chainId === undefined ? undefined : Promise.resolve(assemble(chainId));
  const parts = made ? () => made : firstAsked(fullnodes, assemble);
  const partsToRead = async (call: CallOptions) => {
    checkCallOptions(call);
    return parts();
  };
  const accountToRead = async (vaultAccountId: string, call: CallOptions) => {
    checkAccountId(vaultAccountId);
    const known = await partsToRead(call);
    return { ...known, account: await known.transactions.account(vaultAccountId, call) };
  };
  return { options, chainId, parts, partsToRead, accountToRead };
}

/** The chain id of the first answer applies from then on. */
function firstAsked(
  fullnodes: Nodes,
  assemble: (chainId: number) => AptosParts,
): () => Promise<AptosParts> {
  return once(async () => {
    const { ledger } = await new Ledger(fullnodes, undefined).ask({}, (node) => node.ledger());
    return assemble(ledger.chainId);
  });
}

function nodesOf(
  peer: string,
  endpoints: ResolvedNetwork['fullnodes'],
  { retry, timeoutMs, fetch, random }: AptosGatewayOptions,
  clock: Clock,
): Nodes {
  return new Nodes({ peer, endpoints, retry, timeoutMs, fetch, clock, random, isNoNodes });
}

function archivesOf(
  { archives }: ResolvedNetwork,
  chainId: number,
  options: AptosGatewayOptions,
  clock: Clock,
): readonly ArchiveNode[] {
  const onlyIfNamed = archives === undefined;
  return (archives ?? publicArchive(chainId)).map((endpoint) => {
    const { url, operator } = endpoint;
    const nodes = nodesOf('aptos-archive', [endpoint], options, clock);
    return { url, operator, onlyIfNamed, nodes };
  });
}

/** Requests that the node's operator has switched off or filters. */
const NOT_HERE: ReadonlySet<string> = new Set([
  'api_disabled',
  'bcs_not_supported',
  'rejected_by_filter',
]);

function isNoNodes(error: GatewayError): boolean {
  if (!(error instanceof AptosNodeError)) return false;
  return error.errorCode.startsWith('http_') || NOT_HERE.has(error.errorCode);
}

function transactionsOf(
  options: Resolved,
  ledger: Ledger,
  chainId: number,
  clock: Clock,
): AptosParts['transactions'] {
  const { polling, maxFee, otherKeys } = options;
  const derivation = { coinType: COIN_TYPE, ...options.derivation };
  const operators = ledger.byOperator();
  const settings = {
    otherKeys,
    agree: agreeOf(operators.length, options.agree),
    chainId,
    derivation,
    polling,
    maxFee,
    clock,
    signer: options.signer,
    random: options.random,
    numbers: new Map<string, bigint>(),
    accountOf: (vaultAccountId: string): Promise<Account> =>
      parts.transactions.account(vaultAccountId),
  };
  const parts = gatewayParts(options, {
    chain: new AptosChain({ ...settings, ledger }),
    operators: operators.map(([name, own]) => {
      return { name, chain: new AptosChain({ ...settings, ledger: own }) };
    }),
    keyOf: (vaultAccountId) => keyOf(vaultAccountId, derivation),
    isMainnet: MAINNET_IDS.includes(chainId),
    clock,
  });
  return parts.transactions;
}
