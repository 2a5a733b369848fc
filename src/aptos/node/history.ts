import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseInput } from '../../core/schema.js';
import { AptosNodeError } from '../errors.js';
import { type AptosTransactionResult, type NodeTransaction, resultOf } from '../result.js';
import { askArchives } from './archive.js';
import type { Fullnode, Ledger } from './fullnode.js';
import type { Indexer } from './indexer.js';
import type { IndexedTransaction } from './indexer-answers.js';
import { Gone, goneIn } from './pruned.js';

/** What {@link AptosGateway.getTransactions} takes. */
export interface AptosHistoryQuery {
  /** 1 to 200. Default 50. */
  readonly limit?: number;
  /** How many of the most recent ones to leave out. Default 0. */
  readonly offset?: number;
}

/** How an asset moved in a transaction. */
export interface AptosActivity {
  /** The owner of the store; the ledger does not always show it. */
  readonly ownerAddress: string | undefined;
  /** A coin's type, or the address of a fungible asset's metadata; `undefined` where the indexer has none. */
  readonly assetType: string | undefined;
  /** In the asset's base units. */
  readonly amount: string | undefined;
  /** The event's own type, such as `0x1::fungible_asset::Deposit`. */
  readonly type: string;
  /** Whether this is the transaction's gas, rather than something that it transferred. */
  readonly isGasFee: boolean;
}

/** A transaction that involves an account, as the indexer shows it. */
export interface AptosIndexedTransaction {
  /** Its place on the ledger. */
  readonly version: string;
  /** The sender; `undefined` for the chain's own transactions. */
  readonly sender: string | undefined;
  /**
   * The sender's number. `undefined` for the chain's own transactions, and where the indexer has none, as of orderless
   * ones.
   */
  readonly sequenceNumber: string | undefined;
  /** As the indexer writes it: ISO 8601, in UTC. */
  readonly timestamp: string | undefined;
  /** The entry function that it called. */
  readonly function: string | undefined;
  /** In octas a gas unit. */
  readonly gasUnitPrice: string | undefined;
  /** `undefined` if the transaction did not try to move an asset. */
  readonly success: boolean | undefined;
  /** The movements of assets in it, its gas among them. */
  readonly activities: readonly AptosActivity[];
}

const MAX_LIMIT = 200;
/** The most that a node gives at once. */
const NODE_PAGE = 100;

const querySchema = z.strictObject({
  limit: z.optional(z.int().check(z.gte(1), z.lte(MAX_LIMIT))),
  offset: z.optional(z.int().check(z.gte(0))),
  direction: z.optional(z.enum(['sent', 'all'])),
});

/** @throws InvalidInputError naming the field. */
export function checkQuery(query: unknown) {
  const { limit = 50, offset = 0, direction = 'sent' } = parseInput(querySchema, query, 'query');
  return { limit, offset, direction };
}

interface Range {
  readonly limit: number;
  readonly offset: number;
}

/**
 * The transactions that an account has sent with its sequence numbers, newest first: complete records, a hundred
 * a request.
 *
 * @throws AptosNodeError for a transaction that neither the node nor an archive still has.
 */
export function readSent(
  ledger: Ledger,
  address: string,
  range: Range,
  options: CallOptions,
): Promise<readonly AptosTransactionResult[]> {
  return ledger.ask(options, async (node) => {
    const { value: account } = await node.account(address);
    const end = (account?.sequence_number ?? 0n) - BigInt(range.offset);
    const start = end > BigInt(range.limit) ? end - BigInt(range.limit) : 0n;
    const pages = pagesOf(start, end).map(async (page): Promise<readonly NodeTransaction[]> => {
      const held = await readPage(node, address, page);
      if (!(held instanceof Gone)) return held;
      const look = (archive: Fullnode) => readPage(archive, address, page);
      const older = await askArchives(ledger, node, held, options, look);
      if (!(older instanceof Gone)) return older;
      throw older.failure ?? new AptosNodeError('version_pruned', 410, older.reason);
    });
    const records = (await Promise.all(pages)).flat();
    return records.flatMap((record) => resultOf(record) ?? []).reverse();
  });
}

interface Page {
  readonly from: bigint;
  readonly size: number;
}

/** Oldest first. */
function pagesOf(start: bigint, end: bigint): readonly Page[] {
  const pages: Page[] = [];
  for (let from = start; from < end; from += BigInt(NODE_PAGE)) {
    pages.push({ from, size: Math.min(NODE_PAGE, Number(end - from)) });
  }
  return pages;
}

/** A node may leave out pruned transactions without an error: the list then begins later. */
async function readPage(node: Fullnode, address: string, { from, size }: Page) {
  const reason = `the node no longer has number ${from} of this account`;
  try {
    const records = await node.sentBy(address, from, size);
    const [first] = records;
    const isWhole = first && 'sequence_number' in first && first.sequence_number === `${from}`;
    return isWhole ? records : new Gone(reason);
  } catch (error) {
    const gone = goneIn(error, reason);
    if (gone) return gone;
    throw error;
  }
}

/** All transactions that involve an account, newest first. */
export async function readAll(
  indexer: Indexer,
  address: string,
  range: Range,
  options: CallOptions,
): Promise<readonly AptosIndexedTransaction[]> {
  const rows = await indexer.transactions(address, range, options);
  return rows.map(indexedOf);
}

function indexedOf(row: IndexedTransaction): AptosIndexedTransaction {
  const { transaction_version: version, user_transaction: sent } = row;
  const activities = row.fungible_asset_activities;
  return {
    version,
    sender: sent?.sender,
    sequenceNumber: sent?.sequence_number ?? undefined,
    timestamp: sent?.timestamp,
    function: sent?.entry_function_id_str ?? undefined,
    gasUnitPrice: sent?.gas_unit_price,
    success: activities[0]?.is_transaction_success,
    activities: activities.map((activity) => ({
      ownerAddress: activity.owner_address ?? undefined,
      assetType: activity.asset_type ?? undefined,
      amount: activity.amount ?? undefined,
      type: activity.type,
      isGasFee: activity.is_gas_fee,
    })),
  };
}
