import type { Clock } from '../core/clock.js';
import type { Peer } from '../core/errors.js';
import type { Nodes } from '../core/nodes.js';
import { once } from '../core/once.js';
import { transactionsOf } from '../gateway/parts.js';
import type { Account, Transactions } from '../transactions/index.js';
import { AptosChain } from './chain.js';
import { IndexerMissingError } from './errors.js';
import { COIN_TYPE, publicArchive, type ResolvedNetwork } from './network.js';
import { type ArchiveNode, Ledger } from './node/fullnode.js';
import type { Indexer } from './node/indexer.js';
import type { AptosCall } from './operations/building.js';
import type { AptosGatewayOptions } from './options.js';
import type { AptosTransactionResult } from './result.js';
import { type AptosTransaction, keyOf } from './wire/signatories.js';

/** What reads a chain that is known, and makes and follows transactions on it. */
export interface AptosParts {
  readonly ledger: Ledger;
  /** No transaction uses it. @throws IndexerMissingError */
  readonly indexer: () => Promise<Indexer>;
  readonly transactions: Transactions<AptosCall, AptosTransaction, AptosTransactionResult>;
  readonly chainId: number;
}

/** Nodes at these addresses, which are asked as the options say. */
export type NodesAt = (peer: Peer, endpoints: ResolvedNetwork['fullnodes']) => Nodes;

/** What the parts need beside the options. */
export interface AptosPartsSettings {
  readonly chainId: number;
  readonly network: Omit<ResolvedNetwork, 'chainId'>;
  readonly fullnodes: Nodes;
  /** How many of their operators must agree. */
  readonly agree: number;
  readonly nodesAt: NodesAt;
  readonly clock: Clock;
}

type Resolved = AptosGatewayOptions & { readonly maxFee: bigint };

export function partsOf(options: Resolved, settings: AptosPartsSettings): AptosParts {
  const { chainId, network, fullnodes, nodesAt } = settings;
  const ledger = new Ledger(fullnodes, chainId, archivesOf(settings));
  const indexer = once(async () => {
    const { indexer: endpoint, indexerChainId: only = chainId } = network;
    if (only !== chainId) throw new IndexerMissingError(chainId);
    const { Indexer } = await import('./node/indexer.js');
    return new Indexer(nodesAt('aptos-indexer', [endpoint]));
  });
  return { ledger, indexer, transactions: transactionsOn(ledger, options, settings), chainId };
}

/** Which chain the nodes are of. One operator alone would choose the chain that a transaction is signed for. */
export function chainIdOf(fullnodes: Nodes, agree: number): Promise<number> {
  const ledger = new Ledger(fullnodes, undefined);
  return ledger.agreed(agree, {}, async (node) => (await node.ledger()).ledger.chainId, String);
}

function archivesOf({ network, chainId, nodesAt }: AptosPartsSettings): readonly ArchiveNode[] {
  const { archives } = network;
  const onlyIfNamed = archives === undefined;
  return (archives ?? publicArchive(chainId)).map((endpoint) => {
    const { url, operator } = endpoint;
    return { url, operator, onlyIfNamed, nodes: nodesAt('aptos-archive', [endpoint]) };
  });
}

function transactionsOn(
  ledger: Ledger,
  options: Resolved,
  { chainId, agree, clock }: AptosPartsSettings,
): AptosParts['transactions'] {
  const { polling, maxFee, otherKeys } = options;
  const derivation = { coinType: COIN_TYPE, ...options.derivation };
  const settings = {
    otherKeys,
    agree,
    chainId,
    derivation,
    polling,
    maxFee,
    clock,
    signer: options.signer,
    random: options.random,
    numbers: new Map<string, bigint>(),
    accountOf: (vaultAccountId: string): Promise<Account> => transactions.account(vaultAccountId),
  };
  const transactions = transactionsOf(options, {
    chain: new AptosChain({ ...settings, ledger }),
    operators: ledger.byOperator().map(([name, own]) => {
      return { name, chain: new AptosChain({ ...settings, ledger: own }) };
    }),
    agree,
    keyOf: (vaultAccountId) => keyOf(vaultAccountId, derivation),
    clock,
  });
  return transactions;
}
