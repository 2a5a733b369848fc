import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import { jsonIn } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import { resultOf, type XrplTransactionResult } from '../result.js';
import { funded } from './funded.js';
import { transaction, type XrplNode } from './node.js';
import { markOf } from './pages.js';

/** What {@link XrplGateway.getTransactions} takes. */
export interface XrplHistoryQuery {
  /** About how many: 10 to 400, default 50. A node may give fewer, or more. */
  readonly limit?: number | undefined;
  /** Where to continue: the `cursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of an account's transactions, newest first. */
export interface XrplHistory {
  /** All transactions that touched the account, of any sender; those that failed (`tec`) are among them. */
  readonly transactions: readonly XrplTransactionResult[];
  /** Given if there may be more, even after an empty page. */
  readonly cursor?: string;
  /** The first of the ledgers that the node has searched: the page says nothing about other ledgers. */
  readonly ledgerIndexMin: number;
  /** The last of the ledgers that the node has searched. */
  readonly ledgerIndexMax: number;
}

/** Longer than any node's marker. */
const MAX_CURSOR = 512;

const querySchema = z.strictObject({
  limit: z.optional(z.int().check(z.gte(10), z.lte(400))),
  cursor: z.optional(z.string().check(z.maxLength(MAX_CURSOR))),
});

const historyPage = z.looseObject({
  transactions: z.array(transaction),
  marker: z.optional(z.unknown()),
  ledger_index_min: z.int(),
  ledger_index_max: z.int(),
});

/** @throws InvalidInputError naming the field. */
export function checkHistoryQuery(given: unknown) {
  const { limit = 50, cursor } = parseInput(querySchema, given, 'query');
  if (cursor === undefined) return { limit, marker: undefined };
  const marker = jsonIn(cursor);
  if (marker !== undefined) return { limit, marker };
  throw new InvalidInputError('cursor', 'must be the cursor of a page');
}

/** @throws AccountNotFundedError */
export async function readHistory(
  { node, networkId }: { readonly node: XrplNode; readonly networkId: number },
  account: string,
  { limit, marker }: ReturnType<typeof checkHistoryQuery>,
  options: CallOptions,
): Promise<XrplHistory> {
  const range = { ledger_index_min: -1, ledger_index_max: -1 };
  const params = { account, ...range, limit, ...(marker === undefined ? {} : { marker }) };
  const page = await funded(account, node.read('account_tx', params, historyPage, options));
  return {
    transactions: page.transactions
      .flatMap((entry) => resultOf(entry, networkId) ?? [])
      .toSorted(newestFirst),
    ...(page.marker === undefined || page.marker === null
      ? {}
      : { cursor: markOf('account_tx', page.marker) }),
    ledgerIndexMin: page.ledger_index_min,
    ledgerIndexMax: page.ledger_index_max,
  };
}

/** A node's pages are in order, but not always what is inside of them. */
function newestFirst(
  { result: one }: XrplTransactionResult,
  { result: other }: XrplTransactionResult,
) {
  return (
    other.ledger_index - one.ledger_index || other.meta.TransactionIndex - one.meta.TransactionIndex
  );
}
