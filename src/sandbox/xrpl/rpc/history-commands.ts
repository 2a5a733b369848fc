import type { LedgerTransaction } from '../ledger/closed-ledgers.js';
import type { LedgerNode } from '../node.js';
import type { Command } from './command.js';
import { invalidField, RpcError } from './errors.js';
import { chooseLedger } from './ledger-choice.js';
import { type Params, page } from './params.js';
import { ctidOf, transactionJson, validatedJson } from './transaction-json.js';

const MAX_RANGE = 1_000;
const PAGE = { min: 1, standard: 200, max: 400 };

export const tx: Command = ({ node, params }) => {
  const range = searchRange(params);
  const hash = wantedHash(node, params);
  const found = node.ledgers.closed.transaction(hash);
  if (found !== undefined) return shown(node, found, params.flag('binary'));
  const pending = openOrWaiting(node, hash);
  if (pending !== undefined) {
    return { hash, tx_json: transactionJson(pending), validated: false };
  }
  throw new RpcError('txnNotFound', undefined, range && { searched_all: searchedAll(node, range) });
};

function shown(
  node: LedgerNode,
  found: LedgerTransaction,
  binary: boolean,
): Record<string, unknown> {
  const ledger = node.ledgers.closed.byIndex(found.ledgerIndex);
  if (ledger === undefined) throw new RpcError('txnNotFound');
  const ctid = ctidOf(found, node.networkId);
  return { ...(ctid === undefined ? {} : { ctid }), ...validatedJson(found, ledger, binary) };
}

/** A transaction that was accepted but is in no closed ledger yet. */
function openOrWaiting(node: LedgerNode, hash: string) {
  const open = node.ledgers.openTransactions.find((entry) => entry.tx.hash === hash);
  return open?.tx ?? node.submission.pending(hash);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

function searchRange(params: Params): Range | undefined {
  const [min, max] = [params.integer('min_ledger'), params.integer('max_ledger')];
  if (min === undefined || max === undefined) return undefined;
  if (max < min) throw new RpcError('invalidLgrRange');
  if (max - min > MAX_RANGE) throw new RpcError('excessiveLgrRange');
  return { min, max };
}

/** Whether every ledger of the range is known, so that "not found" means "not there". */
function searchedAll(node: LedgerNode, { min, max }: Range): boolean {
  return min >= node.ledgers.closed.earliest && max <= node.ledgers.validated.index;
}

function wantedHash(node: LedgerNode, params: Params): string {
  const [hash, ctid] = [params.text('transaction'), params.text('ctid')];
  if (hash !== undefined && ctid !== undefined) throw new RpcError('invalidParams');
  if (hash !== undefined) {
    if (!/^[0-9A-Fa-f]{64}$/.test(hash)) throw new RpcError('notImpl');
    return hash.toUpperCase();
  }
  if (ctid === undefined) throw new RpcError('invalidParams');
  return hashOfCtid(node, ctid);
}

function hashOfCtid(node: LedgerNode, ctid: string): string {
  const match = /^C([0-9A-F]{7})([0-9A-F]{4})([0-9A-F]{4})$/.exec(ctid.toUpperCase());
  if (match === null) throw new RpcError('invalidParams');
  const [ledger = 0, place = 0, network = 0] = match.slice(1).map((part) => Number(`0x${part}`));
  if (network !== node.networkId) {
    throw new RpcError(
      'wrongNetwork',
      `Wrong network. You should submit this request to a node running on NetworkID: ${network}`,
    );
  }
  const entry = node.ledgers.closed.byIndex(ledger)?.transactions[place];
  if (entry === undefined) throw new RpcError('txnNotFound');
  return entry.tx.hash;
}

export const accountTx: Command = ({ node, params }) => {
  const account = params.account();
  const { min, max } = historyRange(node, params);
  const inRange = node.ledgers.closed
    .transactionsOf(account)
    .filter(({ ledgerIndex }) => ledgerIndex >= min && ledgerIndex <= max);
  const ordered = params.flag('forward') ? inRange : [...inRange].reverse();
  const binary = params.flag('binary');
  const limit = params.limit(PAGE);
  const { items, marker } = page(ordered, limit, readMarker(params, ordered));
  const next = marker === undefined ? undefined : ordered[Number(marker)];
  return {
    account,
    ledger_index_min: min,
    ledger_index_max: max,
    limit,
    ...(next === undefined ? {} : { marker: markerOf(next) }),
    transactions: items.flatMap((entry) => {
      const ledger = node.ledgers.closed.byIndex(entry.ledgerIndex);
      return ledger === undefined ? [] : [validatedJson(entry, ledger, binary)];
    }),
    validated: true,
  };
};

/** The ledgers to look through. What is beyond the known ones is refused, as API version 2 does. */
function historyRange(node: LedgerNode, params: Params): Range {
  const { closed, validated } = node.ledgers;
  if (params.has('ledger_index') || params.has('ledger_hash')) {
    const { ledger } = chooseLedger(node, params);
    if (ledger === undefined) throw new RpcError('lgrNotValidated');
    return { min: ledger.index, max: ledger.index };
  }
  const min = params.integer('ledger_index_min') ?? -1;
  const max = params.integer('ledger_index_max') ?? -1;
  if ((max > validated.index && max >= 0) || (min < closed.earliest && min > 0)) {
    throw new RpcError('lgrIdxMalformed');
  }
  const range = {
    min: Math.max(min, closed.earliest),
    max: max < 0 ? validated.index : Math.min(max, validated.index),
  };
  if (range.max < range.min) throw new RpcError('invalidLgrRange');
  return range;
}

function markerOf({ ledgerIndex, metadata }: LedgerTransaction): Record<string, number> {
  return { ledger: ledgerIndex, seq: metadata.TransactionIndex };
}

/** Where a marker points to in the list, as {@link page} takes it. */
function readMarker(params: Params, ordered: readonly LedgerTransaction[]): string | undefined {
  const marker = params.all.marker;
  if (marker === undefined) return undefined;
  if (typeof marker !== 'object' || marker === null) throw invalidField('marker');
  const { ledger, seq } = { ledger: undefined, seq: undefined, ...marker };
  const index = ordered.findIndex(
    (entry) => entry.ledgerIndex === ledger && entry.metadata.TransactionIndex === seq,
  );
  if (index < 0) throw invalidField('marker');
  return `${index}`;
}
