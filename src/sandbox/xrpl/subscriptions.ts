import type { ClosedLedger, LedgerTransaction } from './ledger/closed-ledgers.js';
import { isoTime } from './ledger/ripple-time.js';
import type { LedgerNode } from './node.js';
import { type ResultCode, resultMessage, resultNumber } from './result-codes.js';
import { isValidClassicAddress } from './ripple.js';
import type { Command } from './rpc/command.js';
import { RpcError } from './rpc/errors.js';
import { completeLedgers } from './rpc/ledger-choice.js';
import type { Params } from './rpc/params.js';
import { ctidOf, transactionJson, validatedJson } from './rpc/transaction-json.js';
import type { Transaction } from './transaction.js';

const STREAMS = new Set(['ledger', 'transactions', 'transactions_proposed', 'server']);

/** What one WebSocket wants to be told, and the telling. */
export class Subscriptions {
  readonly #node: LedgerNode;
  readonly #send: (message: Record<string, unknown>) => void;
  readonly #streams = new Set<string>();
  readonly #accounts = new Set<string>();
  readonly #proposedAccounts = new Set<string>();
  readonly #stop: () => void;

  constructor(node: LedgerNode, send: (message: Record<string, unknown>) => void) {
    this.#node = node;
    this.#send = send;
    this.#stop = node.listen({
      ledgerClosed: (ledger) => this.#ledgerClosed(ledger),
      proposed: (tx, result) => this.#proposed(tx, result),
    });
  }

  end(): void {
    this.#stop();
  }

  /** The commands of this WebSocket. */
  get commands(): ReadonlyMap<string, Command> {
    return new Map<string, Command>([
      ['subscribe', ({ params }) => this.#subscribe(params)],
      ['unsubscribe', ({ params }) => this.#unsubscribe(params)],
    ]);
  }

  #subscribe(params: Params): Record<string, unknown> {
    const { streams, accounts, proposed } = readWishes(params);
    for (const stream of streams) this.#streams.add(stream);
    for (const account of accounts) this.#accounts.add(account);
    for (const account of proposed) this.#proposedAccounts.add(account);
    return streams.includes('ledger') ? this.#ledgerFacts(this.#node.ledgers.validated) : {};
  }

  #unsubscribe(params: Params): Record<string, unknown> {
    const { streams, accounts, proposed } = readWishes(params);
    for (const stream of streams) this.#streams.delete(stream);
    for (const account of accounts) this.#accounts.delete(account);
    for (const account of proposed) this.#proposedAccounts.delete(account);
    return {};
  }

  #ledgerFacts(ledger: ClosedLedger): Record<string, unknown> {
    return {
      fee_base: Number(ledger.fees.baseFee),
      ledger_hash: ledger.hash,
      ledger_index: ledger.index,
      ledger_time: ledger.closeTime,
      network_id: this.#node.networkId,
      reserve_base: Number(ledger.fees.reserveBase),
      reserve_inc: Number(ledger.fees.reserveIncrement),
      validated_ledgers: completeLedgers(this.#node),
    };
  }

  #ledgerClosed(ledger: ClosedLedger): void {
    if (this.#streams.has('ledger')) {
      const txn_count = ledger.transactions.length;
      this.#send({ type: 'ledgerClosed', ...this.#ledgerFacts(ledger), txn_count });
    }
    for (const entry of ledger.transactions) {
      if (this.#wantsValidated(entry)) this.#send(this.#validatedMessage(entry, ledger));
    }
  }

  #wantsValidated({ accounts }: LedgerTransaction): boolean {
    if (this.#streams.has('transactions') || this.#streams.has('transactions_proposed')) {
      return true;
    }
    return [...this.#accounts, ...this.#proposedAccounts].some((account) => accounts.has(account));
  }

  #validatedMessage(entry: LedgerTransaction, ledger: ClosedLedger): Record<string, unknown> {
    const { tx_json, ...shown } = validatedJson(entry, ledger);
    const ctid = ctidOf(entry, this.#node.networkId);
    return {
      type: 'transaction',
      status: 'closed',
      ...outcome(entry.metadata.TransactionResult),
      ...shown,
      ...(ctid === undefined ? {} : { ctid }),
      tx_json: { ...transactionJson(entry.tx), date: ledger.closeTime },
    };
  }

  #proposed(tx: Transaction, result: ResultCode): void {
    const named = [tx.account, tx.text('Destination')];
    const wanted =
      this.#streams.has('transactions_proposed') ||
      named.some((account) => account !== undefined && this.#proposedAccounts.has(account));
    if (!wanted) return;
    this.#send({
      type: 'transaction',
      status: 'proposed',
      ...outcome(result),
      hash: tx.hash,
      close_time_iso: isoTime(this.#node.time),
      ledger_current_index: this.#node.ledgers.openIndex,
      tx_json: transactionJson(tx),
      validated: false,
    });
  }
}

function outcome(result: ResultCode): Record<string, unknown> {
  return {
    engine_result: result,
    engine_result_code: resultNumber(result),
    engine_result_message: resultMessage(result),
  };
}

interface Wishes {
  readonly streams: readonly string[];
  readonly accounts: readonly string[];
  readonly proposed: readonly string[];
}

function readWishes(params: Params): Wishes {
  if (params.has('books')) {
    throw new RpcError('notImpl', 'The sandbox does not model subscriptions to order books.');
  }
  const streams = readList(params, 'streams');
  for (const stream of streams) if (!STREAMS.has(stream)) throw new RpcError('malformedStream');
  return {
    streams,
    accounts: readAccounts(params, 'accounts'),
    proposed: readAccounts(params, 'accounts_proposed'),
  };
}

function readAccounts(params: Params, name: string): readonly string[] {
  const accounts = readList(params, name);
  if (!accounts.every((account) => isValidClassicAddress(account))) {
    throw new RpcError('actMalformed');
  }
  return accounts;
}

function readList(params: Params, name: string): readonly string[] {
  const value = params.all[name];
  if (value === undefined) return [];
  const isText = (member: unknown) => typeof member === 'string';
  if (!Array.isArray(value) || !value.every(isText)) throw new RpcError('invalidParams');
  return value;
}
