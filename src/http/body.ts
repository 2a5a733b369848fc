import { InvalidInputError } from '../core/errors.js';
import { HttpError } from './errors.js';
import { bodyAlreadyRead, parsedBodyOf } from './parsed-body.js';

/** The largest body, in bytes, unless a route sets another limit. */
const DEFAULT_MAX_BYTES = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/**
 * The body's bytes, counted as they arrive: an announced length may be wrong or missing.
 *
 * @throws HttpError `BODY_TOO_LARGE` as soon as there is more than `maxBytes`, `BODY_ALREADY_READ`.
 * @throws InvalidInputError when the body breaks off.
 */
export async function readBytes(
  request: Request,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (request.bodyUsed || request.body?.locked) throw bodyAlreadyRead();
  const reader = request.body?.getReader();
  // Copied on arrival: chunks of one byte would otherwise take a hundred times their size in memory.
  let bytes = new Uint8Array(0);
  let size = 0;
  for (;;) {
    if (size > maxBytes || announced > maxBytes) {
      await reader?.cancel();
      throw tooLarge(maxBytes);
    }
    const { value } = (await reader?.read().catch(brokenOff)) ?? {};
    if (value === undefined) return bytes.slice(0, size);
    bytes = withRoom(bytes, size + value.length);
    bytes.set(value, size);
    size += value.length;
  }
}

function withRoom(bytes: Uint8Array<ArrayBuffer>, size: number): Uint8Array<ArrayBuffer> {
  if (size <= bytes.length) return bytes;
  const larger = new Uint8Array(Math.max(size, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

/**
 * A client that sends half of a body is at fault, or has gone away. Errors of the server's own are passed on
 * unchanged.
 */
function brokenOff(cause: unknown): never {
  if (cause instanceof HttpError) throw cause;
  throw new InvalidInputError('body', 'must arrive whole', { cause });
}

/**
 * The body as text.
 *
 * @throws InvalidInputError when it is not UTF-8.
 * @throws HttpError `BODY_TOO_LARGE`.
 */
export async function readText(request: Request, maxBytes?: number): Promise<string> {
  return textOf(await readBytes(request, maxBytes));
}

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new InvalidInputError('body', 'must be UTF-8');
  }
}

/**
 * The body as JSON.
 *
 * @throws HttpError `UNSUPPORTED_MEDIA_TYPE` when its content type isn't JSON, `BODY_TOO_LARGE`, and
 * `BODY_ALREADY_READ` where a body parser has read it and may have rounded a number.
 * @throws InvalidInputError when there is no body, or it is not JSON.
 */
export async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  return jsonIn(request.headers, await readJsonBytes(request, maxBytes));
}

/**
 * The body as JSON, or `{}` where there is none.
 *
 * @throws what {@link readJson} throws, except for a missing body.
 */
export async function readOptionalJson(request: Request, maxBytes?: number): Promise<unknown> {
  const bytes = await readJsonBytes(request, maxBytes);
  return bytes.length === 0 ? {} : jsonIn(request.headers, bytes);
}

/**
 * The bytes of JSON, or JSON written again from a body parser's value, where no number was rounded. Only for requests
 * that are not signed: a signature is over the exact bytes.
 */
async function readJsonBytes(
  request: Request,
  maxBytes: number = DEFAULT_MAX_BYTES,
): Promise<Uint8Array> {
  const parsed = parsedBodyOf(request);
  if (parsed === undefined) return readBytes(request, maxBytes);
  assertJson(request.headers);
  const { jsonAgain } = await import('./json-again.js');
  const bytes = jsonAgain(parsed);
  if (bytes.length > maxBytes) throw tooLarge(maxBytes);
  return bytes;
}

/**
 * JSON in a body that was read before, for code that first needs its bytes.
 *
 * @throws HttpError `UNSUPPORTED_MEDIA_TYPE` when its content type isn't JSON.
 * @throws InvalidInputError when there is none, or it is not JSON.
 */
export async function jsonIn(headers: Headers, bytes: Uint8Array): Promise<unknown> {
  if (bytes.length > 0) assertJson(headers);
  const text = textOf(bytes);
  if (text.trim() === '') throw new InvalidInputError('body', 'is required');
  const value = parsed(text);
  const { assertExactJson } = await import('../core/exact-json.js');
  assertExactJson(text);
  return value;
}

function assertJson(headers: Headers): void {
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (JSON_TYPE.test(headers.get('content-type') ?? '') && encoding === 'identity') return;
  throw new HttpError('UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
}

function tooLarge(maxBytes: number): HttpError {
  return new HttpError('BODY_TOO_LARGE', `The body has more than ${maxBytes} bytes.`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidInputError('body', 'must be JSON');
  }
}
