import type { NativeTransfers } from './native-transfer.js';
import { transactionJson } from './transaction-json.js';
import type { CustodyTransaction, StatusChange } from './transactions.js';

/**
 * A transaction of the custody platform, as the API shows it, with every status it had.
 *
 * @example
 * ```ts
 * import { type CustodySnapshot, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const failed = ({ status }: CustodySnapshot) => status === 'FAILED';
 * sandbox.custody.transactions.filter(failed).length; // 0
 * await sandbox.stop();
 * ```
 */
export interface CustodySnapshot {
  /** The custody platform's own id, a UUID. */
  readonly id: string;
  /** The caller's own id of the request, if it gave one. */
  readonly externalTxId?: string;
  /** The present status, such as `PENDING_SIGNATURE`: the last of `history`. */
  readonly status: string;
  /** What explains the status, such as `BLOCKED_BY_POLICY`; empty where nothing does. */
  readonly subStatus: string;
  /** Every status that it had, oldest first: it begins with `SUBMITTED`. */
  readonly history: readonly StatusChange[];
  /** What `GET /v1/transactions/{id}` answers now. */
  readonly json: Readonly<Record<string, unknown>>;
}

export function snapshotOf(
  transaction: CustodyTransaction,
  transfers: NativeTransfers,
): CustodySnapshot {
  const { id, status, progress, history, request } = transaction;
  return {
    id,
    ...(request.externalTxId === undefined ? {} : { externalTxId: request.externalTxId }),
    status,
    subStatus: progress.subStatus ?? '',
    history,
    json: transactionJson(transaction, transfers),
  };
}
