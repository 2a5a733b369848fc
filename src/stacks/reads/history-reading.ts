import { InvalidInputError } from '../../core/errors.js';
import { type ChainApi, PAGE_SIZE } from '../node/api.js';
import type { StacksNode } from '../node/node.js';
import type { NodeTransaction } from '../node/transaction.js';
import type { Tokens } from '../operations/tokens.js';
import type { HistoryRange, StacksHistory } from './history.js';
import { entriesOf } from './history-entries.js';

/** How many entries are read at most before the requested ones: fifty a request. */
const MAX_WALK = 1_000;

/** Transactions from one position in a history on. */
interface Part {
  readonly transactions: readonly NodeTransaction[];
  readonly next: string | null;
}

/** @throws InvalidInputError for an offset that is too far back to read to. */
export async function readHistory(
  node: StacksNode,
  tokens: Tokens,
  address: string,
  range: HistoryRange,
): Promise<StacksHistory> {
  const { transactions, next } = await node.api((api) => readPart(api, address, range));
  const data = await entriesOf(node, tokens, transactions);
  return { success: true, data, nextCursor: next };
}

async function readPart(
  api: ChainApi,
  address: string,
  { limit, offset, order, cursor }: HistoryRange,
): Promise<Part> {
  if (order === 'desc') return readFrom(api, address, { skip: offset, limit, at: cursor });
  const { total } = await api.transactionsOf(address, 1, undefined);
  const end = Math.max(0, total - offset);
  const skip = Math.max(0, end - limit);
  if (end === 0) return { transactions: [], next: null };
  if (skip > MAX_WALK && api.jump(skip) === undefined) {
    const reason = `must be desc: ${total} transactions are too many to read through to the first`;
    throw new InvalidInputError('order', reason);
  }
  const { transactions } = await readFrom(api, address, { skip, limit: end - skip });
  return { transactions: [...transactions].reverse(), next: null };
}

interface Stretch {
  readonly skip: number;
  readonly limit: number;
  readonly at?: string | undefined;
}

/** With an API that has no offsets, skipped entries have to be read as well. */
async function readFrom(api: ChainApi, address: string, stretch: Stretch): Promise<Part> {
  const { limit, skip } = stretch;
  const jump = skip === 0 ? undefined : api.jump(skip);
  if (jump === undefined && skip > MAX_WALK) {
    const reason = `must be ${MAX_WALK} at most; continue from a part with its nextCursor`;
    throw new InvalidInputError('offset', reason);
  }
  let at = stretch.at ?? jump;
  if (skip > 0 && jump === undefined) {
    const { next } = await read(api, address, skip, at);
    if (next === null) return { transactions: [], next };
    at = next;
  }
  return read(api, address, limit, at);
}

async function read(
  api: ChainApi,
  address: string,
  count: number,
  from: string | undefined,
): Promise<Part> {
  const transactions: NodeTransaction[] = [];
  let at = from;
  while (transactions.length < count) {
    const limit = Math.min(PAGE_SIZE, count - transactions.length);
    const page = await api.transactionsOf(address, limit, at);
    transactions.push(...page.transactions.slice(0, limit));
    if (page.next === null || page.transactions.length === 0) return { transactions, next: null };
    at = page.next;
  }
  return { transactions, next: at ?? null };
}
