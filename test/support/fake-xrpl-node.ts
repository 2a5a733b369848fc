import { createHash } from 'node:crypto';
import { XrplNodeError, type XrplTransport } from '../../src/xrpl/index.js';
import { type Fields, readTransaction } from './xrpl-blob.js';

type Params = Readonly<Record<string, unknown>>;
type Answer = (params: Params) => unknown;

export interface NodeRequest {
  readonly command: string;
  readonly params: Params;
}

/** A transaction that was sent here. */
export interface SentTransaction {
  readonly blob: string;
  readonly hash: string;
  readonly fields: Fields;
}

/**
 * A node that takes every transaction and has it in a ledger at once, without a socket or a pause:
 * for tests that look at what is signed and asked rather than at what a ledger does.
 */
export class FakeXrplNode implements XrplTransport {
  readonly requests: NodeRequest[] = [];
  readonly sent: SentTransaction[] = [];
  ledgerIndex = 90_000_000;
  networkId: number | undefined = 1;
  baseFee = 10n;
  minimumFee = 10n;
  openLedgerFee = 10n;
  reserveIncrement = 200_000;
  /** The number that an account starts with. */
  firstSequence = 1_000;
  readonly #sequences = new Map<string, number>();
  readonly #answers = new Map<string, Answer>();

  /** Answers a command in the place of this class; the last one given counts. */
  on(command: string, answer: Answer): this {
    this.#answers.set(command, answer);
    return this;
  }

  /** The parameters with which a command was called. */
  paramsOf(command: string): readonly Params[] {
    return this.requests.filter((one) => one.command === command).map(({ params }) => params);
  }

  async request(command: string, params: Params): Promise<Readonly<Record<string, unknown>>> {
    this.requests.push({ command, params });
    const answer = this.#answers.get(command) ?? this.#defaults[command];
    if (!answer) throw new XrplNodeError('unknownCmd', command);
    return answer(params) as Readonly<Record<string, unknown>>;
  }

  /** What this node would answer to a command by itself. */
  plainAnswer(command: string, params: Params): Readonly<Record<string, unknown>> {
    return this.#defaults[command]?.(params) as Readonly<Record<string, unknown>>;
  }

  readonly #defaults: Readonly<Record<string, Answer>> = {
    account_info: ({ account, ledger_index }) => ({
      account_data: {
        Account: account,
        Balance: '1000000000',
        Flags: 0,
        OwnerCount: 0,
        Sequence: this.sequenceOf(account),
      },
      ...(ledger_index === 'validated'
        ? { ledger_index: this.ledgerIndex, validated: true }
        : { ledger_current_index: this.ledgerIndex + 1, validated: false }),
    }),
    fee: () => ({
      drops: {
        base_fee: `${this.baseFee}`,
        minimum_fee: `${this.minimumFee}`,
        open_ledger_fee: `${this.openLedgerFee}`,
        median_fee: '5000',
      },
      ledger_current_index: this.ledgerIndex + 1,
    }),
    server_state: () => ({
      state: {
        ...(this.networkId === undefined ? {} : { network_id: this.networkId }),
        validated_ledger: {
          base_fee: Number(this.baseFee),
          reserve_base: 1_000_000,
          reserve_inc: this.reserveIncrement,
        },
      },
    }),
    account_lines: ({ account }) => ({ account, lines: [] }),
    account_objects: ({ account }) => ({ account, account_objects: [] }),
    account_offers: ({ account }) => ({ account, offers: [] }),
    simulate: () => ({ engine_result: 'tesSUCCESS', applied: false }),
    submit: ({ tx_blob }) => this.#take(String(tx_blob)),
    tx: ({ transaction }) => this.#found(transaction),
    account_tx: ({ account }) => ({
      transactions: this.sent
        .filter(({ fields }) => fields.Account === account)
        .map(({ blob }) => ({ tx_blob: blob, validated: true }))
        .reverse(),
    }),
  };

  /** The number that the account’s next transaction has. */
  sequenceOf(account: unknown): number {
    return this.#sequences.get(String(account)) ?? this.firstSequence;
  }

  #take(blob: string): unknown {
    const bytes = Buffer.from(blob, 'hex');
    const fields = readTransaction(bytes);
    const digest = createHash('sha512').update('TXN\0').update(bytes).digest('hex');
    this.sent.push({ blob, fields, hash: digest.slice(0, 64).toUpperCase() });
    // The number of each Ticket is spent along with the transaction's own.
    const tickets = fields.TransactionType === 'TicketCreate' ? Number(fields.TicketCount) : 0;
    this.#sequences.set(String(fields.Account), this.sequenceOf(fields.Account) + 1 + tickets);
    return {
      engine_result: 'tesSUCCESS',
      engine_result_message: 'It is applied.',
      accepted: true,
      applied: true,
      broadcast: true,
      queued: false,
      kept: true,
    };
  }

  #found(hash: unknown): unknown {
    const found = this.sent.find((sent) => sent.hash === hash);
    if (!found) throw new XrplNodeError('txnNotFound', undefined);
    return {
      hash: found.hash,
      close_time_iso: '2026-01-01T00:00:00Z',
      ledger_hash: 'AB'.repeat(32),
      ledger_index: this.ledgerIndex + 1,
      meta: { TransactionIndex: 7, TransactionResult: 'tesSUCCESS', AffectedNodes: [] },
      tx_json: found.fields,
      validated: true,
    };
  }
}
