import * as z from 'zod/mini';
import type { CallOptions, Clock } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { orMissing, words } from '../../core/fields.js';
import { withinTime } from '../../core/http.js';
import type { Channel } from '../../core/nodes.js';
import { once } from '../../core/once.js';
import { parseAnswer } from '../../core/schema.js';
import { WrongNetworkError } from '../../transactions/index.js';
import { uint32 } from '../wire/fields.js';
import type { LedgerIndexes } from './ledger-index.js';
import { XrplNodeError, type XrplTransport } from './transport.js';

export const drops = z.string().check(z.regex(/^\d{1,20}$/));
const json = z.looseObject({});

const accountRoot = z.looseObject({
  Account: z.string(),
  Balance: drops,
  Flags: z.int(),
  OwnerCount: z.int(),
  Sequence: uint32,
});

const accountInfo = z.looseObject({
  account_data: accountRoot,
  ledger_index: z.optional(uint32),
  ledger_current_index: z.optional(uint32),
  validated: z.optional(z.boolean()),
});

const fee = z.looseObject({
  drops: z.looseObject({ base_fee: drops, minimum_fee: drops, open_ledger_fee: drops }),
  ledger_current_index: uint32,
});

const serverState = z.looseObject({
  state: z.looseObject({
    network_id: z.optional(z.int()),
    validated_ledger: z.optional(
      z.looseObject({ base_fee: z.int(), reserve_base: z.int(), reserve_inc: z.int() }),
    ),
  }),
});

const ledgerEntry = z.looseObject({
  ledger_index: z.optional(uint32),
  validated: z.optional(z.boolean()),
});

const submission = z.looseObject({
  engine_result: words,
  engine_result_message: z.optional(words),
  // Used, but no decision depends on it.
  open_ledger_cost: orMissing(drops),
});

export const transaction = z.looseObject({
  hash: z.string(),
  tx_json: json,
  meta: z.optional(z.looseObject({ TransactionResult: words, TransactionIndex: z.int() })),
  validated: z.optional(z.boolean()),
  ledger_index: z.optional(uint32),
});

export type LedgerTransaction = z.output<typeof transaction>;

export type LedgerName = 'current' | 'validated';

/** What is known of a node, and kept. */
export interface KnownNode {
  /** Whether it is of the right network: asked once, if it is. */
  network: (() => Promise<void>) | undefined;
  /** Whether it refused the last dry run; then the ledger is read too. */
  lacksDryRun: boolean;
}

export interface XrplNodeSettings {
  /** Asks again where another try may succeed, unless the caller's loop does so already. */
  readonly patiently: Channel['patiently'];
  readonly known: KnownNode;
  /** The network that the node has to belong to. */
  readonly networkId: number;
  readonly indexes: LedgerIndexes;
  readonly clock: Clock;
}

/** The requests that this package makes of a node, with answers whose form is checked. */
export class XrplNode {
  readonly #transport: XrplTransport;
  readonly #settings: XrplNodeSettings;

  constructor(transport: XrplTransport, settings: XrplNodeSettings) {
    this.#transport = transport;
    this.#settings = settings;
  }

  get clock(): Clock {
    return this.#settings.clock;
  }

  get known(): KnownNode {
    return this.#settings.known;
  }

  /** `undefined` for an account that the ledger doesn't have. */
  async accountInfo(account: string, ledger: LedgerName, options: CallOptions) {
    const params = { account, ledger_index: ledger };
    const info = await this.#orMissing('actNotFound', () =>
      this.read('account_info', params, accountInfo, options),
    );
    if (info && info.account_data.Account !== account) throw mixedUp('account_info');
    return info;
  }

  async fee(options: CallOptions) {
    const answer = await this.read('fee', {}, fee, options);
    this.#settings.indexes.check(answer.ledger_current_index);
    return answer;
  }

  serverState(options: CallOptions) {
    return this.read('server_state', {}, serverState, options);
  }

  /** `undefined` for a Ticket that the validated ledger doesn't have. */
  async ticket(account: string, ticketSequence: number, options: CallOptions) {
    const params = {
      ticket: { account, ticket_seq: ticketSequence },
      ledger_index: 'validated',
    };
    return this.#orMissing('entryNotFound', () =>
      this.read('ledger_entry', params, ledgerEntry, options),
    );
  }

  /** `undefined` for a transaction that the node doesn't know. */
  async transaction(hash: string, options: CallOptions): Promise<LedgerTransaction | undefined> {
    const found = await this.#orMissing('txnNotFound', () =>
      this.read('tx', { transaction: hash }, transaction, options),
    );
    if (found && found.hash !== hash) throw mixedUp('tx');
    return found;
  }

  /** Not repeated here: the caller, which knows the transaction, decides what a failed submission means. */
  async submit(blob: string, options: CallOptions) {
    await this.#checkNetwork(options);
    return this.once('submit', { tx_blob: blob }, submission, options);
  }

  /**
   * With a wrong URL, nothing must be sent to another network, and no answer of one must be believed.
   *
   * @throws WrongNetworkError
   */
  #checkNetwork(options: CallOptions): Promise<void> {
    const { known } = this;
    // Asked again after a failure: the node behind the URL may be corrected while the process runs.
    known.network ??= once(() => this.#askNetwork());
    return this.#within(options, known.network);
  }

  /** One caller's time limit must not end the wait of the others for the same answer. */
  async #askNetwork(): Promise<void> {
    const { networkId } = this.#settings;
    const { state } = await this.once('server_state', {}, serverState, {});
    // The main network is the only one that old nodes don't report.
    const { network_id: actual = 0 } = state;
    if (actual !== networkId) throw new WrongNetworkError(networkId, actual);
  }

  /** A request that may be repeated, to a node of the right network. */
  read<S extends z.ZodMiniType>(
    command: string,
    params: Readonly<Record<string, unknown>>,
    schema: S,
    options: CallOptions,
  ): Promise<z.output<S>> {
    return this.#settings.patiently(async () => {
      const answer = this.once(command, params, schema, options);
      if (command === 'server_state') return answer;
      const [read] = await Promise.all([answer, this.#checkNetwork(options)]);
      return read;
    });
  }

  /** The same, sent once, to a node of any network. */
  async once<S extends z.ZodMiniType>(
    command: string,
    params: Readonly<Record<string, unknown>>,
    schema: S,
    options: CallOptions,
  ): Promise<z.output<S>> {
    const result = await this.#within(options, () =>
      this.#transport.request(command, params, options),
    );
    return parseAnswer(schema, result, 'xrpl', { asked: command });
  }

  /** A user's own transport may take any time, but no call waits longer than it may. */
  #within<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
    return withinTime({ ...options, peer: 'xrpl', clock: this.#settings.clock }, work);
  }

  async #orMissing<T>(error: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (caught) {
      if (caught instanceof XrplNodeError && caught.error === error) return undefined;
      throw caught;
    }
  }
}

function mixedUp(command: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError('xrpl', `${command}: the answer is about something else`);
}
