import { jsonOf } from '../core/json.js';

const utf8 = new TextEncoder();

const wholeBodies = new WeakMap<Response, Uint8Array>();

/**
 * The bytes that an answer was made of by this package: a server can send them at once and need not read them from a
 * stream. `undefined` for an answer that was made elsewhere or whose body was read.
 */
export function wholeBodyOf(response: Response): Uint8Array | undefined {
  return response.bodyUsed || response.body?.locked ? undefined : wholeBodies.get(response);
}

/** A JSON answer with its length, and bigints as decimal strings. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return textResponse(jsonOf(value), status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  });
}

/** A text answer with its length. Clients must not guess another type, nor cache it. */
export function textResponse(
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return bytesResponse(utf8.encode(text), status, headers);
}

/** The same for bytes. */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer>,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  const response = new Response(bytes, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
  wholeBodies.set(response, bytes);
  return response;
}

/** How long to wait, in whole seconds; no header where that is unknown. */
export function pauseHeader(retryAfterMs: unknown): Readonly<Record<string, string>> {
  if (typeof retryAfterMs !== 'number') return {};
  return { 'retry-after': `${Math.ceil(retryAfterMs / 1_000)}` };
}
