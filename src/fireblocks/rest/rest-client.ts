import type { KeyObject } from 'node:crypto';
import * as z from 'zod/mini';
import { type CallSettings, Calls, callShapes, type Try } from '../../core/calls.js';
import type { CallOptions } from '../../core/clock.js';
import { ConfigurationError } from '../../core/errors.js';
import { dateOf, exchange, type Fetch } from '../../core/http.js';
import { jsonIn } from '../../core/json.js';
import { knownOptions, type ShapesOf } from '../../core/known-options.js';
import {
  assertCancelled,
  type CreatedTransaction,
  type CreateTransactionRequest,
  type CustodyAlgorithm,
  type CustodyTransaction,
  cancelledTransaction,
  custodyTransaction,
  type FireblocksClient,
  NEWEST_FIRST,
  type PublicKeyInfo,
  publicKeyInfo,
  type TransactionQuery,
  type VaultAccountInfo,
  vaultAccount,
} from '../client.js';
import { loadApiSecret } from '../credentials.js';
import { type CustodyRegion, resolveBaseUrl } from '../regions.js';
import { makeToken } from './jwt.js';
import { documented, type Reply, refusalOf } from './replies.js';
import { sticky } from './writes.js';

/** How to reach Fireblocks' API. */
export interface FireblocksConnection extends CallSettings {
  /** The API user's key: a UUID. */
  readonly apiKey: string;
  /** The API user's RSA private key: PEM text or a KeyObject. */
  readonly apiSecret: string | KeyObject;
  /** A region or any URL, with or without `/v1`. Default `US`. */
  readonly basePath?: CustodyRegion | (string & {});
  /** Makes the requests to Fireblocks. Default: the platform's. */
  readonly fetch?: Fetch;
}

/** For `knownOptions`. */
export const connectionShapes: ShapesOf<FireblocksConnection> = {
  ...callShapes,
  apiKey: 'any',
  apiSecret: 'any',
  basePath: 'string',
  fetch: 'function',
};

/**
 * Fireblocks' REST API over `fetch`: RS256 tokens over the exact bytes sent, a cached key, and repeats of every call
 * that is safe to repeat. Creating a transaction is safe too: its external id is unique. The result over all its
 * tries is accepted, refused or unknown. Where it is unknown, the error is a `CustodyUnconfirmedError`, or one that is
 * `retryable`; its `transaction` names the request, and the same call, made again, finds out.
 */
export class FireblocksRestClient implements FireblocksClient {
  readonly #apiKey: string;
  readonly #key: KeyObject;
  readonly #baseUrl: string;
  readonly #calls: Calls;
  readonly #fetch: Fetch | undefined;
  /** By how much the latest time that Fireblocks has stated is ahead of the monotonic clock. */
  #aheadMs: number | undefined;

  /**
   * @param shapes - Those of a signer's settings beside these, internally.
   * @throws ConfigurationError naming the setting that can't work.
   */
  constructor(
    connection: FireblocksConnection,
    shapes: ShapesOf<FireblocksConnection> = connectionShapes,
  ) {
    knownOptions(connection, shapes);
    if (typeof connection.apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(connection.apiKey)) {
      throw new ConfigurationError('apiKey', "must be the API user's key, a UUID");
    }
    this.#apiKey = connection.apiKey;
    this.#key = loadApiSecret(connection.apiSecret);
    this.#baseUrl = resolveBaseUrl(connection.basePath ?? 'US');
    this.#calls = new Calls(connection);
    this.#fetch = connection.fetch;
  }

  time(): number | undefined {
    const aheadMs = this.#aheadMs;
    return aheadMs === undefined ? undefined : aheadMs + this.#calls.clock.monotonic();
  }

  createTransaction(
    request: CreateTransactionRequest,
    options?: CallOptions,
  ): Promise<CreatedTransaction> {
    return this.#call('POST', '/v1/transactions', custodyTransaction, options, request);
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
    const search = new URLSearchParams({ limit: String(query.limit), ...NEWEST_FIRST });
    for (const name of ['sourceId', 'after', 'before'] as const) {
      if (query[name] !== undefined) search.set(name, `${query[name]}`);
    }
    return this.#call('GET', `/v1/transactions?${search}`, z.array(custodyTransaction), options);
  }

  async cancelTransaction(id: string, options?: CallOptions): Promise<void> {
    const path = `/v1/transactions/${encodeURIComponent(id)}/cancel`;
    assertCancelled(await this.#call('POST', path, cancelledTransaction, options));
  }

  getVaultAccount(id: string, options?: CallOptions): Promise<VaultAccountInfo> {
    const path = `/v1/vault/accounts/${encodeURIComponent(id)}`;
    return this.#call('GET', path, vaultAccount, options);
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

  /** Only calls that create something have a body. */
  #call<S extends z.ZodMiniType>(
    method: 'GET' | 'POST',
    uri: string,
    schema: S,
    options?: CallOptions,
    body?: CreateTransactionRequest,
  ): Promise<z.output<S>> {
    const text = body && JSON.stringify(body);
    const once = async (attempt: Try) => {
      const reply = await this.#exchange(method, uri, text, attempt);
      if (reply.status >= 200 && reply.status <= 299) return documented(schema, reply);
      throw refusalOf(reply, this.#calls.clock.now());
    };
    return sticky(this.#calls, options, once, body);
  }

  async #exchange(
    method: string,
    uri: string,
    body: string | undefined,
    attempt: Try,
  ): Promise<Reply> {
    const { clock, random } = this.#calls;
    const request = { apiKey: this.#apiKey, key: this.#key, uri, body, clock, random };
    const token = await makeToken(request);
    const { status, headers, text } = await exchange({
      ...attempt,
      peer: 'custody',
      method,
      url: `${this.#baseUrl}${uri}`,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${token}`,
        'x-api-key': this.#apiKey,
        ...(body && { 'content-type': 'application/json' }),
      },
      body,
      fetch: this.#fetch,
      clock,
    });
    const time = dateOf(headers);
    if (time) this.#aheadMs = time - clock.monotonic();
    const json = jsonIn(text);
    return { status, headers, body: json === undefined ? text : json };
  }
}
