import { type Clock, clockOf } from '../core/clock.js';
import {
  ConfigurationError,
  GatewayError,
  IdempotencyConflictError,
  InvalidInputError,
} from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { isObject } from '../core/json.js';
import { authorised } from '../http/authorize.js';
import { readJson, readOptionalJson } from '../http/body.js';
import { errorResponse } from '../http/error-response.js';
import { type FailureTeller, failuresFor, type HttpFailure } from '../http/failures.js';
import { jsonResponse } from '../http/responses.js';
import type { RouteContext } from '../http/router.js';
import { statusOf } from '../http/statuses.js';
import type { TransactionEvent, TransactionOptions } from '../transactions/index.js';
import { InFlightRequests } from './in-flight-requests.js';
import type { SeenTransaction, ServedOperation } from './metrics.js';
import type { GatewayServerOptions } from './options.js';
import { idempotencyKeyIn, preferredWaitMs } from './preferences.js';
import { type PreviewingGateway, previewBody } from './preview.js';
import { Progress } from './progress.js';
import { fieldsOf, TRANSACTION_QUERY, transactionOptionsIn } from './query.js';
import type { GatewayApi, GatewayRoute, RouteCall, WriteRoute } from './route.js';
import { Stopping } from './stopping.js';
import { MAX_WAIT_MS, timesOf } from './times.js';
import { loadTracing, type Tracing } from './tracing.js';

const DEFAULT_WAIT_MS = 55_000;
const DEFAULT_PATIENCE_MS = 9_000_000;
/** The default patience, beyond the default approval window. */
const AFTER_WINDOW_MS = 1_800_000;

/** Answers a gateway's routes. */
export class GatewayServer<Gateway extends PreviewingGateway<Gateway>> {
  readonly #gateway: Gateway;
  readonly #api: GatewayApi<Gateway>;
  readonly #options: GatewayServerOptions;
  /** Throws for a request that is not allowed. */
  readonly authorize: (request: Request) => Promise<void>;
  readonly #waitMs: number;
  readonly #clock: Clock;
  readonly #inFlight: InFlightRequests;
  readonly #stopping: Stopping;
  readonly #tell: FailureTeller;
  /** Loaded in the background; requests that arrive before it is loaded have no spans. */
  #tracing: Tracing | undefined;

  /** @throws ConfigurationError naming the wrong option. */
  constructor(gateway: Gateway, api: GatewayApi<Gateway>, options: GatewayServerOptions) {
    this.#gateway = gateway;
    this.#api = api;
    this.#options = options;
    const { authorize } = options;
    // What is no function is refused: it may be an empty variable.
    this.authorize = authorize === undefined ? async () => undefined : authorised(authorize);
    this.#waitMs = options.waitMs ?? DEFAULT_WAIT_MS;
    for (const name of ['waitMs', 'patienceMs', 'maxBodyBytes'] as const) {
      const { [name]: value = 0 } = options;
      const most = name === 'maxBodyBytes' ? Number.MAX_SAFE_INTEGER : MAX_WAIT_MS;
      if (!(Number.isFinite(value) && value >= 0 && value <= most)) {
        throw new ConfigurationError(name, `must be a number from 0 to ${most}`);
      }
    }
    this.#tell = failuresFor(options.onError);
    this.#clock = clockOf(options.clock);
    this.#inFlight = new InFlightRequests(this.#clock);
    this.#stopping = new Stopping(options.signal);
    void loadTracing().then((tracing) => {
      this.#tracing = tracing;
    });
  }

  /** Answers a request that matched a route. */
  handle(route: GatewayRoute<Gateway>, context: RouteContext): Promise<Response> {
    return this.#watched(this.#askedOf(route), context, () => this.#answer(route, context));
  }

