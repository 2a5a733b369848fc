import { GatewayError } from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { ProviderFault } from './provider-fault.js';

/** A request that was answered with an error. */
export interface HttpFailure {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
  readonly error: unknown;
}

/** Tells of a failure, and with which status it was answered. */
export type FailureTeller = (failure: HttpFailure, status: number) => void;

/** Tells a server's own listener; where there is none, `console.error` of what was no fault of the caller. */
export function failuresFor(onError: Listener<HttpFailure> | undefined): FailureTeller {
  const tell = emitterFor(onError ?? writeDown);
  return ({ error: thrown, ...request }, status) => {
    const error = thrown instanceof ProviderFault ? thrown.thrown : thrown;
    const isOurs = status >= 500 || !(thrown instanceof GatewayError);
    // Clients go away all the time, and no log could be read for it.
    const isGone = error instanceof Error && error.name === 'AbortError';
    if (onError || (isOurs && !isGone)) tell({ ...request, error });
  };
}

function writeDown({ requestId, method, path, error }: HttpFailure): void {
  const shown = path.slice(0, MAX_SHOWN_PATH);
  // biome-ignore lint/suspicious/noConsole: without a listener there is no other place.
  console.error(
    `custody-gateways: ${method} ${shown} failed, request ${requestId}: ${reasonOf(error)}`,
  );
}

/** A path longer than this is repeated no further. */
export const MAX_SHOWN_PATH = 512;

/** Its other fields may show anything. */
function reasonOf(error: unknown): string {
  if (!(error instanceof GatewayError)) {
    return `${error instanceof Error ? error.stack : typeof error}`;
  }
  return `${error.code}: ${error.message} ${JSON.stringify(error.transaction ?? {})}`;
}
