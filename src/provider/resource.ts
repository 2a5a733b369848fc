import { ProviderCalls } from './calls.js';
import type { ProviderConnection } from './connection.js';

/** How a part of the API is reached: by a connection of its own, or a shared one. */
export type Reached = ProviderConnection | ProviderCalls;

export function callsOf(reached: Reached): ProviderCalls {
  return reached instanceof ProviderCalls ? reached : new ProviderCalls(reached);
}

/** A request whose `idempotencyKey` is generated here if it has none. */
export type WithOptionalKey<Request> = Request extends unknown
  ? Omit<Request, 'idempotencyKey'> & {
      /** With the same key the call is the same request, however often it is sent. Default: a random UUID. */
      idempotencyKey?: string | undefined;
    }
  : never;
