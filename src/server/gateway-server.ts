import { type Clock, systemClock } from '../core/clock.js';
import { ConfigurationError, GatewayError, InvalidInputError } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { isObject } from '../core/json.js';
import { type Authorize, authorised } from '../http/authorize.js';
import { readJson, readOptionalJson } from '../http/body.js';
import { errorResponse } from '../http/error-response.js';
import { jsonResponse } from '../http/responses.js';
import type { HttpFailure, RouteContext } from '../http/router.js';
import type { TransactionEvent } from '../transactions/index.js';
import { idempotencyKeyIn, preferredWaitMs } from './preferences.js';
import { Progress } from './progress.js';
import { fieldsOf, TRANSACTION_QUERY, transactionOptionsIn } from './query.js';
import type { GatewayApi, GatewayRoute, RouteCall, WriteRoute } from './route.js';
import { type Times, timesOf } from './times.js';
import { UnderWay } from './under-way.js';

/** How a gateway's server treats its callers. */
export interface GatewayServerOptions {
  /** What comes before every path. Default: nothing. */
  readonly basePath?: string;
  /** Says who may ask. Default: whoever reaches the handler, as the specification has it. */
  readonly authorize?: Authorize;
  /** Bytes that a body may have. Default 1 MiB. */
  readonly bodyLimit?: number;
  /** Refuses to make a transaction without an `Idempotency-Key` header. Default `false`. */
  readonly requireIdempotencyKey?: boolean;
  /**
   * Milliseconds after which a request is answered though its transaction goes on; `Prefer: wait=N`
   * asks for less. Default 55,000.
   */
  readonly waitMs?: number;
  /**
   * Milliseconds that the server goes on waiting for a signature after it has answered. Default
   * 9,000,000 (two and a half hours).
   */
  readonly patienceMs?: number;
  /**
   * Ends all waiting, for a server that stops: what is under way is answered with 202, and whoever asks
   * next, here or at another replica, goes on with it.
   */
  readonly signal?: AbortSignal;
  /** Is told of every step of every transaction. */
  readonly onEvent?: Listener<TransactionEvent>;
  /** Hears of every request that fails: the place to log what the answer doesn't show. */
  readonly onError?: Listener<HttpFailure>;
  readonly clock?: Clock;
}

const DEFAULT_WAIT_MS = 55_000;
const DEFAULT_PATIENCE_MS = 9_000_000;

/** What answers a gateway's routes. */
export class GatewayServer<Gateway> {
  readonly #gateway: Gateway;
  readonly #api: GatewayApi<Gateway>;
  readonly #options: GatewayServerOptions;
  readonly #authorize: ((request: Request) => Promise<void>) | undefined;
  readonly #waitMs: number;
  readonly #underWay: UnderWay;
  readonly #tell: Listener<HttpFailure>;

  /** @throws ConfigurationError naming the option at fault. */
  constructor(gateway: Gateway, api: GatewayApi<Gateway>, options: GatewayServerOptions) {
    this.#gateway = gateway;
    this.#api = api;
    this.#options = options;
    this.#authorize = options.authorize && authorised(options.authorize);
    this.#waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
    for (const name of ['waitMs', 'patienceMs', 'bodyLimit'] as const) {
      const value = options[name];
      if (value !== undefined && !(value >= 0)) {
        throw new ConfigurationError(name, 'must be zero or more');
      }
    }
    this.#tell = emitterFor(options.onError);
    this.#underWay = new UnderWay(options.clock ?? systemClock);
  }

