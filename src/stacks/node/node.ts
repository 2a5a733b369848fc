import * as z from 'zod/mini';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { HttpAnswer } from '../../core/http.js';
import { isObject, jsonIn } from '../../core/json.js';
import { excerpt } from '../../core/shown.js';
import { ReadOnlyCallError } from '../errors.js';
import { decodeValue, encodeValue } from '../wire/clarity-codec.js';
import type { ClarityValue } from '../wire/clarity-value.js';
import { type ApiNonces, type ChainApi, PAGE_SIZE } from './api.js';
import { listOf } from './api-v3.js';
import { type Asking, posting, read } from './asking.js';
import type { KnownNodes } from './known-nodes.js';
import {
  accountAnswer,
  callReadAnswer,
  dataAnswer,
  feeAnswer,
  infoAnswer,
  interfaceAnswer,
  poxAnswer,
  unconfirmedAnswer,
} from './rpc-answers.js';
import type { NodeTransaction } from './transaction.js';
import { cycleSignersAnswer, signersAnswer } from './v3-answers.js';
import { Versions } from './versions.js';

/** A read-only function, with its arguments. */
export interface ReadOnlyCall {
  /** `address.name`. */
  readonly contract: string;
  readonly functionName: string;
  readonly args: readonly ClarityValue[];
  /** The caller, on which a contract's answer may depend. Default: the contract's deployer. */
  readonly sender?: string;
}

/**
 * The requests that this package makes of a node, and of the API beside it for data that only the API has, with
 * answers whose form is checked. An instance serves one decision and reads an account, or the state of stacking,
 * only once, so that all parts of the decision see the same.
 */
export class StacksNode {
  /** Requests that only the API can answer, in its version. */
  readonly #versions: Versions;
  readonly #accounts = new Map<string, Promise<z.output<typeof accountAnswer>>>();
  #pox: Promise<z.output<typeof poxAnswer>> | undefined;
  readonly #asking: Asking;
  readonly #known: KnownNodes;

  constructor(asking: Asking, known: KnownNodes) {
    this.#asking = asking;
    this.#known = known;
    this.#versions = new Versions(asking, known);
  }

