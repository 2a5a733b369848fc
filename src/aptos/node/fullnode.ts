import * as z from 'zod/mini';
import { bytesToHex } from '../../core/bytes.js';
import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { parseExactJson } from '../../core/exact-json.js';
import { type HttpAnswer, parseJsonAnswer } from '../../core/http.js';
import type { Channel, NodeRequest, Nodes } from '../../core/nodes.js';
import { agreed } from '../../core/operators.js';
import { parseAnswer } from '../../core/schema.js';
import { WrongNetworkError } from '../../transactions/index.js';
import type { AptosNodeError } from '../errors.js';
import { nodeTransaction } from '../result.js';
import { moduleAbi } from './module.js';
import { account, block, errorIn, gasEstimate, simulated, submitted } from './node-answers.js';

const PEER = 'aptos';

/** Longer than a node holds a long-poll request. */
const LONG_POLL_TIMEOUT_MS = 30_000;

/** The state of the ledger when an answer was given, from the answer's own headers. */
export interface LedgerInfo {
  readonly chainId: number;
  readonly version: bigint;
  /** Unix time, in seconds. */
  readonly timestamp: bigint;
  /** The height of the first block that the node still has, if it says so; older blocks are pruned. */
  readonly oldestBlock: bigint | undefined;
}

/** An answer, and the state of the ledger that it is about. */
export interface Read<T> {
  readonly value: T;
  readonly ledger: LedgerInfo;
}

/** Values that a node is to choose itself in a trial, whatever the transaction says. */
export interface Estimates {
  readonly price: boolean;
  /** As much gas as the sender can pay for. */
  readonly gas: boolean;
}

const BCS = { 'content-type': 'application/x.aptos.signed_transaction+bcs' };
const BCS_OUTPUT = { accept: 'application/x-bcs' };
const HEXADECIMAL = { decode: (bytes = new Uint8Array()) => bytesToHex(bytes) };
const JSON_TYPE = { 'content-type': 'application/json' };

/** The requests that this package makes of a node, with answers whose form is checked. */
export class Fullnode {
  readonly #channel: Channel;
  readonly #chainId: number | undefined;
  readonly #options: CallOptions;

  constructor(channel: Channel, chainId: number | undefined, options: CallOptions) {
    this.#channel = channel;
    this.#chainId = chainId;
    this.#options = options;
  }

  ledger(): Promise<Read<unknown>> {
    return this.#get('', z.unknown());
  }

  /** `undefined` for an account that the ledger doesn't have. */
  async account(address: string): Promise<Read<z.output<typeof account> | undefined>> {
    const path = `/accounts/${address}`;
    return this.orMissing(path, account, ['account_not_found', 'resource_not_found']);
  }

  /** `undefined` for a module that the ledger doesn't have. */
  async module(address: string, name: string) {
    const path = `/accounts/${address}/module/${encodeURIComponent(name)}`;
    const missing = ['module_not_found', 'account_not_found'];
    return (await this.orMissing(path, moduleAbi, missing)).value;
  }

  /** What a gas unit costs now, in octas. */
  async gasUnitPrice(): Promise<bigint> {
    const { value } = await this.#get('/estimate_gas_price', gasEstimate);
    return BigInt(value.gas_estimate);
  }

  /** Tries a transaction whose authenticators are empty. */
  async simulate(transaction: Uint8Array, { price, gas }: Estimates) {
    const query = `estimate_gas_unit_price=${price}&estimate_max_gas_amount=${gas}`;
    const path = `/transactions/simulate?${query}`;
    const { value, ledger } = await this.#post(path, transaction, BCS, z.array(simulated));
    const [only] = value;
    if (!only) throw new UnexpectedAnswerError(PEER, 'a simulation without a result');
    return { value: { ...only, vm_status: this.#channel.shown(only.vm_status) }, ledger };
  }

  async submit(transaction: Uint8Array): Promise<string> {
    const { value } = await this.#post('/transactions', transaction, BCS, submitted);
    return value.hash;
  }

  /** `undefined` for a transaction that the node doesn't know. */
  transaction(hash: string) {
    return this.#transaction(`/transactions/by_hash/${hash}`, hash, {});
  }

  /** The same, but the node waits a moment for a pending transaction. */
  awaitTransaction(hash: string) {
    const timeoutMs = this.#options.timeoutMs ?? LONG_POLL_TIMEOUT_MS;
    return this.#transaction(`/transactions/wait_by_hash/${hash}`, hash, { timeoutMs });
  }

  /** A transaction on the ledger as the node stores it, in hexadecimal. */
  encodedTransaction(version: string): Promise<string> {
    const path = `/transactions/by_version/${version}`;
    const request = { method: 'GET', path, headers: BCS_OUTPUT, decoder: HEXADECIMAL } as const;
    return this.#asked(request, (answer) => {
      const error = this.#errorIn(answer);
      if (error) throw error;
      this.#ledgerOf(answer);
      return answer.text;
    });
  }

