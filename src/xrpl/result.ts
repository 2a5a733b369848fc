import { canonicalJson } from '../core/json.js';
import type { LedgerTransaction } from './node/node.js';

/** A transaction on the ledger, in the form of rippled's API version 2. */
export interface XrplTransactionResult {
  /** The version of rippled's API whose form this is. */
  readonly api_version: 2;
  /** Always 1, so that the same transaction gives the same result each time. */
  readonly id: number;
  /** As in an answer over WebSocket, whichever transport carried it. */
  readonly type: 'response';
  /** The transaction, and what the ledger made of it. */
  readonly result: XrplValidatedTransaction;
}

/** The ledger's own account of a validated transaction. */
export interface XrplValidatedTransaction {
  /** When the ledger closed, ISO 8601. */
  readonly close_time_iso?: string;
  /** Compact transaction id: ledger, index and network in one (XLS-37). */
  readonly ctid?: string;
  /** 64 hexadecimal characters. */
  readonly hash: string;
  /** The hash of its ledger, 64 hexadecimal characters; missing if the node did not give it. */
  readonly ledger_hash?: string;
  /** The number of its ledger. */
  readonly ledger_index: number;
  /** What the transaction did. */
  readonly meta: {
    /** The ledger entries that it created, changed or deleted, in the ledger's own form. */
    readonly AffectedNodes?: readonly unknown[];
    /** Its place among the transactions of its ledger, from 0 on. */
    readonly TransactionIndex: number;
    /** `tesSUCCESS`, or a `tec` code. */
    readonly TransactionResult: string;
    readonly [field: string]: unknown;
  };
  /** The signed transaction; without its signature where the node showed another under this hash. */
  readonly tx_json: Readonly<Record<string, unknown>>;
  /** Always: there is no result before the ledger is validated. */
  readonly validated: true;
  readonly [field: string]: unknown;
}

/** Requests have no ids here, so the same transaction gives the same result each time. */
const REQUEST_ID = 1;

/** The result of the spec, whichever transport carried it; `undefined` while it isn't validated. */
export function resultOf(
  transaction: LedgerTransaction,
  networkId: number,
): XrplTransactionResult | undefined {
  const { hash, ledger_index, meta, tx_json, validated, ctid } = transaction;
  if (validated !== true || !meta || ledger_index === undefined) return undefined;
  const result: XrplValidatedTransaction = {
    ...withoutStatus(transaction),
    ...(typeof ctid === 'string'
      ? { ctid }
      : ctidOf(ledger_index, meta.TransactionIndex, networkId)),
    hash,
    ledger_index,
    meta,
    tx_json,
    validated,
  };
  return { api_version: 2, id: REQUEST_ID, type: 'response', result };
}

/** JSON-RPC puts a `status` into the result that a WebSocket puts beside it. */
function withoutStatus({
  status: _,
  ...rest
}: LedgerTransaction): Omit<LedgerTransaction, 'status'> {
  return rest;
}

/** XLS-37: C, 28 bits of ledger index, 16 of transaction index, 16 of network id. */
function ctidOf(ledgerIndex: number, transactionIndex: number, networkId: number) {
  if (networkId > 0xffff) return {};
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  const ctid = `C${hex(ledgerIndex, 7)}${hex(transactionIndex, 4)}${hex(networkId, 4)}`;
  return { ctid: ctid.toUpperCase() };
}

/** The outcome of a transaction on the ledger. */
export function outcomeOf(result: XrplTransactionResult) {
  const { hash, meta, ledger_index: ledgerIndex } = result.result;
  const { TransactionResult: code, TransactionIndex: at, delivered_amount: delivered } = meta;
  const came = delivered === undefined ? '' : `, delivered ${canonicalJson(delivered)}`;
  const seen = { hash, result, particulars: `${at} in ledger ${ledgerIndex}${came}` };
  if (code === 'tesSUCCESS') return { state: 'confirmed', ...seen } as const;
  return { state: 'failed', code, ...seen } as const;
}
