import * as z from 'zod/mini';
import { formatAmount } from '../core/amount.js';
import { InvalidInputError } from '../core/errors.js';
import { keepRecent } from '../core/recent.js';
import { parseInput } from '../core/schema.js';
import { STX_DECIMALS } from './amounts.js';
import type { NodeTransaction } from './node/answers.js';
import { PAGE_SIZE, type StacksNode } from './node/node.js';
import type { StacksOutcome } from './result.js';
import { statusOf } from './status.js';

/** A transaction that had to do with an account. */
export interface StacksHistoryEntry {
  readonly transaction_hash: string;
  /** `token_transfer`, `contract_call`, `smart_contract`, `coinbase`, and others. */
  readonly tx_type: string;
  readonly tx_status: string;
  readonly outcome: StacksOutcome;
  readonly tx_error?: string;
  readonly sender: string;
  readonly nonce: number;
  /** In STX. */
  readonly fee: string;
  readonly block_height?: number;
  /** ISO 8601. */
  readonly timestamp?: string;
  /** Of a transfer of STX. */
  readonly recipient?: string;
  /** In STX. */
  readonly amount?: string;
  /** Of a contract call. */
  readonly contract?: string;
  readonly functionName?: string;
}

/** The part of a history that is asked for. */
export interface HistoryRange {
  readonly limit: number;
  readonly offset: number;
  readonly order: 'desc' | 'asc';
}

const MAX_LIMIT = 200;

const rangeSchema = z.object({
  limit: z.int().check(z.gte(1), z.lte(MAX_LIMIT)),
  offset: z.int().check(z.gte(0)),
  order: z.enum(['desc', 'asc']),
});

/** @throws InvalidInputError naming the field. */
export function checkRange(range: Readonly<Record<keyof HistoryRange, unknown>>): HistoryRange {
  return parseInput(rangeSchema, range, 'range');
}

/** Fifty a request. From the oldest on it takes one more, which tells how many there are. */
export async function readHistory(
  node: StacksNode,
  address: string,
  { limit, offset, order }: HistoryRange,
): Promise<readonly StacksHistoryEntry[]> {
  if (order === 'desc')
    return (await readRange(node, address, offset, offset + limit)).map(entryOf);
  const { total } = await node.transactionsOf(address, { limit: 1, offset: 0 });
  const end = Math.max(0, total - offset);
  const found = await readRange(node, address, Math.max(0, end - limit), end);
  return found.map(entryOf).reverse();
}

async function readRange(
  node: StacksNode,
  address: string,
  from: number,
  to: number,
): Promise<readonly NodeTransaction[]> {
  const pages = [];
  for (let offset = from; offset < to; offset += PAGE_SIZE) {
    pages.push(node.transactionsOf(address, { limit: Math.min(PAGE_SIZE, to - offset), offset }));
  }
  return (await Promise.all(pages)).flatMap(({ results }) => results);
}

const details = z.looseObject({
  block_time_iso: z.optional(z.string()),
  token_transfer: z.optional(
    z.looseObject({ recipient_address: z.string(), amount: z.string().check(z.regex(/^\d+$/)) }),
  ),
  contract_call: z.optional(z.looseObject({ contract_id: z.string(), function_name: z.string() })),
});

function entryOf(found: NodeTransaction): StacksHistoryEntry {
  const { outcome, tx_error } = statusOf(found);
  const { block_height } = found;
  const { data } = z.safeParse(details, found);
  const transfer = data?.token_transfer;
  const call = data?.contract_call;
  return {
    transaction_hash: found.tx_id,
    tx_type: found.tx_type,
    tx_status: found.tx_status,
    outcome,
    ...(tx_error === undefined ? {} : { tx_error }),
    sender: found.sender_address,
    nonce: found.nonce,
    fee: formatAmount(BigInt(found.fee_rate), STX_DECIMALS),
    ...(block_height === undefined ? {} : { block_height }),
    ...(data?.block_time_iso === undefined ? {} : { timestamp: data.block_time_iso }),
    ...(transfer && {
      recipient: transfer.recipient_address,
      amount: formatAmount(BigInt(transfer.amount), STX_DECIMALS),
    }),
    ...(call && { contract: call.contract_id, functionName: call.function_name }),
  };
}

/** How old a page may be that is shown again, in milliseconds. */
const FRESH_FOR_MS = 30_000;
const MAX_PAGES_KEPT = 200;

/** Pages that were read lately, for callers who would rather have them again than ask the node. */
export class HistoryCache {
  readonly #pages = new Map<string, { at: number; entries: readonly StacksHistoryEntry[] }>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  get(address: string, range: HistoryRange): readonly StacksHistoryEntry[] | undefined {
    const page = this.#pages.get(keyOf(address, range));
    return page && this.#now() - page.at <= FRESH_FOR_MS ? page.entries : undefined;
  }

  keep(address: string, range: HistoryRange, entries: readonly StacksHistoryEntry[]): void {
    const key = keyOf(address, range);
    this.#pages.delete(key);
    keepRecent(this.#pages, MAX_PAGES_KEPT, key, { at: this.#now(), entries });
  }
}

function keyOf(address: string, { limit, offset, order }: HistoryRange): string {
  return `${address} ${limit} ${offset} ${order}`;
}

/** @throws InvalidInputError */
export function checkUseCache(useCache: unknown): boolean {
  if (typeof useCache === 'boolean') return useCache;
  throw new InvalidInputError('useCache', 'must be true or false');
}
