import { InvalidInputError } from '../../core/errors.js';
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
  balancesAnswer,
  historyAnswer,
  mempoolAnswer,
  noncesAnswer,
  stxAnswer,
  transactionAnswer,
} from './v1-answers.js';

/** The format of a position in a list: pages go by offsets, so it shifts while transactions arrive. */
const POSITION = /^offset:(\d{1,15})$/;

/** `/extended/v1` and `/extended/v2`, of releases before 9: deprecated since, and to be removed. */
export class ApiV1 implements ChainApi {
  readonly #asking: Asking;

  constructor(asking: Asking) {
    this.#asking = asking;
  }

  transaction(txid: string): Promise<NodeTransaction | undefined> {
    return this.#asking.orMissing(`/extended/v1/tx/${txid}`, transactionAnswer);
  }

  async nonces(principal: string): Promise<ApiNonces> {
    const {
      last_executed_tx_nonce: executed,
      last_mempool_tx_nonce: highest,
      detected_mempool_nonces: between,
    } = await this.#asking.get(`/extended/v1/address/${principal}/nonces`, noncesAnswer);
    return { executed, highest, between };
  }

  /** One page holds more than a node accepts from one account. */
  async waitingOf(sender: string): Promise<Waiting> {
    const path = `/extended/v1/tx/mempool?sender_address=${sender}&limit=${PAGE_SIZE}&offset=0`;
    const { results } = await this.#asking.get(path, mempoolAnswer);
    const transactions = results.filter((shown) => shown.sender_address === sender);
    return { transactions, isAll: results.length < PAGE_SIZE };
  }

  async transactionsOf(principal: string, limit: number, at = this.jump(0)): Promise<HistoryPage> {
    const [, digits] = POSITION.exec(at) ?? [];
    if (digits === undefined) throw new InvalidInputError('cursor', 'is not a cursor of this node');
    const offset = Number(digits);
    const path = `/extended/v2/addresses/${principal}/transactions?limit=${limit}&offset=${offset}`;
    const { total, results } = await this.#asking.get(path, historyAnswer);
    const end = offset + results.length;
    const next = results.length === 0 || end >= total ? null : this.jump(end);
    return { total, next, transactions: results.map(({ tx }) => tx) };
  }

  jump(offset: number): string {
    return `offset:${offset}`;
  }

  async tokensOf(principal: string): Promise<ReadonlyMap<string, bigint>> {
    const path = `/extended/v1/address/${principal}/balances`;
    const { fungible_tokens: all } = await this.#asking.get(path, balancesAnswer);
    const held = Object.entries(all).map(([id, { balance }]) => [id, balance] as const);
    return new Map(held.filter(([, balance]) => balance > 0n));
  }

  lockOf(principal: string): Promise<LockHistory> {
    return this.#asking.get(`/extended/v1/address/${principal}/stx`, stxAnswer);
  }
}
