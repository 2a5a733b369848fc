import { concatBytes, utf8ToBytes } from '../core/bytes.js';
import { ConfigurationError, InvalidInputError } from '../core/errors.js';

/** A request as it is sent. */
export interface RequestDescription {
  /** Letters; signed in upper case. */
  readonly method: string;
  /** Path and query exactly as sent: percent-encoded, beginning with `/`, no host. */
  readonly path: string;
  /** The exact text or bytes that are sent. Left out, or empty, when nothing is sent. */
  readonly body?: string | Uint8Array | undefined;
}

/** How the path on the wire and the path in the message differ. */
export interface PathRules {
  /** The part of the path that the message leaves out: the path of the base URL, such as `/v2`. */
  readonly basePath?: string;
  /** Text that the message has in front of the path, such as `/fireblocks`; a setting of v1 providers. */
  readonly pathPrefix?: string;
}

/** The signed parts, besides the body. */
export interface MessageParts {
  readonly timestamp: string;
  readonly nonce: string;
  readonly method: string;
  /** After {@link PathRules}. */
  readonly path: string;
  readonly body: string | Uint8Array | undefined;
}

/** Letters only, so that the message can't be split into method and path in two ways. */
const METHOD = /^[a-z]{1,32}$/i;
/**
 * Characters that a URL does not encode, in its path and in its query
 * (https://url.spec.whatwg.org/#percent-encoded-bytes).
 */
const SENT_PATH = /^\/[!$-;=@-[\]_|~]*(\?[!$-;=?-~]*)?$/i;
const BODILESS = /^(?:GET|HEAD)$/i;

/** Timestamp, nonce, method, path and body, one after the other with nothing between. */
export function messageOf({ timestamp, nonce, method, path, body }: MessageParts): Uint8Array {
  const head = `${timestamp}${nonce}${method.toUpperCase()}${path}`;
  return body instanceof Uint8Array
    ? concatBytes(utf8ToBytes(head), body)
    : utf8ToBytes(head + (body ?? ''));
}

export function isBody(body: unknown): body is RequestDescription['body'] {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}

/** Whether a body, of either form, is not empty. */
export function hasBody({ body }: RequestDescription): boolean {
  return Boolean(body?.length);
}

/**
 * Whether the method never has a body. The message does not separate path and body, so a body here
 * could be the tail of a query that was cut off.
 */
export function isBodiless(method: string): boolean {
  return BODILESS.test(method);
}

export function isMethod(method: unknown): method is string {
  return typeof method === 'string' && METHOD.test(method);
}

export function isSentPath(path: unknown): path is string {
  return typeof path === 'string' && SENT_PATH.test(path);
}

/**
 * Checks the rules and returns a function that converts a path on the wire into the one in the message; it gives
 * `undefined` for a path outside of `basePath`.
 *
 * @throws ConfigurationError naming the setting that is wrong.
 */
export function pathRule(rules: PathRules): (path: string) => string | undefined {
  const base = checkedPrefix('basePath', rules.basePath);
  const prefix = checkedPrefix('pathPrefix', rules.pathPrefix);
  return (path) => {
    const rest = path.slice(base.length);
    const inside = path.startsWith(base) && (rest === '' || rest[0] === '/' || rest[0] === '?');
    return inside ? prefix + rest : undefined;
  };
}

function checkedPrefix(setting: string, given: string | undefined): string {
  if (given === undefined || given === '' || given === '/') return '';
  if (!isSentPath(given) || /[?#]/.test(given)) {
    throw new ConfigurationError(setting, 'must be a path without a query');
  }
  return given.replace(/\/$/, '');
}

/**
 * Checks a request that is about to be signed.
 *
 * @throws InvalidInputError naming the part that would be sent in another form than it is signed.
 */
export function checkDescription(request: RequestDescription): void {
  const { method, path, body } = request;
  if (!isMethod(method)) throw new InvalidInputError('method', 'must be letters, such as GET');
  if (!isSentPath(path) || sentPath(path) !== path) {
    throw new InvalidInputError('path', 'must be path and query of a URL');
  }
  if (!isBody(body)) throw new InvalidInputError('body', 'must be text or bytes');
  if (isBodiless(method) && hasBody(request)) {
    throw new InvalidInputError('body', `${method.toUpperCase()} has none`);
  }
}

/** The path that every client according to the URL standard sends: dots resolved, blanks escaped. */
function sentPath(path: string): string {
  const { pathname, search } = new URL(`http://host${path}`);
  return pathname + search;
}
