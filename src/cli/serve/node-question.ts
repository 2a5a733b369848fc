import type { Clock } from '../../core/clock.js';
import type { ResolvedEndpoint } from '../../core/endpoints.js';
import type { Peer } from '../../core/errors.js';
import { exchange, type Fetch, type HttpAnswer } from '../../core/http.js';

/** A read that any node of a chain answers at once. */
export interface NodeQuestion {
  readonly method: 'GET' | 'POST';
  /** After the node's URL. */
  readonly path: string;
  readonly body?: string;
}

export interface AskedNode {
  /** What it is called in errors. */
  readonly peer: Peer;
  readonly timeoutMs: number;
  readonly fetch?: Fetch;
  readonly clock: Clock;
}

/** A node's answer, whatever its status. @throws GatewayError when there is none. */
export function askNode(
  { url, headers }: ResolvedEndpoint,
  { path, ...question }: NodeQuestion,
  asked: AskedNode,
): Promise<HttpAnswer> {
  const type = question.body === undefined ? {} : { 'content-type': 'application/json' };
  return exchange({
    ...asked,
    ...question,
    url: `${url}${path}`,
    headers: { ...headers, ...type },
  });
}
