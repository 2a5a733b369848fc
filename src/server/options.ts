import type { Clock } from '../core/clock.js';
import type { Listener } from '../core/events.js';
import type { Authorize } from '../http/authorize.js';
import type { HttpFailure } from '../http/failures.js';
import type { TransactionEvent } from '../transactions/index.js';
import type { GatewayMetrics } from './metrics.js';
import type { Readiness } from './readiness.js';

/** Options of a gateway's server. */
export interface GatewayServerOptions {
  /**
   * The prefix of every path, such as `/ledger`. Below `app.use('/ledger', ...)` of Express it is known without this
   * setting, which may repeat it. Default: none.
   */
  readonly basePath?: string;
  /**
   * Decides which requests are allowed; the others are answered with 401 or 403. When it throws, the answer is 500,
   * and nothing is done. `/healthz`, `/readyz` and the documents are not checked. Default: every caller that reaches
   * the handler may do everything, as the specification has it.
   */
  readonly authorize?: Authorize;
  /** The largest body, in bytes; a longer one is answered with 413. Default 1,048,576 (1 MiB). */
  readonly maxBodyBytes?: number;
  /**
   * Whether a POST that would make a transaction without an `Idempotency-Key` header is answered with 400. Default
   * `false`: a key is made for it, and is in the answer.
   */
  readonly requireIdempotencyKey?: boolean;
  /**
   * Milliseconds after which a request is answered though its transaction goes on; `Prefer: wait=N`
   * asks for less. Default 55,000.
   */
  readonly waitMs?: number;
  /**
   * Milliseconds that the server goes on waiting for a signature after it has answered. Default 9,000,000 (two and a
   * half hours); give more where the gateway's own `approvalWindowSeconds` is longer than its default. For a request
   * that asks for a longer window, the server waits until half an hour after it.
   */
  readonly patienceMs?: number;
  /**
   * The check of `GET /readyz`, which is answered without authorization: for `false`, `isReady: false` or an error
   * the answer is 503; a {@link Readiness} also shows how each dependency is. Default: only `signal` counts.
   */
  readonly ready?: () => boolean | Readiness | Promise<boolean | Readiness>;
  /**
   * Ends all waiting, for a server that stops: requests under way are answered with 202, and the next request with
   * the same key, here or at another replica, continues the transaction. One without a key that has begun nothing yet,
   * and one that makes no transaction (a question, a cancellation, a preview), are answered with 504, `ABORTED`.
   */
  readonly signal?: AbortSignal;
  /** Receives every event of every transaction, as the gateway's own listener does. */
  readonly onEvent?: Listener<TransactionEvent>;
  /**
   * Counts the server's work, from {@link gatewayMetrics}, and adds `GET /api/metrics`. Default: no metrics, and no
   * such route.
   */
  readonly metrics?: GatewayMetrics;
  /**
   * Serves an interactive page at `/api-docs`, its OpenAPI document at `/api-docs.json` and this package's reference
   * at `/type-docs`, without authorization. Default `true`.
   */
  readonly docs?: boolean;
  /**
   * Receives every request that fails: the place to log what the answer doesn't show. Default: failures that are not
   * the caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure>;
  /** The clock for all times and pauses. Default: the system's. Tests give another one. */
  readonly clock?: Clock;
}
