import { isDeepStrictEqual } from 'node:util';
import type { Json, JsonObject } from '../../../core/json.js';
import type { ResultCode } from '../result-codes.js';
import type { AmountJson } from '../values/amounts.js';
import type { MptJson } from '../values/mpt-amounts.js';
import type { LedgerEntry } from './entries.js';
import type { EntryChange } from './view.js';

/** What a transaction did, in the node's own form. */
export interface TransactionMetadata {
  readonly AffectedNodes: readonly JsonObject[];
  readonly TransactionIndex: number;
  readonly TransactionResult: ResultCode;
  /** What a partial payment delivered. */
  readonly DeliveredAmount?: AmountJson | MptJson;
  /** What a payment delivered, partial or not. */
  readonly delivered_amount?: AmountJson | MptJson;
}

/** Fields that say where an entry is, not what it holds. */
const UNTOLD = new Set(['LedgerEntryType', 'Indexes', 'PreviousTxnID', 'PreviousTxnLgrSeq']);

/** The transaction that an entry remembers as its last; directories remember none. */
export function threaded(entry: LedgerEntry, hash: string, ledgerIndex: number): LedgerEntry {
  if (entry.LedgerEntryType === 'DirectoryNode') return entry;
  return { ...entry, PreviousTxnID: hash, PreviousTxnLgrSeq: ledgerIndex };
}

/** The nodes of a transaction's metadata, in the order of their keys. */
export function affectedNodes(changes: readonly EntryChange[]): JsonObject[] {
  return [...changes]
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap((change) => {
      const node = nodeOf(change);
      return node === undefined ? [] : [node];
    });
}

function nodeOf({ key, before, after }: EntryChange): JsonObject | undefined {
  if (before === undefined) return after === undefined ? undefined : createdNode(key, after);
  const head = { LedgerEntryType: before.LedgerEntryType, LedgerIndex: key };
  if (after === undefined) {
    const FinalFields = { ...fieldsOf(before), ...threadOf(before) };
    return { DeletedNode: { ...head, FinalFields } };
  }
  const PreviousFields = changedFields(fieldsOf(before), fieldsOf(after));
  return {
    ModifiedNode: {
      ...head,
      FinalFields: fieldsOf(after),
      ...(Object.keys(PreviousFields).length === 0 ? {} : { PreviousFields }),
      ...threadOf(before),
    },
  };
}

function createdNode(key: string, entry: LedgerEntry): JsonObject {
  const NewFields = Object.fromEntries(
    Object.entries(fieldsOf(entry)).filter(([, value]) => !isDefault(value)),
  );
  return { CreatedNode: { LedgerEntryType: entry.LedgerEntryType, LedgerIndex: key, NewFields } };
}

function isDefault(value: Json | undefined): boolean {
  return value === 0 || value === '' || /^0+$/.test(typeof value === 'string' ? value : ' ');
}

function threadOf(entry: LedgerEntry): JsonObject {
  if (entry.LedgerEntryType === 'DirectoryNode' || entry.PreviousTxnID === undefined) return {};
  const { PreviousTxnID, PreviousTxnLgrSeq } = entry;
  return { PreviousTxnID, PreviousTxnLgrSeq };
}

function fieldsOf(entry: LedgerEntry): Record<string, Json | undefined> {
  const fields = Object.entries(entry).filter(([name]) => !UNTOLD.has(name));
  return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function changedFields(
  before: Record<string, Json | undefined>,
  after: Record<string, Json | undefined>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => value !== undefined && !isDeepStrictEqual(value, after[name]),
    ),
  );
}