  /** The time of a block, in seconds of Unix time; `undefined` for a block that the node no longer has. */
  async blockTime(height: bigint): Promise<Read<bigint | undefined>> {
    const path = `/blocks/by_height/${height}`;
    const { value, ledger } = await this.orMissing(path, block, ['block_pruned']);
    if (value && value.block_height !== height) throw malformed(path, 'block_height');
    return { value: value && value.block_timestamp / MICROSECONDS, ledger };
  }

  /** The archive that the node names when asked for something that only a node without pruning still has. */
  async archiveNamed(): Promise<string | undefined> {
    const request = { method: 'GET', path: '/transactions/by_version/0' } as const;
    return this.#asked(request, (answer) => {
      const error = this.#errorIn(answer);
      if (error?.retryable) throw error;
      return error?.archive;
    });
  }

  /** Transactions that an account has sent with its sequence numbers, oldest first. */
  async sentBy(address: string, start: bigint, limit: number) {
    const path = `/accounts/${address}/transactions?start=${start}&limit=${limit}`;
    return (await this.#get(path, z.array(nodeTransaction))).value;
  }

  /** The results of a view function. */
  async view(call: {
    readonly function: string;
    readonly type_arguments: readonly string[];
    readonly arguments: readonly unknown[];
  }): Promise<Read<readonly unknown[]>> {
    return this.#post('/view', JSON.stringify(call), JSON_TYPE, z.array(z.unknown()));
  }

  async #transaction(path: string, hash: string, options: CallOptions) {
    const read = await this.orMissing(path, nodeTransaction, ['transaction_not_found'], options);
    if (read.value && read.value.hash !== hash) throw malformed(path, 'hash');
    return read;
  }

  /** `undefined` where the node answers with one of the given codes. */
  async orMissing<S extends z.ZodMiniType>(
    path: string,
    schema: S,
    missing: readonly string[],
    options: CallOptions = {},
  ): Promise<Read<z.output<S> | undefined>> {
    const request = { method: 'GET', path, ...options } as const;
    return this.#asked(request, (answer) => {
      const error = this.#errorIn(answer);
      if (!error) return this.#parse(path, answer, schema);
      if (!missing.includes(error.errorCode)) throw error;
      return { value: undefined, ledger: this.#ledgerOf(answer) };
    });
  }

  #get<S extends z.ZodMiniType>(path: string, schema: S): Promise<Read<z.output<S>>> {
    return this.#asked({ method: 'GET', path }, (answer) => this.#read(path, answer, schema));
  }

  #post<S extends z.ZodMiniType>(
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<Read<z.output<S>>> {
    const request = { method: 'POST', path, body, headers } as const;
    return this.#asked(request, (answer) => this.#read(path, answer, schema));
  }

  #asked<T>(request: NodeRequest, read: (answer: HttpAnswer) => T): Promise<T> {
    const { send, patiently } = this.#channel;
    return patiently(async () => read(await send({ ...this.#options, ...request })));
  }

  #read<S extends z.ZodMiniType>(path: string, answer: HttpAnswer, schema: S): Read<z.output<S>> {
    const error = this.#errorIn(answer);
    if (error) throw error;
    return this.#parse(path, answer, schema);
  }

  /** A refusal by another chain's node is no answer either. */
  #errorIn(answer: HttpAnswer): AptosNodeError | undefined {
    const error = errorIn(answer);
    if (error && answer.headers.has(CHAIN_ID)) this.#ledgerOf(answer);
    return error;
  }

  #parse<S extends z.ZodMiniType>(path: string, answer: HttpAnswer, schema: S): Read<z.output<S>> {
    const ledger = this.#ledgerOf(answer);
    const value = parseJsonAnswer(PEER, answer, parseExactJson);
    return { value: parseAnswer(schema, value, PEER, { asked: withoutQuery(path) }), ledger };
  }

  /**
   * With a wrong URL, nothing must be signed for another chain, and no answer of one must be believed.
   *
   * @throws WrongNetworkError
   */
  #ledgerOf({ headers }: HttpAnswer): LedgerInfo {
    const [chainId, version = 0n, microseconds = 0n] = HEADERS.map((name) => {
      const value = headers.get(name) ?? '';
      if (/^\d{1,20}$/.test(value)) return BigInt(value);
      throw new UnexpectedAnswerError(PEER, `it has no ${name}`);
    });
    const actual = Number(chainId);
    const oldest = headers.get(OLDEST_BLOCK) ?? '';
    if (this.#chainId !== undefined && actual !== this.#chainId) {
      throw new WrongNetworkError(this.#chainId, actual);
    }
    return {
      chainId: actual,
      version,
      timestamp: microseconds / MICROSECONDS,
      oldestBlock: /^\d{1,20}$/.test(oldest) ? BigInt(oldest) : undefined,
    };
  }
}

