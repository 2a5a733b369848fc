import { GatewayError } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { ProviderFault } from './provider-fault.js';

/** A request that got an error as its answer. */
export interface HttpFailure {
  /** From the request's `X-Request-Id` if that has a safe form, or made here; the answer carries it too. */
  readonly requestId: string;
  /** The HTTP method, as it was received. */
  readonly method: string;
  /** The path that the client used, without its query. */
  readonly path: string;
  /** What was thrown; where a provider's own method failed, exactly what that threw. */
  readonly error: unknown;
}

/** Reports a failure, with the status of its answer. */
export type FailureTeller = (failure: HttpFailure, status: number) => void;

/**
 * Reports to a server's own listener; where there is none, writes errors that are not the caller's fault with
 * `console.error`.
 */
export function failuresFor(onError: Listener<HttpFailure> | undefined): FailureTeller {
  const tell = emitterFor(onError ?? writeDown);
  return ({ error: thrown, ...request }, status) => {
    const error = thrown instanceof ProviderFault ? thrown.thrown : thrown;
    const isOurs = status >= 500 || !(thrown instanceof GatewayError);
    // Clients go away all the time, and would fill the log.
    const isGone = error instanceof Error && error.name === 'AbortError';
    if (onError || (isOurs && !isGone)) tell({ ...request, error });
  };
}

function writeDown({ requestId, method, path, error }: HttpFailure): void {
  // biome-ignore lint/suspicious/noConsole: without a listener there is no other place.
  console.error(
    `custody-gateways: ${shownRequest(method, path)} failed, request ${requestId}: ${reasonOf(error)}`,
  );
}

/** A request for people, with at most so much of its path. */
export function shownRequest(method: string, path: string): string {
  return `${method} ${path.slice(0, 512)}`;
}

/** Only these fields: others may hold secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof GatewayError)) {
    return `${error instanceof Error ? error.stack : typeof error}`;
  }
  return `${error.code}: ${error.message} ${JSON.stringify(error.transaction ?? {})}`;
}
