import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { type CallOptions, type Clock, systemClock } from '../core/clock.js';
import { ConfigurationError, RateLimitedError, UnexpectedAnswerError } from '../core/errors.js';
import {
  exchange,
  type Fetch,
  type HttpAnswer,
  parseJsonAnswer,
  retryAfterMs,
} from '../core/http.js';
import { isObject } from '../core/json.js';
import { type RetryPolicy, retry } from '../core/retry.js';
import {
  type CreatedTransaction,
  type CreateTransactionRequest,
  type CustodyAlgorithm,
  type CustodyTransaction,
  createdTransaction,
  custodyTransaction,
  type FireblocksClient,
  type PublicKeyInfo,
  publicKeyInfo,
  type TransactionQuery,
} from './client.js';
import { loadApiSecret } from './credentials.js';
import { type CustodyAnswer, CustodyError, custodyErrorOf } from './errors.js';
import { makeToken } from './jwt.js';
import { type CustodyRegion, resolveBaseUrl } from './regions.js';

/** How to reach the custody's API. */
export interface FireblocksConnection {
  /** The API user's key: a UUID. */
  readonly apiKey: string;
  /** The API user's RSA private key: PEM text or a KeyObject. */
  readonly apiSecret: string | KeyObject;
  /** A region or any URL, with or without `/v1`. Default `US`. */
  readonly basePath?: CustodyRegion | (string & {});
  /** Milliseconds that one request may take. Default 30,000. */
  readonly timeoutMs?: number;
  /** How often what is safe to repeat is repeated. */
  readonly retry?: RetryPolicy;
  readonly fetch?: Fetch;
  readonly clock?: Clock;
}

const CANCELLED = z.looseObject({ success: z.optional(z.boolean()) });

/**
 * The custody's REST API over `fetch`: RS256 tokens over the exact bytes sent, a cached key, and a
 * repeat of whatever can't do harm. Creating a transaction can't: its external id is unique.
 */
export class FireblocksRestClient implements FireblocksClient {
  readonly #apiKey: string;
  readonly #key: KeyObject;
  readonly #baseUrl: string;
  readonly #timeoutMs: number;
  readonly #retry: RetryPolicy;
  readonly #fetch: Fetch | undefined;
  readonly #clock: Clock;

