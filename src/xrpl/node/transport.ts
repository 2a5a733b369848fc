import { type CallOptions, type Clock, clockOf } from '../../core/clock.js';
import { GatewayError, RateLimitedError, UnexpectedAnswerError } from '../../core/errors.js';
import { exchange, type Fetch, parseJsonAnswer, retryAfterMs } from '../../core/http.js';
import { isObject } from '../../core/json.js';
import { isAnothersTurn, showing } from '../../core/nodes.js';
import { secureUrl } from '../../core/secure-url.js';

/** How requests reach an XRP Ledger node. */
export interface XrplTransport {
  /**
   * One request of rippled's API, version 2; resolves with its `result`.
   *
   * @throws XrplNodeError when the node answers with an error.
   * @throws UnreachableError when no answer comes.
   */
  request(
    command: string,
    params: Readonly<Record<string, unknown>>,
    options?: CallOptions,
  ): Promise<Readonly<Record<string, unknown>>>;
  /** Calls `wake` at every validated ledger; returns a function that stops it. Absent where there is no stream. */
  onLedger?(wake: () => void): () => void;
}

/** The node answered with one of rippled's errors, such as `actNotFound`. */
export class XrplNodeError extends GatewayError {
  /** rippled's token for it. */
  readonly error: string;

  constructor(error: string, message: string | undefined) {
    super('XRPL_NODE', `The XRPL node answered ${error}${message ? `: ${message}` : ''}`, {
      retryable: BUSY.has(error),
      details: { error },
    });
    this.error = error;
  }
}

const BUSY: ReadonlySet<string> = new Set([
  'noCurrent',
  'noClosed',
  'noNetwork',
  'slowDown',
  'tooBusy',
  'failedToForward',
  'internal',
]);

const DEFAULT_TIMEOUT_MS = 20_000;

export interface JsonRpcOptions {
  readonly fetch?: Fetch | undefined;
  /** Sent with every request, for nodes that require a key. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds a request may take. Default 20,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/**
 * JSON-RPC over `fetch`: the default transport.
 *
 * @throws ConfigurationError naming `network.url`.
 */
export function jsonRpcTransport(url: string, options: JsonRpcOptions = {}): XrplTransport {
  // No path is appended to it, so a query may stand there.
  secureUrl(url.replace(/\?.*/s, ''), 'network.url');
  const clock = clockOf(options.clock);
  const shown = showing(url, options.headers ?? {});
  return {
    async request(command, params, call = {}) {
      const answer = await exchange({
        peer: 'xrpl',
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...options.headers },
        body: JSON.stringify({ method: command, params: [{ ...params, api_version: 2 }] }),
        timeoutMs: call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal: call.signal,
        fetch: options.fetch,
        clock,
      });
      if (answer.status === 429 || answer.status === 503) {
        throw new RateLimitedError('xrpl', retryAfterMs(answer.headers, clock.now()));
      }
      const body = parseJsonAnswer('xrpl', answer);
      if (answer.status >= 500) {
        throw new UnexpectedAnswerError('xrpl', `HTTP ${answer.status}`, { retryable: true });
      }
      return checkResult(isObject(body) ? body.result : undefined, shown);
    },
  };
}

/** Several transports to the same network. One is used at a time; when it fails, the next is. */
export function inTurn(transports: readonly XrplTransport[]): XrplTransport {
  const [first, ...others] = transports;
  if (!first) throw new Error('There is no transport to any node.');
  if (others.length === 0) return first;
  let turn = 0;
  return {
    async request(command, params, options) {
      const asked = turn;
      try {
        const transport = transports[asked % transports.length] ?? first;
        return await transport.request(command, params, options);
      } catch (error) {
        // Of several requests that failed together, only one moves on to the next transport.
        if (isAnothersTurn(error) && turn === asked) turn++;
        throw error;
      }
    },
  };
}

/** @throws XrplNodeError */
function checkResult(
  result: unknown,
  shown: (words: string) => string,
): Readonly<Record<string, unknown>> {
  if (!isObject(result)) throw new UnexpectedAnswerError('xrpl', 'it has no result');
  if (typeof result.error === 'string') {
    const message = result.error_message ?? result.error_exception;
    const words = typeof message === 'string' ? shown(message) : undefined;
    throw new XrplNodeError(shown(result.error), words);
  }
  return { ...result, ...shownWords(result, shown) };
}

/** What a node says about a transaction is shown as well. */
function shownWords(result: Readonly<Record<string, unknown>>, shown: (words: string) => string) {
  const words = ['engine_result', 'engine_result_message'].flatMap((name) => {
    const text = result[name];
    return typeof text === 'string' ? [[name, shown(text)] as const] : [];
  });
  return Object.fromEntries(words);
}
