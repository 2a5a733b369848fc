import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { parseExactJson } from '../../core/exact-json.js';
import { parseJsonAnswer } from '../../core/http.js';
import type { Channel, Nodes } from '../../core/nodes.js';
import { parseAnswer } from '../../core/schema.js';
import { excerpt } from '../../core/shown.js';
import {
  accountTransaction,
  balance,
  type IndexedBalance,
  type IndexedTransaction,
} from './indexer-answers.js';

const PEER = 'aptos-indexer';

/** The most rows that a public indexer gives at once. */
const PAGE = 100;
/** More assets than a caller looks at; others can send an account any number of them. */
const MAX_PAGES = 100;

/** Paged by the store, which is unique to each row, since rows may come and go between two pages. */
const BALANCES = `query AccountBalances($address: String!, $limit: Int!, $after: String!) {
  current_fungible_asset_balances(
    where: { owner_address: { _eq: $address }, storage_id: { _gt: $after } }
    order_by: { storage_id: asc }
    limit: $limit
  ) {
    asset_type
    amount
    is_frozen
    is_primary
    storage_id
    token_standard
    last_transaction_version
    metadata {
      asset_type
      decimals
      name
      symbol
      icon_uri
      project_uri
      token_standard
      creator_address
    }
  }
}`;

/** Later than every transaction: the largest number that the column can hold, as text. */
const NEWEST = '9223372036854775807';

/** Paged by the version, which an account has once at most, since transactions arrive between two pages. */
const TRANSACTIONS = `query AccountTransactions($address: String!, $limit: Int!, $offset: Int!, $before: bigint!) {
  account_transactions(
    where: { account_address: { _eq: $address }, transaction_version: { _lt: $before } }
    order_by: { transaction_version: desc }
    limit: $limit
    offset: $offset
  ) {
    transaction_version
    user_transaction {
      sender
      sequence_number
      timestamp
      entry_function_id_str
      gas_unit_price
      max_gas_amount
    }
    fungible_asset_activities {
      amount
      asset_type
      type
      owner_address
      is_gas_fee
      is_transaction_success
    }
  }
}`;

/** The requests that this package makes of an indexer, with answers whose form is checked. */
export class Indexer {
  readonly #nodes: Nodes;

  constructor(nodes: Nodes) {
    this.#nodes = nodes;
  }

  /** Every balance of an account, those of zero too, by asset. */
  async balances(address: string, options: CallOptions): Promise<readonly IndexedBalance[]> {
    const rows: IndexedBalance[] = [];
    for (let page = 0; page < MAX_PAGES; page++) {
      const after = rows.at(-1)?.storage_id ?? '';
      const variables = { address, limit: PAGE, after };
      const some = await this.#query(
        { query: BALANCES, table: 'current_fungible_asset_balances', variables },
        balance,
        options,
      );
      rows.push(...some);
      if (some.length < PAGE) return rows.sort(byAsset);
    }
    throw new UnexpectedAnswerError(PEER, 'the balances have no end');
  }

  /** Transactions that involve an account, newest first: as many as requested, if there are so many. */
  async transactions(
    address: string,
    { limit, offset }: { readonly limit: number; readonly offset: number },
    options: CallOptions,
  ): Promise<readonly IndexedTransaction[]> {
    const rows: IndexedTransaction[] = [];
    while (rows.length < limit) {
      const size = Math.min(PAGE, limit - rows.length);
      const before = rows.at(-1)?.transaction_version;
      const place = before ? { before, offset: 0 } : { before: NEWEST, offset };
      const variables = { address, limit: size, ...place };
      const some = await this.#query(
        { query: TRANSACTIONS, table: 'account_transactions', variables },
        accountTransaction,
        options,
      );
      rows.push(...some.slice(0, size));
      if (some.length < size) break;
    }
    return rows;
  }

  #query<S extends z.ZodMiniType>(
    question: {
      readonly query: string;
      readonly table: string;
      readonly variables: Readonly<Record<string, unknown>>;
    },
    row: S,
    options: CallOptions,
  ): Promise<readonly z.output<S>[]> {
    const { query, table, variables } = question;
    return this.#nodes.ask(options, async (channel) => {
      const body = await bodyOf(channel, JSON.stringify({ query, variables }), options);
      const { data } = parseAnswer(answered, body, PEER, { asked: table });
      return parseAnswer(z.array(row), data[table], PEER, { asked: table });
    });
  }
}

/** Sorted by code units, the same in every locale. */
function byAsset(one: IndexedBalance, other: IndexedBalance): number {
  if (one.asset_type === other.asset_type) return one.storage_id < other.storage_id ? -1 : 1;
  return one.asset_type < other.asset_type ? -1 : 1;
}

const answered = z.looseObject({ data: z.looseObject({}) });

const failed = z.looseObject({ errors: z.array(z.looseObject({ message: z.string() })) });

function bodyOf(
  { send, patiently, shown }: Channel,
  body: string,
  options: CallOptions,
): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  return patiently(async () => {
    const answer = await send({ method: 'POST', path: '', headers, body, ...options });
    if (answer.status >= 400) {
      const retryable = answer.status >= 500;
      throw new UnexpectedAnswerError(PEER, `HTTP ${answer.status}`, { retryable });
    }
    return dataIn(parseJsonAnswer(PEER, answer, parseExactJson), shown);
  });
}

function dataIn(json: unknown, shown: Channel['shown']): unknown {
  const { data: refused } = z.safeParse(failed, json);
  if (!refused) return json;
  const [first] = refused.errors;
  throw new UnexpectedAnswerError(PEER, first ? excerpt(shown(first.message)) : 'errors');
}
