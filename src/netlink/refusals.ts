import { type GatewayError, RateLimitedError } from '../core/errors.js';
import { type HttpAnswer, retryAfterMs } from '../core/http.js';
import { isObject, jsonIn } from '../core/json.js';
import { excerpt } from '../core/shown.js';
import { NetlinkError, type NetlinkErrorParts } from './errors.js';

/** The peer of a {@link NetlinkClient}, in errors and events. */
export const PEER = 'provider';

const MAX_BODY = 16_384;
/** Removing shorter ones would damage every text. */
const MIN_SECRET = 4;

/**
 * The error for an answer that is no success. The documented body is `{ error, errorCode }`; any other body still
 * gives a status and a body. Credentials of the request that the answer repeats do not get into our errors.
 */
export function refusalOf(
  answer: HttpAnswer,
  credentials: readonly string[],
  now: number,
): GatewayError {
  const { status, headers } = answer;
  const said = described(answer.text);
  const pauseMs = retryAfterMs(headers, now);
  const error = new NetlinkError({
    status,
    retryAfterMs: pauseMs,
    errorCode: said.errorCode,
    error: said.error && excerpt(hidden(said.error, credentials)),
    body: hidden(answer.text, credentials).slice(0, MAX_BODY),
  });
  if (status !== 429) return error;
  return new RateLimitedError(PEER, pauseMs, { cause: error, details: error.details });
}

/** Reads a number, even if it comes as text. */
function described(text: string): Pick<NetlinkErrorParts, 'error' | 'errorCode'> {
  const body = jsonIn(text);
  if (!isObject(body)) return {};
  const error = [body.error, body.message].find((said) => typeof said === 'string');
  return { error, errorCode: codeIn(body.errorCode) };
}

/**
 * Some JSON writers escape what a signature or key may have beside letters, and a JSON text may be inside another. A
 * match begins only at the first of several backslashes: from each of them, a body full of them would take very long.
 */
function hidden(text: string, credentials: readonly string[]): string {
  const plain = text.replace(/(?<!\\)\\+(?:\/|u00(2b|2f|3d))/gi, (_, code = '2f') =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return credentials
    .filter((credential) => credential.length >= MIN_SECRET)
    .reduce((shown, credential) => shown.replaceAll(credential, '[hidden]'), plain);
}

/** A number, or a text of digits; an empty text or a list with one number is none. */
function codeIn(given: unknown): number | undefined {
  const code = typeof given === 'string' && /^\d+$/.test(given) ? Number(given) : given;
  return typeof code === 'number' && Number.isSafeInteger(code) ? code : undefined;
}
