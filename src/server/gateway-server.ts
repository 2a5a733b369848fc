import { type Clock, systemClock } from '../core/clock.js';
import { ConfigurationError, GatewayError, InvalidInputError } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { isObject } from '../core/json.js';
import { type Authorize, authorised } from '../http/authorize.js';
import { readJson, readOptionalJson } from '../http/body.js';
import { errorResponse } from '../http/error-response.js';
import { jsonResponse } from '../http/responses.js';
import type { HttpFailure, RouteContext } from '../http/router.js';
import { statusOf } from '../http/statuses.js';
import type { TransactionEvent, TransactionOptions } from '../transactions/index.js';
import type { GatewayMetrics, SeenTransaction, ServedOperation } from './metrics.js';
import { idempotencyKeyIn, preferredWaitMs } from './preferences.js';
import { Progress } from './progress.js';
import { fieldsOf, TRANSACTION_QUERY, transactionOptionsIn } from './query.js';
import type { GatewayApi, GatewayRoute, RouteCall, WriteRoute } from './route.js';
import { Stopping } from './stopping.js';
import { MAX_WAIT_MS, timesOf } from './times.js';
import { loadTracing, type Tracing } from './tracing.js';
import { UnderWay } from './under-way.js';

/** How a gateway's server treats its callers. */
export interface GatewayServerOptions {
  /** What comes before every path, such as `/ledger`. Default: nothing. */
  readonly basePath?: string;
  /**
   * Says who may ask; the others are answered with 401 or 403. What it throws is answered with 500, and
   * nothing is done. `/healthz`, `/readyz` and the documents ask nobody. Default: whoever reaches the handler
   * may do everything, as the specification has it.
   */
  readonly authorize?: Authorize;
  /** Bytes that a body may have; a longer one is answered with 413. Default 1,048,576 (1 MiB). */
  readonly bodyLimit?: number;
  /**
   * Answers a POST that would make a transaction without an `Idempotency-Key` header with 400. Default
   * `false`: a key is made for it, and is in the answer.
   */
  readonly requireIdempotencyKey?: boolean;
  /**
   * Milliseconds after which a request is answered though its transaction goes on; `Prefer: wait=N`
   * asks for less. Default 55,000.
   */
  readonly waitMs?: number;
  /**
   * Milliseconds that the server goes on waiting for a signature after it has answered. Default
   * 9,000,000 (two and a half hours); give more where the gateway's own `approvalWindowSeconds` is longer
   * than its default. A request that asks for a longer window is waited for until half an hour after it.
   */
  readonly patienceMs?: number;
  /**
   * What `GET /readyz` asks, such as whether a node answers: `false`, or an error, is answered with 503.
   * Default: nothing but `signal`.
   */
  readonly ready?: () => boolean | Promise<boolean>;
  /**
   * Ends all waiting, for a server that stops: what is under way is answered with 202, and whoever asks
   * next, here or at another replica, goes on with it.
   */
  readonly signal?: AbortSignal;
  /** Is told of every step of every transaction, as the gateway's own listener is. */
  readonly onEvent?: Listener<TransactionEvent>;
  /**
   * Counts what the server does, from {@link gatewayMetrics}, and answers `GET /api/metrics` with it.
   * Default: nothing is counted, and there is no such route.
   */
  readonly metrics?: GatewayMetrics;
  /**
   * Serves an interactive page at `/api-docs`, its OpenAPI document at `/api-docs.json` and this package's
   * reference at `/type-docs`, to everybody. Default `true`.
   */
  readonly docs?: boolean;
  /** Hears of every request that fails: the place to log what the answer doesn't show. */
  readonly onError?: Listener<HttpFailure>;
  /** Tells the time, and waits. Default: the system's. Tests give another one. */
  readonly clock?: Clock;
}

const DEFAULT_WAIT_MS = 55_000;
const DEFAULT_PATIENCE_MS = 9_000_000;
/** What the default has beyond the default window. */
const AFTER_WINDOW_MS = 1_800_000;

/** What answers a gateway's routes. */
export class GatewayServer<Gateway> {
  readonly #gateway: Gateway;
  readonly #api: GatewayApi<Gateway>;
  readonly #options: GatewayServerOptions;
  /** Throws for a request that may not ask. */
  readonly authorize: (request: Request) => Promise<void>;
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #underWay: UnderWay;
  readonly #stopping: Stopping;
  readonly #tell: Listener<HttpFailure>;
  /** Loaded while nobody waits for it; what comes before it is there has no spans. */
  #tracing: Tracing | undefined;

