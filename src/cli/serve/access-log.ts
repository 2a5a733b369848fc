import type { HttpHandler } from '../../http/index.js';

/** A request that was answered. */
export interface AnsweredRequest {
  readonly requestId: string | null;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** Of the transaction that was asked for: what its events carry too. */
  readonly idempotencyKey?: string;
}

/** A path longer than this is none of ours. */
const MAX_PATH = 512;

/** The same handler, and somebody who hears of every answer. Neither bodies nor queries are told. */
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
      path: new URL(request.url).pathname.slice(0, MAX_PATH),
      status,
      durationMs: Math.round(performance.now() - startedAt),
      ...(idempotencyKey === null ? {} : { idempotencyKey }),
    });
    return response;
  };
}
