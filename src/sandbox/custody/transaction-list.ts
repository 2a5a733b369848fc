import { badRequest } from './api-error.js';
import type { CustodyTransaction } from './transactions.js';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 500;
const DEFAULT_WINDOW_MS = 90 * 24 * 60 * 60 * 1_000;

/** One page of `GET /v1/transactions`, and where the next one begins. */
export interface TransactionPage {
  readonly items: readonly CustodyTransaction[];
  readonly next: number | undefined;
}

/** Filters, sorts and cuts. Without `after` only the last 90 days are looked at. */
export function listTransactions(
  all: readonly CustodyTransaction[],
  query: URLSearchParams,
  now: number,
): TransactionPage {
  const time = timeField(query.get('orderBy'));
  const before = integer(query, 'before') ?? Number.POSITIVE_INFINITY;
  const after = integer(query, 'after') ?? now - DEFAULT_WINDOW_MS;
  const direction = sortDirection(query.get('sort'));
  const limit = integer(query, 'limit') ?? DEFAULT_LIMIT;
  if (limit < 1 || limit > MAX_LIMIT) throw badRequest(`limit must be 1 to ${MAX_LIMIT}`);
  const start = integer(query, 'next') ?? 0;
  const matching = all
    .map((transaction, index) => ({ transaction, index }))
    .filter(({ transaction }) => time(transaction) < before && time(transaction) > after)
    .filter(({ transaction }) => matches(transaction, query))
    .sort((a, b) => {
      const byTime = time(a.transaction) - time(b.transaction);
      return direction * (byTime === 0 ? a.index - b.index : byTime);
    });
  const items = matching.slice(start, start + limit).map(({ transaction }) => transaction);
  return { items, next: start + limit < matching.length ? start + limit : undefined };
}

function timeField(orderBy: string | null): (transaction: CustodyTransaction) => number {
  if (orderBy === null || orderBy === 'createdAt') return ({ createdAt }) => createdAt;
  if (orderBy === 'lastUpdated') return ({ lastUpdated }) => lastUpdated;
  throw badRequest('orderBy must be createdAt or lastUpdated');
}

function sortDirection(sort: string | null): number {
  if (sort === null || sort.toUpperCase() === 'DESC') return -1;
  if (sort.toUpperCase() === 'ASC') return 1;
  throw badRequest('sort must be ASC or DESC');
}

function integer(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null || text === '') return undefined;
  if (!/^\d+$/.test(text)) throw badRequest(`${name} must be an integer`);
  return Number(text);
}

function matches(
  { status, request, progress }: CustodyTransaction,
  query: URLSearchParams,
): boolean {
  const wanted: readonly (readonly [string, string | undefined])[] = [
    ['status', status],
    ['sourceType', 'VAULT_ACCOUNT'],
    ['sourceId', request.sourceId],
    ['destType', request.transfer?.destination.type],
    ['destId', request.transfer?.destination.id],
    ['assets', request.assetId],
    ['txHash', progress.txHash],
  ];
  return wanted.every(([name, value]) => {
    const text = query.get(name);
    if (text === null || text === '') return true;
    return value !== undefined && text.split(',').includes(value);
  });
}