  /** Answers what a write would have signed. */
  preview(route: WriteRoute<Gateway>, context: RouteContext): Promise<Response> {
    const asked = { chain: this.#api.chain, operation: 'preview' };
    return this.#watched(asked, context, async () => {
      const call = await this.#writeCall(route, context);
      const idempotencyKey = idempotencyKeyIn(context.request.headers, false);
      const preview = await this.#stopping.during(context.request.signal, (signal) => {
        const options = { ...call.options, idempotencyKey, signal };
        return this.#gateway.previewOf((silent) => route.run(silent, { ...call, options }));
      });
      return jsonResponse(previewBody(preview));
    });
  }

  async #watched(
    asked: ServedOperation,
    context: RouteContext,
    answer: () => Promise<Response>,
  ): Promise<Response> {
    const { metrics } = this.#options;
    const startedAt = this.#clock.monotonic();
    // Metrics must not change the answer.
    const answered = emitterFor((status: number) =>
      metrics?.answered(asked, status, this.#clock.monotonic() - startedAt),
    );
    try {
      await this.authorize(context.request);
      const response = await answer();
      answered(response.status);
      return response;
    } catch (error) {
      answered(statusOf(error instanceof GatewayError ? error : undefined).status);
      throw error;
    }
  }

  async #answer(route: GatewayRoute<Gateway>, context: RouteContext): Promise<Response> {
    const { request } = context;
    if (route.kind === 'write') return this.#write(route, context);
    const call = this.#askedIn(route, context);
    // A read answers with the current state at once.
    const usual = route.kind === 'read' ? 0 : this.#waitMs;
    const waitMs = Math.min(preferredWaitMs(request.headers) ?? usual, this.#waitMs);
    const result = this.#seen(
      [quietly(() => this.#tracing?.begin(this.#askedOf(route)))],
      this.#stopping.during(request.signal, (signal) =>
        route.run(this.#gateway, { ...call, options: { signal }, waitMs }),
      ),
    );
    return jsonResponse((await result) ?? null);
  }

  /** Answers an error, with the fields that this gateway adds to every error. */
  answerError(error: unknown, requestId: string): Response {
    return errorResponse(error, requestId, this.#api.errorFields);
  }

  #askedIn(route: GatewayRoute<Gateway>, { param, query }: RouteContext): Asked {
    const known = route.kind === 'write' ? { ...TRANSACTION_QUERY, ...route.query } : route.query;
    const { vaultPart } = this.#api;
    const vaultAccountId = route.path.includes(`/:${vaultPart}`) ? param(vaultPart) : '';
    return {
      vaultAccountId,
      param,
      query: fieldsOf(query, known ?? {}),
      body: {},
      begun: (key: string) => this.#inFlight.begun(vaultAccountId, key),
    };
  }

  /** A write's call, without a key. */
  async #writeCall(route: WriteRoute<Gateway>, context: RouteContext) {
    const { request } = context;
    const asked = this.#askedIn(route, context);
    const options = transactionOptionsIn(asked.query);
    const read = route.bodyOptional ? readOptionalJson : readJson;
    const body = await read(request, this.#options.maxBodyBytes);
    if (!isObject(body)) throw new InvalidInputError('body', 'must be a JSON object');
    const waitMs = Math.min(preferredWaitMs(request.headers) ?? this.#waitMs, this.#waitMs);
    return { ...asked, body, waitMs, options };
  }

  async #write(route: WriteRoute<Gateway>, context: RouteContext): Promise<Response> {
    const { requireIdempotencyKey = false } = this.#options;
    const idempotencyKey = idempotencyKeyIn(context.request.headers, requireIdempotencyKey);
    const { options, ...asked } = await this.#writeCall(route, context);
    const { body, waitMs } = asked;
    const own = new Progress(idempotencyKey, route.operation, body);
    const call = { ...asked, options: { ...options, idempotencyKey } };
    const first = this.#inFlight.find(asked.vaultAccountId, idempotencyKey, options.newAttempt);
    // What one of a key's requests has come to is so for all of them.
    const progress = first ?? own;
    try {
      // No other check detects the conflict before the transaction's turn, and then either request could be the one
      // that is made.
      if (first && !first.isOfSame(own)) {
        throw new IdempotencyConflictError('This key is in use, for other input.');
      }
      const work = this.#begin(route, call, progress, first);
      const result = await this.#inFlight.within(waitMs, work, progress);
      return withKey(jsonResponse(result ?? null), progress.reference?.idempotencyKey);
    } catch (error) {
      const isOwnKey = idempotencyKey !== undefined;
      return this.#unfinished(error, context, asked.vaultAccountId, progress, isOwnKey);
    }
  }

  /**
   * The first request with a key starts the work, which goes on by itself for as long as an approval may take. Later
   * requests with the key only wait for it, so that a client that asks again and again leaves no work behind.
   */
  #begin(
    route: WriteRoute<Gateway>,
    call: RouteCall<TransactionOptions>,
    progress: Progress,
    first: Progress | undefined,
  ): Promise<unknown> {
    const { onEvent, metrics } = this.#options;
    const run = (ms: number, listener?: Listener<TransactionEvent>) => {
      const heard = emitterFor(progress.listener, onEvent, listener);
      const options = { ...call.options, onEvent: heard, ...timesOf(ms) };
      return this.#stopping.during(undefined, (signal) =>
        route.run(this.#gateway, { ...call, options: { ...options, signal } }),
      );
    };
    const { vaultAccountId, options } = call;
    if (first) return run(call.waitMs);
    const seen = [
      quietly(() => metrics?.begin(this.#askedOf(route))),
      quietly(() => this.#tracing?.begin(this.#askedOf(route))),
    ];
    const listener = emitterFor(...seen.map((one) => one?.listener));
    const work = this.#seen(seen, run(this.#patienceFor(options), listener));
    return this.#inFlight.keep(vaultAccountId, progress, work, options.newAttempt);
  }

  /** Waits until the end of the approval window and some time after it, so that a late approval is still sent. */
  #patienceFor({ approvalWindowSeconds }: TransactionOptions): number {
    const { patienceMs = DEFAULT_PATIENCE_MS } = this.#options;
    if (approvalWindowSeconds === undefined) return patienceMs;
    const windowMs = approvalWindowSeconds * 1_000 + AFTER_WINDOW_MS;
    return Math.min(Math.max(patienceMs, windowMs), MAX_WAIT_MS);
  }

  #askedOf({ operation }: GatewayRoute<Gateway>): ServedOperation {
    return { chain: this.#api.chain, operation };
  }

  /** Reports to metrics and tracing how work ends. */
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
    // Stopping only ends the waiting. Where the signer was not asked, only a client that repeats the request with its
    // key can go on, and only a client that chose the key will.
    const isStopped = error instanceof GatewayError && error.code === 'ABORTED';
    const isHandedOver = isStopped && key !== undefined && (isOwnKey || !progress.beganNothing);
    const settled = isStopped ? error : progress.settled(error);
    const answer = this.answerError(isHandedOver ? progress.pending() : settled, context.requestId);
    const goesOn = answer.status === 202 && key !== undefined;
    if (goesOn) answer.headers.set('location', locationOf(context, vaultAccountId, key));
    if (!goesOn || settled !== error) this.#tell({ ...identityOf(context), error }, answer.status);
    return withKey(answer, key);
  }
}

function locationOf(
  { base }: RouteContext,
  vaultAccountId: string,
  idempotencyKey: string,
): string {
  const parts = [vaultAccountId, idempotencyKey].map(encodeURIComponent).join('/');
  return `${base}/api/requests/${parts}`;
}

type Asked = Omit<RouteCall<unknown>, 'options' | 'waitMs'>;

/** Watches a call; a failure of the watching is ignored. */
function quietly<T>(begin: () => T): T | undefined {
  try {
    return begin();
  } catch {
    return undefined;
  }
}

function identityOf({ request, requestId, path }: RouteContext): Omit<HttpFailure, 'error'> {
  return { requestId, method: request.method, path };
}

function withKey(response: Response, key: string | undefined): Response {
  if (key !== undefined) response.headers.set('idempotency-key', key);
  return response;
}
