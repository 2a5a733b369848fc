import type { CallOptions, Clock } from './clock.js';
import type { ResolvedEndpoint } from './endpoints.js';
import {
  AbortedError,
  GatewayError,
  type Peer,
  RateLimitedError,
  UnexpectedAnswerError,
} from './errors.js';
import { exchange, type Fetch, type HttpAnswer, type HttpRequest, retryAfterMs } from './http.js';
import { grouped } from './operators.js';
import type { Random } from './random.js';
import { type RetryPolicy, retry } from './retry.js';

export interface NodesSettings {
  readonly peer: Peer;
  readonly endpoints: readonly ResolvedEndpoint[];
  readonly retry: RetryPolicy | undefined;
  /** Milliseconds that a request may take. Default 20,000. */
  readonly timeoutMs: number | undefined;
  readonly fetch: Fetch | undefined;
  readonly clock: Clock;
  readonly random: Random | undefined;
  /** Whether an error came not from a node but from a proxy in front of it. */
  readonly isNoNodes?: (error: GatewayError) => boolean;
}

/** A request to the endpoint that was chosen. */
export interface NodeRequest extends CallOptions {
  readonly method: 'GET' | 'POST';
  /** Path after the endpoint's URL, with its query. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  /** How the answer's bytes become text. Default: UTF-8. */
  readonly decoder?: HttpRequest['decoder'];
}

/** One endpoint, for work that asks this one and no other. */
export interface Channel {
  /** Identifies the endpoint. */
  readonly url: string;
  send(request: NodeRequest): Promise<HttpAnswer>;
  /** A text of the endpoint without secrets: it may repeat what it was sent. */
  shown(words: string): string;
  /** Asks again where another try may succeed, unless the caller's loop does so already. */
  patiently<T>(question: () => Promise<T>): Promise<T>;
}

const DEFAULT_TIMEOUT_MS = 20_000;

/** Several endpoints that serve the same data; one is asked at a time. */
export class Nodes {
  readonly #settings: NodesSettings;
  /** The one that answered last: answers of different nodes should mix as little as possible. */
  #preferred = 0;

  constructor(settings: NodesSettings) {
    this.#settings = settings;
  }

  /** The same, with separate {@link Nodes} for each operator. */
  byOperator(): ReadonlyMap<string, Nodes> {
    const all = [...grouped(this.#settings.endpoints, ({ operator }) => operator)];
    return new Map(
      all.map(([operator, endpoints]) => {
        return [operator, all.length === 1 ? this : new Nodes({ ...this.#settings, endpoints })];
      }),
    );
  }

  /**
   * Lets `work` ask one node for everything that it needs. When there is only one node, a question that failed
   * temporarily is asked again. When there are several, the next one is asked, and then every question anew: no
   * decision rests on two nodes' answers.
   */
  ask<T>(options: CallOptions, work: (channel: Channel) => Promise<T>): Promise<T> {
    const { endpoints, retry: policy, clock, random } = this.#settings;
    const again = <U>(question: () => Promise<U>) =>
      retry(question, { ...options, ...policy, clock, random });
    if (endpoints.length > 1) return again(() => this.#askAll(work));
    return work({ ...this.#channelTo(0), patiently: again });
  }

  /** The same without a second try: the caller decides what a failure means. */
  async once<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const index = this.#preferred;
    try {
      return await work({ ...this.#channelTo(index), patiently: (question) => question() });
    } catch (error) {
      if (this.#isAnothersTurn(error))
        this.#preferred = (index + 1) % this.#settings.endpoints.length;
      throw error;
    }
  }

  async #askAll<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    for (let left = this.#settings.endpoints.length; ; left--) {
      try {
        return await this.once(work);
      } catch (error) {
        if (left <= 1 || !this.#isAnothersTurn(error)) throw error;
      }
    }
  }

  /**
   * Whether another endpoint may succeed where one failed: the failure was temporary, the answer made no sense, or a
   * proxy answered instead of the node, because it wants another key or does not find the node.
   */
  #isAnothersTurn(error: unknown): boolean {
    if (!(error instanceof GatewayError) || error instanceof AbortedError) return false;
    if (error.retryable || error instanceof UnexpectedAnswerError) return true;
    return this.#settings.isNoNodes?.(error) === true;
  }

  #channelTo(index: number): Omit<Channel, 'patiently'> {
    const { peer, endpoints, timeoutMs = DEFAULT_TIMEOUT_MS, fetch, clock } = this.#settings;
    const { url = '', headers = {} } = endpoints[index] ?? {};
    const shown = showing(url, headers);
    const send: Channel['send'] = async (request) => {
      const answer = await exchange({
        peer,
        method: request.method,
        url: `${url}${request.path}`,
        headers: { accept: 'application/json', ...headers, ...request.headers },
        body: request.body,
        decoder: request.decoder,
        timeoutMs: request.timeoutMs ?? timeoutMs,
        signal: request.signal,
        fetch,
        clock,
      });
      if (answer.status === 429) {
        throw new RateLimitedError(peer, retryAfterMs(answer.headers, clock.now()));
      }
      if (answer.status >= 300 && answer.status < 400) {
        throw new UnexpectedAnswerError(peer, `HTTP ${answer.status}, a redirect`);
      }
      return answer.status < 400 ? answer : { ...answer, text: shown(answer.text) };
    };
    return { url, send, shown };
  }
}

/** Words of ordinary paths, such as `fullnode` and `v1`. Anything else in a URL may be a key, and is not shown. */
const PATH_WORD = /^([a-z]{0,15}|.{0,3})$/;

/**
 * Makes an endpoint's words fit to be shown: a proxy may repeat the request, and errors show its answer. Hidden are
 * headers, and the keys that some providers put into the URL itself.
 */
function showing(url: string, headers: ResolvedEndpoint['headers']): (words: string) => string {
  const sent = Object.values(headers).flatMap((value) => value.split(' '));
  const parts = url.split(/[/?&=]/).slice(3);
  const secrets = [
    ...sent.filter(({ length }) => length >= 4),
    ...parts.filter((part) => !PATH_WORD.test(part)),
  ];
  return (words) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), words);
}
