import type { Clock } from '../core/clock.js';
import type { Listener } from '../core/events.js';
import type { Authorize } from '../http/authorize.js';
import type { HttpFailure } from '../http/failures.js';
import type { TransactionEvent } from '../transactions/index.js';
import type { GatewayMetrics } from './metrics.js';

/** How a gateway's server treats its callers. */
export interface GatewayServerOptions {
  /**
   * What comes before every path, such as `/ledger`. Below `app.use('/ledger', ...)` of Express it is known
   * without being said here, and may be. Default: nothing.
   */
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
  /**
   * Hears of every request that fails: the place to log what the answer doesn't show. Default: what fails by
   * no fault of the caller is written with `console.error`, with its request id.
   */
  readonly onError?: Listener<HttpFailure>;
  /** Tells the time, and waits. Default: the system's. Tests give another one. */
  readonly clock?: Clock;
}
