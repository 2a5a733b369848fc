import type { NetlinkTransaction, TransactionPage } from '../../netlink/answers.js';
import { NETLINK_ERRORS } from '../../netlink/error-codes.js';
import { NetlinkError } from '../../netlink/errors.js';
import type { ReceivedTransactionQuery } from '../../netlink/requests.js';
import type { SubTransferKind } from '../../netlink/values.js';

/** A transaction of the exchange, and what happens when it ends. */
export interface Entry {
  transaction: NetlinkTransaction & { readonly transactionID: string };
  /** `undefined` for deposits and withdrawals. */
  readonly kind: SubTransferKind | undefined;
  /** Undoes or completes what is still under way; absent once it has ended. */
  end: ((completed: boolean) => void) | undefined;
}

/** Every transaction, oldest first. */
export class History {
  readonly #entries: Entry[] = [];

  add(entry: Entry): void {
    this.#entries.push(entry);
  }

  find(matches: (transaction: NetlinkTransaction) => boolean): Entry | undefined {
    return this.#entries.find(({ transaction }) => matches(transaction));
  }

  /** A cursor is the number of entries before the page. */
  page(query: ReceivedTransactionQuery): TransactionPage {
    const found = this.#entries
      .filter((entry) => isAskedFor(entry, query))
      .map(({ transaction }) => transaction);
    const start = startOf(query.pageCursor);
    const end = start + query.pageSize;
    return {
      transactions: found.slice(start, end),
      nextPageCursor: end < found.length ? String(end) : undefined,
    };
  }
}

function isAskedFor({ transaction, kind }: Entry, query: ReceivedTransactionQuery): boolean {
  const { isSubTransfer, direction, network, coinSymbol, fromDate, toDate } = query;
  const { timestamp } = transaction;
  if (timestamp < fromDate || timestamp > toDate) return false;
  if (transaction.coinSymbol !== coinSymbol) return false;
  if (isSubTransfer === true) return kind !== undefined;
  if (isSubTransfer !== false) return kind === isSubTransfer;
  if (kind !== undefined || transaction.network !== network) return false;
  return direction === undefined || transaction.direction === direction;
}

function startOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new NetlinkError({
    errorCode: NETLINK_ERRORS.INVALID_PARAMETER,
    error: 'pageCursor: is none that the sandbox gave',
  });
}
