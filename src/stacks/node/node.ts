import { type ClarityValue, deserializeCV, serializeCV } from '@stacks/transactions';
import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import { type HttpAnswer, parseJsonAnswer } from '../../core/http.js';
import { parseExactJson } from '../../core/json.js';
import type { Channel, NodeRequest } from '../../core/nodes.js';
import { parseAnswer } from '../../core/schema.js';
import { ReadOnlyCallError, StacksNodeError } from '../errors.js';
import {
  accountAnswer,
  balancesAnswer,
  callReadAnswer,
  dataAnswer,
  feeAnswer,
  historyAnswer,
  infoAnswer,
  noncesAnswer,
  pageAnswer,
  poxAnswer,
  rawAnswer,
  rejection,
  stxAnswer,
  transactionAnswer,
} from './answers.js';

const PEER = 'stacks';

const JSON_TYPE = { 'content-type': 'application/json' };
const BINARY = { 'content-type': 'application/octet-stream' };

/** The most entries that the API gives at once. */
export const PAGE_SIZE = 50;

export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A function that only reads, with its arguments. */
export interface ReadOnlyCall {
  /** `address.name`. */
  readonly contract: string;
  readonly functionName: string;
  readonly args: readonly ClarityValue[];
  /** Whoever asks; contracts may answer by it. Default: whoever deployed the contract. */
  readonly sender?: string;
}

/**
 * The requests that this package makes of a node and its API, with answers that are what they claim.
 * Each is for one decision, which asks for the same account, or for stacking, once: whatever looks at
 * them sees the same.
 */
export class StacksNode {
  readonly #accounts = new Map<string, Promise<z.output<typeof accountAnswer>>>();
  #pox: Promise<z.output<typeof poxAnswer>> | undefined;
  readonly #channel: Channel;
  readonly #options: CallOptions;