  /** The same node, for another decision: everything is read again. */
  anew(): StacksNode {
    return new StacksNode(this.#asking, this.#known);
  }

  info() {
    return this.#asking.get('/v2/info', infoAnswer);
  }

  /** The active stacking contract, and the state of its cycle; members named as by the node. */
  pox(): Promise<z.output<typeof poxAnswer>> {
    this.#pox ??= this.#asking.get('/v2/pox', poxAnswer);
    return this.#pox;
  }

  /** Confirmed: `balance` is the unlocked amount, in microSTX, and `nonce` the next one. */
  account(principal: string): Promise<z.output<typeof accountAnswer>> {
    const known = this.#accounts.get(principal);
    const asked = known ?? this.#asking.get(`/v2/accounts/${principal}?proof=0`, accountAnswer);
    this.#accounts.set(principal, asked);
    return asked;
  }

  /** microSTX for each byte of a transfer. */
  async transferRate(): Promise<number> {
    return this.#asking.get('/v2/fees/transfer', z.number().check(z.gte(0), z.lte(1e9)));
  }

  /** The low, the middle and the high estimate in microSTX; `undefined` if the node has none. */
  async feeEstimates(payload: string, length: number): Promise<readonly bigint[] | undefined> {
    const path = '/v2/fees/transaction';
    const request = posting(path, { transaction_payload: payload, estimated_len: length });
    return this.#asking.ask(request, (answer) => {
      if (isNoEstimate(answer)) return undefined;
      return read(path, answer, feeAnswer).estimations.map(({ fee }) => fee);
    });
  }

  /** @returns the id that the node gives it. */
  async submit(transaction: Uint8Array): Promise<string> {
    const id = z.string().check(z.regex(/^(?:0x)?[0-9a-f]{64}$/));
    return this.#asking.post('/v2/transactions', transaction, id);
  }

  /** @throws ReadOnlyCallError if the contract gives no answer. */
  async callRead(call: ReadOnlyCall): Promise<ClarityValue> {
    const { contract, functionName, args } = call;
    const [address = '', name = ''] = contract.split('.');
    const { sender = address } = call;
    const path = `/v2/contracts/call-read/${address}/${name}/${encodeURIComponent(functionName)}`;
    const body = { sender, arguments: args.map((arg) => `0x${encodeValue(arg)}`) };
    const answer = await this.#asking.post(path, body, callReadAnswer);
    if (answer.okay && answer.result !== undefined) return clarityValue(answer.result, path);
    const cause = excerpt(this.#asking.shown(answer.cause ?? 'unknown'));
    throw new ReadOnlyCallError(contract, functionName, cause);
  }

  /** A contract's variable. */
  async dataVar(contract: string, name: string): Promise<ClarityValue> {
    const path = `/v2/data_var/${contract.replace('.', '/')}/${encodeURIComponent(name)}?proof=0`;
    return clarityValue((await this.#asking.get(path, dataAnswer)).data, path);
  }

  /** A contract's functions, in the node's form; `undefined` if there is no such contract. */
  contractInterface(contract: string) {
    const path = `/v2/contracts/interface/${contract.replace('.', '/')}`;
    return this.#asking.orMissing(path, interfaceAnswer, ({ text }) => NO_CONTRACT.test(text));
  }

  /** The bytes of a transaction in this node's own mempool; `undefined` if it has none. */
  async waitingBytes(txid: string): Promise<string | undefined> {
    const path = `/v2/transactions/unconfirmed/${txid.slice(2)}`;
    const found = await this.#asking.orMissing(path, unconfirmedAnswer, ({ text }) =>
      NOT_WAITING.test(text),
    );
    return found?.tx;
  }

  /** The exact bytes of a transaction that the node shows; `undefined` if they are not available. */
  async bytesOf(shown: NodeTransaction): Promise<string | undefined> {
    const { bytesOf } = await import('./bytes.js');
    return bytesOf(this, { asking: this.#asking, known: this.#known }, shown);
  }

  /** A transaction as the API shows it. `undefined` only means that the API shows none. */
  transaction(txid: string) {
    return this.api((api) => api.transaction(txid));
  }

  nonces(principal: string): Promise<ApiNonces> {
    return this.api((api) => api.nonces(principal));
  }

  /** An account's own waiting transactions, as far as the API shows them. */
  waitingOf(sender: string) {
    return this.api((api) => api.waitingOf(sender));
  }

  /** All transactions that involve an account, the latest first, from one position in the list on. */
  transactionsOf(principal: string, at?: string) {
    return this.api((api) => api.transactionsOf(principal, PAGE_SIZE, at));
  }

  /** The requests that only the API can answer, in its version. */
  api<T>(question: (api: ChainApi) => Promise<T>): Promise<T> {
    return this.#versions.ask(question);
  }

  /** A page of the registry of signers of pox-5, which older APIs don't have. */
  signers(limit: number, cursor: string | null) {
    return this.#asking.get(listOf('/extended/v3/staking/signers', limit, cursor), signersAnswer);
  }

  /** A page of the signers of the current cycle, with the managers of their keys. */
  currentSigners(limit: number, cursor: string | null) {
    const path = '/extended/v3/staking/cycles/current/signers';
    return this.#asking.get(listOf(path, limit, cursor), cycleSignersAnswer);
  }
}

/** The node's text for a contract that does not exist. */
const NO_CONTRACT = /No contract interface data found/i;

/** The node's text if nothing waits under an id. */
const NOT_WAITING = /not found in mempool/i;

/** The texts of a node that has no estimate yet, and of one that makes none: a bare sentence. */
function isNoEstimate({ status, text }: HttpAnswer): boolean {
  if (status !== 400) return false;
  const said = jsonIn(text);
  if (typeof said === 'string') return /^Fee estimation not supported/.test(said);
  return isObject(said) && said.reason === 'NoEstimateAvailable';
}

function clarityValue(hex: string, path: string): ClarityValue {
  try {
    return decodeValue(hex.slice(2));
  } catch {
    throw new UnexpectedAnswerError('stacks', `${path}: a result that is no Clarity value`);
  }
}
