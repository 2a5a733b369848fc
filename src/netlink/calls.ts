import { type CallSettings, Calls, type RequestEnd, type Try } from '../core/calls.js';
import type { CallOptions } from '../core/clock.js';
import { InvalidInputError, RateLimitedError, UnexpectedAnswerError } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { type Fetch, type HttpAnswer, parseJsonAnswer } from '../core/http.js';
import { isObject } from '../core/json.js';
import { knownOptions, type ShapesOf } from '../core/known-options.js';
import { answeredWith, type WithResponse } from '../core/provider-call.js';
import { parseAnswer } from '../core/schema.js';
import { baseUrlOf } from '../core/secure-url.js';
import type { RequestSigner } from '../requests/signer.js';
import { NetlinkError, NetlinkUnconfirmedError } from './errors.js';
import type { Exchange, OperationName } from './operations.js';
import type { NetlinkCall } from './provider.js';
import { PEER, refusalOf } from './refusals.js';
import { bodyText, queryText } from './wire.js';

/** A request that is about to be sent. No headers, no body. */
export interface NetlinkRequestEvent {
  /** The client's method, such as `listAccounts`. */
  readonly operation: OperationName;
  /** `GET` for reads, `POST` for everything else. */
  readonly method: 'GET' | 'POST';
  /** Path and query, behind the base URL. */
  readonly path: string;
  /** 1, or more when a read is repeated. */
  readonly attempt: number;
}

/** The response. */
export interface NetlinkResponseEvent extends NetlinkRequestEvent, RequestEnd {}

/** How to reach a provider. */
export interface NetlinkConnection extends CallSettings {
  /** The provider's base URL, in front of `/v1`. `https` only, but for loopback. */
  readonly baseUrl: string;
  /**
   * Signs the requests. The signed path begins with `/v1`, as in the specification: give the signer no
   * `basePath`, and a `pathPrefix` if the provider requires more.
   */
  readonly signer: Pick<RequestSigner, 'headers'>;
  /** Instead of the global `fetch`. */
  readonly fetch?: Fetch;
  /** Called when a request is signed, before it is sent; for a repeated read once more. */
  readonly onRequest?: Listener<NetlinkRequestEvent>;
  /** Called when a request has ended, with or without an answer. */
  readonly onResponse?: Listener<NetlinkResponseEvent>;
}

/** A server kit's own call as well, so that a client can stand behind one as its provider. */
const CALL_OPTIONS: ShapesOf<CallOptions & NetlinkCall> = {
  signal: 'object',
  timeoutMs: 'number',
  apiKey: 'any',
  operation: 'any',
  requestId: 'any',
  clientAddress: 'any',
};

interface RequestParts {
  readonly operation: OperationName;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
}

/** Calls to a provider: each one is signed again, and only reads are repeated. */
export class NetlinkCalls {
  readonly #baseUrl: string;
  readonly #signer: Pick<RequestSigner, 'headers'>;
  readonly #calls: Calls;
  readonly #fetch: Fetch | undefined;
  readonly #onRequest: Listener<NetlinkRequestEvent>;
  readonly #onResponse: Listener<NetlinkResponseEvent>;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(connection: NetlinkConnection) {
    this.#baseUrl = baseUrlOf(connection.baseUrl);
    this.#signer = connection.signer;
    this.#calls = new Calls(connection);
    this.#fetch = connection.fetch;
    this.#onRequest = emitterFor(connection.onRequest);
    this.#onResponse = emitterFor(connection.onResponse);
  }

  /**
   * Calls, with the request as a query or a body. A read is repeated as the settings say; nothing else is. Once
   * anything else has been sent, every outcome without a clear answer is unconfirmed, the caller's own abort included.
   */
  async call<Result>(
    operation: Exchange<Result>,
    request: object,
    options: CallOptions = {},
  ): Promise<WithResponse<Result>> {
    knownOptions(options, CALL_OPTIONS, InvalidInputError);
    const parts = partsOf(operation, request);
    const once = async (attempt: Try) => {
      const [headers, left] = await this.#calls.signed(attempt, (limits) =>
        this.#sign(parts, limits),
      );
      try {
        return documented(operation, request, await this.#send(parts, headers, left));
      } catch (error) {
        if (operation.kind === 'read' || isClear(error)) throw error;
        throw new NetlinkUnconfirmedError(operation.name, error);
      }
    };
    return operation.kind === 'read'
      ? this.#calls.run(options, once)
      : this.#calls.runOnce(options, once);
  }

  async #sign(
    { method, path, body }: RequestParts,
    limits: CallOptions,
  ): Promise<Record<string, string>> {
    const headers = await this.#signer.headers({ method, path, body }, limits);
    return { ...headers };
  }

  async #send(
    { operation, method, path, body }: RequestParts,
    signed: Record<string, string>,
    attempt: Try,
  ): Promise<HttpAnswer> {
    const request = {
      ...attempt,
      peer: PEER,
      method,
      url: `${this.#baseUrl}${path}`,
      headers: {
        ...signed,
        Accept: 'application/json',
        ...(body && { 'Content-Type': 'application/json' }),
      },
      body,
      fetch: this.#fetch,
    };
    const event = { operation, method, path, attempt: attempt.number };
    const listeners = { event, onRequest: this.#onRequest, onResponse: this.#onResponse };
    return this.#calls.exchange(request, listeners, (answer, now) =>
      refusalOf(answer, Object.values(signed), now),
    );
  }
}

function partsOf({ name, method, path }: Exchange<unknown>, request: object): RequestParts {
  return method === 'GET'
    ? { operation: name, method, path: `${path}${queryText(request)}`, body: undefined }
    : { operation: name, method, path, body: bodyText(request) };
}

/** Only a 4xx other than 408 proves that nothing was done. */
function isClear(error: unknown): boolean {
  if (error instanceof RateLimitedError) return true;
  const status = error instanceof NetlinkError ? error.status : 0;
  return status >= 400 && status <= 499 && status !== 408;
}

function documented<Result>({ answer }: Exchange<Result>, request: object, reply: HttpAnswer) {
  const { status } = reply;
  const json = parseJsonAnswer(PEER, reply);
  const result = parseAnswer(answer.wire, json, PEER, { details: { status } });
  if (isOther(request, result)) throw new UnexpectedAnswerError(PEER, 'it is another transaction');
  return answeredWith(result, reply);
}

/** Whether the answer is about another transaction than the one asked for. */
function isOther(asked: object, said: unknown): boolean {
  if (!isObject(asked) || !isObject(said)) return false;
  return ['transactionID', 'txHash'].some((name) => {
    const given = said[name] ?? asked[name];
    return bare(given) !== bare(asked[name] ?? given);
  });
}

/** A hash may be in capitals, and without 0x. */
const bare = (text: unknown) => `${text}`.toLowerCase().replace(/^0x/, '');
