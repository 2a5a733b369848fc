import { InvalidInputError, UnexpectedAnswerError } from '../../core/errors.js';
import {
  type ApiNonces,
  type ChainApi,
  type HistoryPage,
  type LockHistory,
  PAGE_SIZE,
  type Waiting,
} from './api.js';
import type { Asking } from './asking.js';
import type { NodeTransaction } from './transaction.js';
import {
  historyAnswer,
  mempoolAnswer,
  noncesAnswer,
  stxAnswer,
  tokensAnswer,
  transactionAnswer,
} from './v3-answers.js';
import { fromV3 } from './v3-transaction.js';

/** Fields that v1 showed of every transaction, and v3 only on request. */
const INCLUDED = 'include=function_args,post_conditions,result';

/** How many pages of a mempool are searched: they also contain transactions that others send to the account. */
const MAX_MEMPOOL_PAGES = 10;

const TOKENS_PAGE = 200;
/** 10,000 tokens, since others can send an account any number of them. */
const MAX_TOKEN_PAGES = 50;

const POSITION = /^\d+:\d+:\d+$/;

/** `/extended/v3`, as of release 9. Its lists use cursors: each page names the entry with which the next one begins. */
export class ApiV3 implements ChainApi {
  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  async transaction(txid: string): Promise<NodeTransaction | undefined> {
    const path = `/extended/v3/transactions/${txid}?${INCLUDED}`;
    const found = await this.#asking.orMissing(path, transactionAnswer);
    return found && fromV3(found);
  }

  async nonces(principal: string): Promise<ApiNonces> {
    const { last_confirmed_nonce: executed, mempool } = await this.#asking.get(
      `${pathOf(principal)}/nonces`,
      noncesAnswer,
    );
    return { executed, highest: mempool.last_nonce, between: mempool.pending_nonces };
  }

  async waitingOf(sender: string): Promise<Waiting> {
    const transactions: NodeTransaction[] = [];
    let at: string | null | undefined;
    for (let page = 0; page < MAX_MEMPOOL_PAGES && at !== null; page++) {
      const path = listOf(`${pathOf(sender)}/mempool/transactions`, PAGE_SIZE, at);
      const { results, cursor } = await this.#asking.get(path, mempoolAnswer);
      const own = results.filter((shown) => shown.sender.address === sender);
      transactions.push(...own.map(fromV3));
      at = cursor.next;
    }
    return { transactions, isAll: at === null };
  }

  async transactionsOf(
    principal: string,
    limit: number,
    at: string | undefined,
  ): Promise<HistoryPage> {
    if (at !== undefined && !POSITION.test(at)) {
      throw new InvalidInputError('cursor', 'is not a cursor of this node');
    }
    const path = listOf(`${pathOf(principal)}/transactions`, limit, at);
    const { total, cursor, results } = await this.#asking.get(path, historyAnswer);
    const transactions = results.map(({ transaction }) => fromV3(transaction));
    return { total, next: cursor.next, transactions };
  }

  /** There is no way to skip: a list has to be read page by page. */
  jump(): undefined {
    return undefined;
  }

  async tokensOf(principal: string): Promise<ReadonlyMap<string, bigint>> {
    const tokens = new Map<string, bigint>();
    let at: string | null | undefined;
    for (let page = 0; page < MAX_TOKEN_PAGES; page++) {
      const path = listOf(`${pathOf(principal)}/balances/ft`, TOKENS_PAGE, at);
      const { results, cursor } = await this.#asking.get(path, tokensAnswer);
      for (const { asset_identifier: id, balance } of results) tokens.set(id, balance);
      at = cursor.next;
      if (at === null) return tokens;
    }
    throw new UnexpectedAnswerError('stacks', 'the list of tokens does not end');
  }

  async lockOf(principal: string): Promise<LockHistory> {
    const path = `${pathOf(principal)}/balances/stx`;
    const { locked } = await this.#asking.get(path, stxAnswer);
    return {
      lock_tx_id: locked?.lock_tx_id ?? '',
      lock_height: locked?.stacks_lock_height ?? 0,
      burnchain_lock_height: locked?.burn_lock_height ?? 0,
    };
  }
}

function pathOf(principal: string): string {
  return `/extended/v3/principals/${principal}`;
}

/** @param cursor - Of the entry that the page begins with. Default: the first. */
export function listOf(path: string, limit: number, cursor: string | null | undefined): string {
  const at = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
  return `${path}?limit=${limit}${at}`;
}
