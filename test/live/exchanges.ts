import type { Fetch } from '../../src/core/http.js';

/** What was asked, and what came back. */
export interface Exchange {
  /** As the chain's table names it, such as `GET /accounts/:address`. */
  readonly call: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** As JSON; `undefined` where it is none. */
  readonly body: unknown;
}

export interface Asked {
  readonly method: string;
  readonly url: URL;
  readonly body: string | undefined;
}

/** Notes what goes over a `fetch`. Requests are not kept: they hold keys. */
export class Exchanges {
  readonly all: Exchange[] = [];
  /** Calls that get lost on the way from now on. */
  readonly lost = new Set<string>();
  readonly #callOf: (asked: Asked) => string;
  readonly #fetch: Fetch;
  readonly #answerIn: (body: unknown) => unknown;

  /** @param answerIn - What of a body is the answer. Default: all of it. */
  constructor(
    callOf: (asked: Asked) => string,
    fetchIt: Fetch = fetch,
    answerIn: (body: unknown) => unknown = (body) => body,
  ) {
    this.#callOf = callOf;
    this.#fetch = fetchIt;
    this.#answerIn = answerIn;
  }

  readonly fetch: Fetch = async (url, init) => {
    const { method = 'GET', body } = init;
    const text = typeof body === 'string' ? body : undefined;
    const call = this.#callOf({ method, url: new URL(url), body: text });
    if (this.lost.has(call)) throw new TypeError('fetch failed');
    const answer = await this.#fetch(url, init);
    const { status, headers } = answer;
    const bytes = await answer.arrayBuffer();
    const copied = Object.fromEntries(headers);
    this.all.push({ call, status, headers: copied, body: this.#answerIn(jsonIn(bytes)) });
    const isEmpty = status === 204 || status === 304;
    return new Response(isEmpty ? null : bytes, { status, headers: sent(headers) });
  };
}

/** What is said of the bytes on the wire is no longer true of these. */
function sent(headers: Headers): Headers {
  const copy = new Headers(headers);
  copy.delete('content-encoding');
  copy.delete('content-length');
  return copy;
}

function jsonIn(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Names a request by the first of these routes that a path has; by itself if it has none of them. */
export function callByRoute(routes: readonly string[], method: string, path: string): string {
  const found = routes.find((route) => {
    const [verb, own = ''] = route.split(' ');
    return verb === method && new RegExp(`^${own.replace(/:\w+/g, '[^/]+')}$`).test(path);
  });
  return found ?? `${method} ${path}`;
}