  async handle(route: GatewayRoute<Gateway>, context: RouteContext): Promise<Response> {
    const { request, param } = context;
    await this.#authorize?.(request);
    const known = route.kind === 'write' ? { ...TRANSACTION_QUERY, ...route.query } : route.query;
    const call = {
      vaultAccountId: route.path.includes(`/:${this.#api.vaultPart}`)
        ? param(this.#api.vaultPart)
        : '',
      param,
      query: fieldsOf(context.query, known ?? {}),
      body: {},
    };
    if (route.kind === 'write') return this.#write(route, context, call);
    const waitMs = Math.min(preferredWaitMs(request.headers) ?? 0, this.#waitMs);
    const options = { signal: this.#signalFor(request) };
    const result = await route.run(this.#gateway, { ...call, options, waitMs });
    return jsonResponse(result ?? null);
  }

  /** Every error, with what this gateway's errors carry beside the usual. */
  answerError(error: unknown, requestId: string): Response {
    return errorResponse(error, requestId, this.#api.errorFields);
  }

  async #write(route: WriteRoute<Gateway>, context: RouteContext, asked: Asked): Promise<Response> {
    const { request, requestId } = context;
    const progress = new Progress();
    try {
      const waitMs = Math.min(preferredWaitMs(request.headers) ?? this.#waitMs, this.#waitMs);
      const work = this.#run(route, request, { ...asked, waitMs }, progress);
      const result = await this.#underWay.within(waitMs, work, () => progress.pending());
      return withKey(jsonResponse(result ?? null), progress.reference?.idempotencyKey);
    } catch (error) {
      const answer = this.answerError(error, requestId);
      if (answer.status >= 400) this.#tell({ ...identityOf(context), error });
      const about = error instanceof GatewayError ? error.transaction : undefined;
      const key = (about ?? progress.reference)?.idempotencyKey;
      if (answer.status === 202 && key !== undefined) {
        answer.headers.set('location', this.#locationOf(asked.vaultAccountId, key));
      }
      return withKey(answer, key);
    }
  }

  /**
   * The first request with a key starts what goes on by itself, for as long as an approval may take. Those
   * after it look on, so that a client that asks again and again leaves nothing behind.
   */
  async #run(
    route: WriteRoute<Gateway>,
    request: Request,
    asked: Asked & { readonly waitMs: number },
    progress: Progress,
  ): Promise<unknown> {
    const { requireIdempotencyKey = false, bodyLimit, signal, patienceMs } = this.#options;
    const idempotencyKey = idempotencyKeyIn(request.headers, requireIdempotencyKey);
    const own = transactionOptionsIn(asked.query);
    const body = await (route.bodyOptional ? readOptionalJson : readJson)(request, bodyLimit);
    if (!isObject(body)) throw new InvalidInputError('body', 'must be a JSON object');
    const call = (times: Times) =>
      route.run(this.#gateway, {
        ...asked,
        body,
        options: { ...own, ...times, idempotencyKey, signal, onEvent: this.#listener(progress) },
      });
    const name = JSON.stringify([asked.vaultAccountId, idempotencyKey]);
    if (idempotencyKey !== undefined && this.#underWay.has(name))
      return call(timesOf(asked.waitMs));
    return this.#underWay.run(name, () => call(timesOf(patienceMs ?? DEFAULT_PATIENCE_MS)));
  }

  #listener(progress: Progress): Listener<TransactionEvent> {
    return emitterFor(progress.listener, this.#options.onEvent);
  }

  #signalFor(request: Request): AbortSignal {
    const { signal } = this.#options;
    return signal ? AbortSignal.any([signal, request.signal]) : request.signal;
  }

  #locationOf(vaultAccountId: string, idempotencyKey: string): string {
    const base = (this.#options.basePath ?? '').replace(/\/+$/, '');
    const parts = [vaultAccountId, idempotencyKey].map(encodeURIComponent).join('/');
    return `${base}/api/requests/${parts}`;
  }
}

type Asked = Pick<RouteCall<unknown>, 'vaultAccountId' | 'param' | 'query' | 'body'>;

function identityOf({ request, requestId, target }: RouteContext): Omit<HttpFailure, 'error'> {
  return { requestId, method: request.method, path: target.replace(/\?.*/s, '') };
}

function withKey(response: Response, key: string | undefined): Response {
  if (key !== undefined) response.headers.set('idempotency-key', key);
  return response;
}