  constructor(channel: Channel, options: CallOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /** The same node, for another decision: what it has said before is asked again. */
  anew(): StacksNode {
    return new StacksNode(this.#channel, this.#options);
  }

  info() {
    return this.#get('/v2/info', infoAnswer);
  }

  /** Which contract stacking goes through, and where its cycle stands; members as the node has them. */
  pox(): Promise<z.output<typeof poxAnswer>> {
    this.#pox ??= this.#get('/v2/pox', poxAnswer);
    return this.#pox;
  }

  /** Confirmed: `balance` is what is not locked, in microSTX, and `nonce` the next one. */
  account(principal: string): Promise<z.output<typeof accountAnswer>> {
    const known = this.#accounts.get(principal);
    const asked = known ?? this.#get(`/v2/accounts/${principal}?proof=0`, accountAnswer);
    this.#accounts.set(principal, asked);
    return asked;
  }

  nonces(principal: string) {
    return this.#get(`/extended/v1/address/${principal}/nonces`, noncesAnswer);
  }

  /** microSTX for each byte of a transfer. */
  async transferRate(): Promise<number> {
    return this.#get('/v2/fees/transfer', z.number().check(z.gte(0), z.lte(1e9)));
  }

  /** The low, the middle and the high estimate in microSTX; nothing where the node has none. */
  async feeEstimates(payload: string, length: number): Promise<readonly bigint[] | undefined> {
    const body = JSON.stringify({ transaction_payload: payload, estimated_len: length });
    try {
      const { estimations } = await this.#post('/v2/fees/transaction', body, JSON_TYPE, feeAnswer);
      return estimations.map(({ fee }) => fee);
    } catch (error) {
      if (error instanceof StacksNodeError && error.reason === 'NoEstimateAvailable')
        return undefined;
      throw error;
    }
  }

  /** @returns the id that the node gives it. */
  async submit(transaction: Uint8Array): Promise<string> {
    const id = z.string().check(z.regex(/^(?:0x)?[0-9a-f]{64}$/));
    return this.#post('/v2/transactions', transaction, BINARY, id);
  }

  /** @throws ReadOnlyCallError where the contract has no answer. */
  async callRead(call: ReadOnlyCall): Promise<ClarityValue> {
    const { contract, functionName, args } = call;
    const [address = '', name = ''] = contract.split('.');
    const { sender = address } = call;
    const path = `/v2/contracts/call-read/${address}/${name}/${encodeURIComponent(functionName)}`;
    const body = JSON.stringify({ sender, arguments: args.map((arg) => `0x${serializeCV(arg)}`) });
    const answer = await this.#post(path, body, JSON_TYPE, callReadAnswer);
    if (answer.okay && answer.result !== undefined) return clarityValue(answer.result, path);
    const cause = this.#channel.shown(answer.cause ?? 'unknown').slice(0, 200);
    throw new ReadOnlyCallError(contract, functionName, cause);
  }

  /** A contract's variable. */
  async dataVar(contract: string, name: string): Promise<ClarityValue> {
    const path = `/v2/data_var/${contract.replace('.', '/')}/${encodeURIComponent(name)}?proof=0`;
    return clarityValue((await this.#get(path, dataAnswer)).data, path);
  }

  /** A contract's functions, as the node has them; `undefined` where there is no such contract. */
  contractInterface(contract: string) {
    const path = `/v2/contracts/interface/${contract.replace('.', '/')}`;
    return this.#orMissing(path, z.looseObject({ functions: z.array(z.looseObject({})) }));
  }

  /** `undefined` for a transaction that neither chain nor mempool has. */
  transaction(txid: string) {
    return this.#orMissing(`/extended/v1/tx/${txid}`, transactionAnswer);
  }

  /** The very bytes of a transaction. */
  async rawTransaction(txid: string): Promise<string | undefined> {
    const answer = await this.#orMissing(`/extended/v1/tx/${txid}/raw`, rawAnswer);
    return answer?.raw_tx.slice(2);
  }

  /** What an account has waiting, most recent first. */
  mempool(sender: string, { limit, offset }: Page) {
    const query = `sender_address=${sender}&limit=${limit}&offset=${offset}`;
    return this.#get(`/extended/v1/tx/mempool?${query}`, pageAnswer);
  }

  /** Whatever had to do with an account, most recent first. */
  async transactionsOf(principal: string, { limit, offset }: Page) {
    const path = `/extended/v2/addresses/${principal}/transactions?limit=${limit}&offset=${offset}`;
    const { total, results } = await this.#get(path, historyAnswer);
    return { total, results: results.map(({ tx }) => tx) };
  }

  /** What an account holds of every token, by `contract::asset`. */
  balances(principal: string) {
    return this.#get(`/extended/v1/address/${principal}/balances`, balancesAnswer);
  }

  /** What an account has of STX, and how it came to be locked. */
  stx(principal: string) {
    return this.#get(`/extended/v1/address/${principal}/stx`, stxAnswer);
  }

  /** Any other page of the API that serves JSON. */
  async get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
    return this.#get(path, schema);
  }

  #orMissing<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S> | undefined> {
    return this.#asked({ method: 'GET', path }, (answer) =>
      answer.status === 404 ? undefined : read(path, answer, schema),
    );
  }

  #get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
    return this.#asked({ method: 'GET', path }, (answer) => read(path, answer, schema));
  }

  #post<S extends z.ZodMiniType>(
    path: string,
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>>,
    schema: S,
  ): Promise<z.output<S>> {
    const request = { method: 'POST', path, body, headers } as const;
    return this.#asked(request, (answer) => read(path, answer, schema));
  }

  #asked<T>(request: NodeRequest, read: (answer: HttpAnswer) => T): Promise<T> {
    const { send, patiently } = this.#channel;
    return patiently(async () => read(await send({ ...this.#options, ...request })));
  }
}

function read<S extends z.ZodMiniType>(path: string, answer: HttpAnswer, schema: S): z.output<S> {
  if (answer.status >= 400) throw errorIn(answer);
  const [asked = ''] = path.split('?');
  return parseAnswer(schema, parseJsonAnswer(PEER, answer, parseExactJson), PEER, { asked });
}

function errorIn(answer: HttpAnswer): StacksNodeError {
  const parsed = z.safeParse(rejection, jsonIn(answer.text));
  // A proxy in front of the node has words of its own.
  const { error = `HTTP ${answer.status}`, reason, message, reason_data: data } = parsed.data ?? {};
  const text = data?.message ?? message ?? error;
  return new StacksNodeError(reason ?? `http_${answer.status}`, answer.status, text.slice(0, 500));
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function clarityValue(hex: string, path: string): ClarityValue {
  try {
    return deserializeCV(hex);
  } catch {
    throw new UnexpectedAnswerError(PEER, `${path}: what is no Clarity value`);
  }
}
