import type { HttpHandler } from '../../handlers.js';
import { clientPathOf } from '../../http/request-target.js';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly requestId: string | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** The ids of the requested transaction, which its events carry too. */
  readonly idempotencyKey?: string;
}

/** Longer than any path of the server. */
const MAX_PATH = 512;

/** The same handler, with a callback for every answer. It gets neither bodies nor queries. */
export function withAccessLog(
  handler: HttpHandler,
  onAnswer: (answered: AnsweredRequest) => void,
): HttpHandler {
  return async (request) => {
    const startedAt = performance.now();
    const response = await handler(request);
    const { status, headers } = response;
    const idempotencyKey = headers.get('idempotency-key');
    onAnswer({
      requestId: headers.get('x-request-id'),
      method: request.method,
      path: clientPathOf(request).slice(0, MAX_PATH),
      status,
      durationMs: Math.round(performance.now() - startedAt),
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
    });
    return response;
  };
}