  /** @throws ConfigurationError naming the option at fault. */
  constructor(gateway: Gateway, api: GatewayApi<Gateway>, options: GatewayServerOptions) {
    this.#gateway = gateway;
    this.#api = api;
    this.#options = options;
    this.authorize = options.authorize ? authorised(options.authorize) : async () => undefined;
    this.#waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
    for (const name of ['waitMs', 'patienceMs', 'bodyLimit'] as const) {
      const { [name]: value = 0 } = options;
      const most = name === 'bodyLimit' ? Number.MAX_SAFE_INTEGER : MAX_WAIT_MS;
      if (!(Number.isFinite(value) && value >= 0 && value <= most)) {
        throw new ConfigurationError(name, `must be a number from 0 to ${most}`);
      }
    }
    this.#tell = emitterFor(options.onError);
    this.#clock = options.clock ?? systemClock;
    this.#underWay = new UnderWay(this.#clock);
    this.#stopping = new Stopping(options.signal);
    void loadTracing().then((tracing) => {
      this.#tracing = tracing;
    });
  }

  /** Answers a request that has found its route. */
  async handle(route: GatewayRoute<Gateway>, context: RouteContext): Promise<Response> {
    const { metrics } = this.#options;
    const asked = this.#askedOf(route);
    const startedAt = this.#clock.now();
    // Those who count must not change what is answered.
    const answered = emitterFor((status: number) =>
      metrics?.answered(asked, status, this.#clock.now() - startedAt),
    );
    try {
      await this.authorize(context.request);
      const response = await this.#answer(route, context);
      answered(response.status);
      return response;
    } catch (error) {
      answered(statusOf(error instanceof GatewayError ? error : undefined).status);
      throw error;
    }
  }

  async #answer(route: GatewayRoute<Gateway>, context: RouteContext): Promise<Response> {
    const { request, param } = context;
    const known = route.kind === 'write' ? { ...TRANSACTION_QUERY, ...route.query } : route.query;
    const { vaultPart } = this.#api;
    const vaultAccountId = route.path.includes(`/:${vaultPart}`) ? param(vaultPart) : '';
    const call = {
      vaultAccountId,
      param,
      query: fieldsOf(context.query, known ?? {}),
      body: {},
      begun: (key: string) => this.#underWay.find(vaultAccountId, key)?.pending(),
    };
    if (route.kind === 'write') return this.#write(route, context, call);
    const waitMs = Math.min(preferredWaitMs(request.headers) ?? 0, this.#waitMs);
    const result = this.#seen(
      [quietly(() => this.#tracing?.begin(this.#askedOf(route)))],
      this.#stopping.during(request.signal, (signal) =>
        route.run(this.#gateway, { ...call, options: { signal }, waitMs }),
      ),
    );
    return jsonResponse((await result) ?? null);
  }

  /** Every error, with what this gateway's errors carry beside the usual. */
  answerError(error: unknown, requestId: string): Response {
    return errorResponse(error, requestId, this.#api.errorFields);
  }

  async #write(route: WriteRoute<Gateway>, context: RouteContext, asked: Asked): Promise<Response> {
    const { request } = context;
    const { requireIdempotencyKey = false, bodyLimit } = this.#options;
    const idempotencyKey = idempotencyKeyIn(request.headers, requireIdempotencyKey);
    const own = transactionOptionsIn(asked.query);
    const body = await (route.bodyOptional ? readOptionalJson : readJson)(request, bodyLimit);
    if (!isObject(body)) throw new InvalidInputError('body', 'must be a JSON object');
    const progress = new Progress(idempotencyKey);
    const waitMs = Math.min(preferredWaitMs(request.headers) ?? this.#waitMs, this.#waitMs);
    const call = { ...asked, body, waitMs, options: { ...own, idempotencyKey } };
    try {
      const work = this.#begin(route, call, progress);
      const result = await this.#underWay.within(waitMs, work, progress);
      return withKey(jsonResponse(result ?? null), progress.reference?.idempotencyKey);
    } catch (error) {
      const isOwnKey = idempotencyKey !== undefined;
      return this.#unfinished(error, context, asked.vaultAccountId, progress, isOwnKey);
    }
  }

  /**
   * The first request with a key starts what goes on by itself, for as long as an approval may take. Those
   * after it look on, so that a client that asks again and again leaves nothing behind.
   */
  #begin(
    route: WriteRoute<Gateway>,
    call: RouteCall<TransactionOptions>,
    progress: Progress,
  ): Promise<unknown> {
    const { onEvent, metrics } = this.#options;
    const run = (ms: number, listener?: Listener<TransactionEvent>) => {
      const heard = emitterFor(progress.listener, onEvent, listener);
      const options = { ...call.options, onEvent: heard, ...timesOf(ms) };
      return this.#stopping.during(undefined, (signal) =>
        route.run(this.#gateway, { ...call, options: { ...options, signal } }),
      );
    };
    const { idempotencyKey, newAttempt } = call.options;
    const { vaultAccountId } = call;
    if (this.#underWay.find(vaultAccountId, idempotencyKey, newAttempt)) return run(call.waitMs);
    const seen = [
      quietly(() => metrics?.begin(this.#askedOf(route))),
      quietly(() => this.#tracing?.begin(this.#askedOf(route))),
    ];
    const listener = emitterFor(...seen.map((one) => one?.listener));
    const work = this.#seen(seen, run(this.#patienceFor(call.options), listener));
    return this.#underWay.keep(vaultAccountId, progress, work, newAttempt);
  }

  /** Whoever may approve until then is waited for, and what is approved is sent. */
  #patienceFor({ approvalWindowSeconds }: TransactionOptions): number {
    const { patienceMs = DEFAULT_PATIENCE_MS } = this.#options;
    if (approvalWindowSeconds === undefined) return patienceMs;
    const windowMs = approvalWindowSeconds * 1_000 + AFTER_WINDOW_MS;
    return Math.min(Math.max(patienceMs, windowMs), MAX_WAIT_MS);
  }

  #askedOf({ operation }: GatewayRoute<Gateway>): ServedOperation {
    return { chain: this.#api.chain, operation };
  }

  /** Tells those who count how work ends. */
  #seen<T>(seen: readonly (SeenTransaction | undefined)[], work: Promise<T>): Promise<T> {
    const ended = emitterFor(...seen.map((one) => (outcome: string) => one?.ended(outcome)));
    work.then(
      () => ended('success'),
      (error) => ended(error instanceof GatewayError ? error.code : 'INTERNAL'),
    );
    return work;
  }

  /** The answer to a write that has no result, or none yet. */
  #unfinished(
    error: unknown,
    context: RouteContext,
    vaultAccountId: string,
    progress: Progress,
    isOwnKey: boolean,
  ): Response {
    const about = error instanceof GatewayError ? error.transaction : undefined;
    const key = (about ?? progress.reference)?.idempotencyKey;
    // Stopping ends the waiting, and nothing else. Where nobody has been asked, nobody could go on but who
    // comes back with the key, and only those do who chose it.
    const isStopped = error instanceof GatewayError && error.code === 'ABORTED';
    const isHandedOver = isStopped && key !== undefined && (isOwnKey || !progress.beganNothing);
    const settled = isStopped ? error : progress.settled(error);
    const answer = this.answerError(isHandedOver ? progress.pending() : settled, context.requestId);
    const goesOn = answer.status === 202 && key !== undefined;
    if (goesOn) answer.headers.set('location', this.#locationOf(vaultAccountId, key));
    if (!goesOn || settled !== error) this.#tell({ ...identityOf(context), error });
    return withKey(answer, key);
  }

  #locationOf(vaultAccountId: string, idempotencyKey: string): string {
    const base = (this.#options.basePath ?? '').replace(/\/+$/, '');
    const parts = [vaultAccountId, idempotencyKey].map(encodeURIComponent).join('/');
    return `${base}/api/requests/${parts}`;
  }
}

type Asked = Omit<RouteCall<unknown>, 'options' | 'waitMs'>;

/** What watches a call, unless it fails to. */
function quietly<T>(begin: () => T): T | undefined {
  try {
    return begin();
  } catch {
    return undefined;
  }
}

function identityOf({ request, requestId, target }: RouteContext): Omit<HttpFailure, 'error'> {
  return { requestId, method: request.method, path: target.replace(/\?.*/s, '') };
}

function withKey(response: Response, key: string | undefined): Response {
  if (key !== undefined) response.headers.set('idempotency-key', key);
  return response;
}
