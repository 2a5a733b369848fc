import { onAbort } from './abort.js';
import { type CallOptions, type Clock, throwIfAborted, unlessAborted } from './clock.js';
import {
  AbortedError,
  GatewayError,
  type Peer,
  UnexpectedAnswerError,
  UnreachableError,
} from './errors.js';

/** The platform's `fetch`, or a user's own. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface HttpRequest {
  readonly peer: Peer;
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | Uint8Array | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly fetch?: Fetch | undefined;
  /** Limits the time of the exchange. */
  readonly clock: Clock;
  /** The longest answer accepted, in bytes. Default 32 MiB. */
  readonly maxBytes?: number | undefined;
  /** How the answer's bytes become text. Default: UTF-8. */
  readonly decoder?: { decode(bytes?: Uint8Array, options?: { stream: true }): string } | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;

/**
 * One HTTP exchange: sends, reads the whole answer, and gives up after `timeoutMs`. Any status is an answer.
 * Redirects are not followed, since a signature for one address is for no other.
 *
 * @throws UnreachableError when no complete answer came; the request may have arrived.
 * @throws AbortedError when the caller's signal fired.
 */
export async function exchange(request: HttpRequest): Promise<HttpAnswer> {
  try {
    return await withinTime(request, (signal) => send(request, signal));
  } catch (error) {
    if (error instanceof GatewayError) throw error;
    throw new UnreachableError(request.peer, networkReason(error));
  }
}

/** How long a peer is waited for: without `timeoutMs`, as long as it takes. */
interface Limits extends CallOptions {
  readonly peer: Peer;
  readonly clock: Clock;
}

/**
 * Runs `work` until it ends, its time is up or its caller aborts. Its signal fires in both of these cases; when
 * `work` ignores the signal, as what other calls wait for too, it is not waited for.
 *
 * @throws UnreachableError when the time is up first; the request may have arrived.
 * @throws AbortedError when the caller's signal fired.
 */
export async function withinTime<T>(
  { peer, timeoutMs, signal, clock }: Limits,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  throwIfAborted(signal);
  const controller = new AbortController();
  const abort = () => controller.abort();
  const ignore = onAbort(signal, abort);
  const cancel = timeoutMs === undefined ? undefined : clock.after(timeoutMs, abort);
  try {
    return await unlessAborted(work(controller.signal), controller.signal);
  } catch (error) {
    if (signal?.aborted) throw new AbortedError(signal);
    if (!controller.signal.aborted || error instanceof UnexpectedAnswerError) throw error;
    throw new UnreachableError(peer, `no answer in ${timeoutMs} ms`);
  } finally {
    cancel?.();
    ignore();
  }
}

/**
 * As {@link withinTime}; also returns how many milliseconds of the time are left for the next step: at least one.
 *
 * @throws what {@link withinTime} throws.
 */
export async function withTimeLeft<T>(
  limits: Limits & { readonly timeoutMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<readonly [value: T, leftMs: number]> {
  const { timeoutMs, clock } = limits;
  const startedAt = clock.monotonic();
  const value = await withinTime(limits, work);
  return [value, Math.max(1, timeoutMs - (clock.monotonic() - startedAt))];
}

async function send(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const fetchIt: Fetch = request.fetch ?? fetch;
  const response = await fetchIt(request.url, {
    method: request.method,
    redirect: 'manual',
    signal,
    ...(request.headers === undefined ? {} : { headers: { ...request.headers } }),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  const text = await readText(response, request);
  return { status: response.status, headers: response.headers, text };
}

async function readText(
  response: Response,
  { peer, maxBytes = DEFAULT_MAX_BYTES, decoder = new TextDecoder() }: HttpRequest,
): Promise<string> {
  if (response.body === null) return '';
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) {
      throw new UnexpectedAnswerError(peer, `more than ${maxBytes} bytes`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The system's short code (`ECONNREFUSED`) rather than the error itself, which may hold headers. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') {
    return cause.code;
  }
  return error instanceof Error ? error.name : 'the connection failed';
}

/**
 * @param parse - How the text is read; `parseExactJson` where numbers may be larger than JavaScript's.
 * @throws UnexpectedAnswerError when the text is not JSON.
 */
export function parseJsonAnswer(
  peer: Peer,
  answer: HttpAnswer,
  parse: (text: string) => unknown = JSON.parse,
): unknown {
  try {
    return parse(answer.text);
  } catch {
    throw new UnexpectedAnswerError(peer, `HTTP ${answer.status} whose body is not JSON`, {
      details: { status: answer.status },
      retryable: answer.status >= 500,
    });
  }
}

/** An HTTP date in any of its three forms; `Date.parse` alone reads "-5" as a year. */
const HTTP_DATE = /^[A-Z][a-z]{2,8},? [0-9A-Za-z: -]{15,24}$/;

/**
 * `Retry-After` in milliseconds, from either of its forms (RFC 9110, 10.2.3). A date is compared with the answer's
 * own `Date`, where it has one: then it doesn't matter which clock is wrong.
 */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value) * 1_000;
  const until = timeOf(value);
  if (until === undefined) return undefined;
  return Math.max(0, until - (dateOf(headers) ?? now));
}

/** When an answer was given, by its server's clock, in milliseconds since the epoch. */
export function dateOf(headers: Headers): number | undefined {
  return timeOf(headers.get('date')?.trim() ?? '');
}

function timeOf(text: string): number | undefined {
  if (!HTTP_DATE.test(text)) return undefined;
  // The oldest of the three forms names no zone; it means GMT too.
  const time = Date.parse(text.endsWith(' GMT') ? text : `${text} GMT`);
  return Number.isNaN(time) ? undefined : time;
}