const CHAIN_ID = 'x-aptos-chain-id';
const HEADERS = [CHAIN_ID, 'x-aptos-ledger-version', 'x-aptos-ledger-timestampusec'];
const OLDEST_BLOCK = 'x-aptos-oldest-block-height';
/** Per second. */
const MICROSECONDS = 1_000_000n;

/** A node that prunes less than others, for history that those no longer have. */
export interface ArchiveNode {
  readonly url: string;
  readonly operator: string;
  /** The user has configured neither it nor its network by name, so it is asked only if a node names it. */
  readonly onlyIfNamed: boolean;
  readonly nodes: Nodes;
}

/** Requests about the ledger, each answered completely by one node. */
export class Ledger {
  readonly chainId: number | undefined;
  readonly archives: readonly ArchiveNode[];
  readonly #nodes: Nodes;

  constructor(nodes: Nodes, chainId: number | undefined, archives: readonly ArchiveNode[] = []) {
    this.#nodes = nodes;
    this.chainId = chainId;
    this.archives = archives;
  }

  /**
   * The same for the nodes of each operator alone. An archive counts for one operator only, its own if that is
   * among them: two operators that rely on the same archive would not be independent.
   */
  byOperator(): readonly (readonly [operator: string, Ledger])[] {
    const all = [...this.#nodes.byOperator()];
    const names = new Set(all.map(([name]) => name));
    return all.map(([name, nodes], index) => {
      if (nodes === this.#nodes) return [name, this];
      const archives = this.archives.filter(({ operator }) =>
        names.has(operator) ? operator === name : index === 0,
      );
      return [name, new Ledger(nodes, this.chainId, archives)];
    });
  }

  askArchive<T>(
    { nodes }: ArchiveNode,
    options: CallOptions,
    work: (node: Fullnode) => Promise<T>,
  ): Promise<T> {
    return nodes.ask(options, (channel) => work(new Fullnode(channel, this.chainId, options)));
  }

  ask<T>(options: CallOptions, work: (node: Fullnode) => Promise<T>): Promise<T> {
    return this.#nodes.ask(options, (channel) =>
      work(new Fullnode(channel, this.chainId, options)),
    );
  }

  /** The value on which the nodes of `count` operators agree, compared by `wordsOf`. @throws UnexpectedAnswerError */
  agreed<T>(
    count: number,
    options: CallOptions,
    work: (node: Fullnode) => Promise<T>,
    wordsOf: (value: T) => string,
  ): Promise<T> {
    const all = this.byOperator();
    const asked = all.map(([name, own]) => [name, () => own.ask(options, work)] as const);
    return agreed(PEER, count, asked, wordsOf);
  }

  /** Without a second try. */
  once<T>(options: CallOptions, work: (node: Fullnode) => Promise<T>): Promise<T> {
    return this.#nodes.once((channel) => work(new Fullnode(channel, this.chainId, options)));
  }
}

function malformed(path: string, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(PEER, `${withoutQuery(path)}: ${what} is not as documented`);
}

function withoutQuery(path: string): string {
  return path.replace(/\?.*/s, '');
}