  /** @throws ConfigurationError naming what can't work. */
  constructor(connection: FireblocksConnection) {
    if (typeof connection.apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(connection.apiKey)) {
      throw new ConfigurationError('apiKey', "must be the API user's key, a UUID");
    }
    this.#apiKey = connection.apiKey;
    this.#key = loadApiSecret(connection.apiSecret);
    this.#baseUrl = resolveBaseUrl(connection.basePath ?? 'US');
    this.#timeoutMs = connection.timeoutMs ?? 30_000;
    if (!(this.#timeoutMs > 0)) {
      throw new ConfigurationError('timeoutMs', 'must be milliseconds, above zero');
    }
    this.#retry = connection.retry ?? {};
    this.#fetch = connection.fetch;
    this.#clock = connection.clock ?? systemClock;
  }

  createTransaction(
    request: CreateTransactionRequest,
    options?: CallOptions,
  ): Promise<CreatedTransaction> {
    return this.#call('POST', '/v1/transactions', createdTransaction, options, request);
  }

  getTransaction(id: string, options?: CallOptions): Promise<CustodyTransaction> {
    const path = `/v1/transactions/${encodeURIComponent(id)}`;
    return this.#call('GET', path, custodyTransaction, options);
  }

  getTransactionByExternalId(id: string, options?: CallOptions): Promise<CustodyTransaction> {
    const path = `/v1/transactions/external_tx_id/${encodeURIComponent(id)}`;
    return this.#call('GET', path, custodyTransaction, options);
  }

  listTransactions(
    query: TransactionQuery,
    options?: CallOptions,
  ): Promise<readonly CustodyTransaction[]> {
    const search = new URLSearchParams({
      limit: String(query.limit),
      orderBy: 'createdAt',
      sort: 'DESC',
      sourceType: 'VAULT_ACCOUNT',
    });
    if (query.sourceId !== undefined) search.set('sourceId', query.sourceId);
    if (query.after !== undefined) search.set('after', String(query.after));
    if (query.before !== undefined) search.set('before', String(query.before));
    return this.#call('GET', `/v1/transactions?${search}`, z.array(custodyTransaction), options);
  }

  async cancelTransaction(id: string, options?: CallOptions): Promise<void> {
    const path = `/v1/transactions/${encodeURIComponent(id)}/cancel`;
    const { success } = await this.#call('POST', path, CANCELLED, options);
    const custodyMessage = 'the transaction was not cancelled';
    if (success === false) throw new CustodyError({ status: 200, custodyMessage });
  }

  getPublicKeyByPath(
    path: readonly number[],
    algorithm: CustodyAlgorithm,
    options?: CallOptions,
  ): Promise<PublicKeyInfo> {
    const derivationPath = JSON.stringify(path);
    const search = new URLSearchParams({ derivationPath, algorithm, compressed: 'true' });
    return this.#call('GET', `/v1/vault/public_key_info?${search}`, publicKeyInfo, options);
  }

  getPublicKeyByAsset(
    address: { vaultAccountId: string; assetId: string; change: number; addressIndex: number },
    options?: CallOptions,
  ): Promise<PublicKeyInfo> {
    const vault = encodeURIComponent(address.vaultAccountId);
    const place = `${encodeURIComponent(address.assetId)}/${address.change}/${address.addressIndex}`;
    const path = `/v1/vault/accounts/${vault}/${place}/public_key_info?compressed=true`;
    return this.#call('GET', path, publicKeyInfo, options);
  }

  async #call<S extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    uri: string,
    schema: S,
    options: CallOptions = {},
    body?: unknown,
  ): Promise<z.output<S>> {
    const text = body === undefined ? '' : JSON.stringify(body);
    const { signal, timeoutMs } = options;
    const deadline = this.#clock.now() + (timeoutMs ?? Number.POSITIVE_INFINITY);
    const once = () => this.#once(method, uri, text, schema, signal, deadline);
    return retry(once, { ...this.#retry, signal, timeoutMs, clock: this.#clock });
  }

  async #once<S extends z.ZodMiniType>(
    method: string,
    uri: string,
    body: string,
    schema: S,
    signal: AbortSignal | undefined,
    deadline: number,
  ): Promise<z.output<S>> {
    const token = await makeToken({
      apiKey: this.#apiKey,
      key: this.#key,
      uri,
      body,
      clock: this.#clock,
    });
    const answer = await exchange({
      peer: 'custody',
      method,
      url: `${this.#baseUrl}${uri}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-api-key': this.#apiKey,
        ...(body === '' ? {} : { 'content-type': 'application/json' }),
      },
      body: body === '' ? undefined : body,
      timeoutMs: Math.min(this.#timeoutMs, Math.max(1, deadline - this.#clock.now())),
      signal,
      fetch: this.#fetch,
    });
    if (answer.status < 200 || answer.status > 299) throw this.#errorOf(answer);
    const parsed = z.safeParse(schema, parseJsonAnswer('custody', answer));
    if (parsed.success) return parsed.data;
    const at = parsed.error.issues[0]?.path.join('.') || 'the body';
    throw new UnexpectedAnswerError('custody', `${at} is not as documented`, {
      details: { status: answer.status, traceId: answer.headers.get('x-request-id') ?? undefined },
    });
  }

  #errorOf(answer: HttpAnswer): Error {
    const now = this.#clock.now();
    const described = describeAnswer(answer);
    if (answer.status === 429) {
      const details = { ...described };
      return new RateLimitedError('custody', retryAfterMs(answer.headers, now), { details });
    }
    const date = Date.parse(answer.headers.get('date') ?? '');
    return custodyErrorOf(described, Number.isNaN(date) ? undefined : now - date);
  }
}

/** Both shapes of error body: `{message, code}`, and `{error: {type, message}}` of newer calls. */
function describeAnswer(answer: HttpAnswer): CustodyAnswer {
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch {
    body = undefined;
  }
  const inner = isObject(body) && isObject(body.error) ? body.error : body;
  const message = isObject(inner) ? inner.message : undefined;
  const code = isObject(body) ? body.code : undefined;
  return {
    status: answer.status,
    custodyCode: typeof code === 'number' ? code : undefined,
    traceId: answer.headers.get('x-request-id') ?? undefined,
    custodyMessage: typeof message === 'string' ? withoutTokens(message).slice(0, 256) : undefined,
  };
}

/** A proxy that repeats what it was sent must not make our errors repeat it. */
function withoutTokens(message: string): string {
  return message.replace(/\beyJ[\w-]+(?:\.[\w-]*)*/g, '[token]');
}
