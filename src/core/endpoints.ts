import { ConfigurationError } from './errors.js';
import { isObject, isPlain } from './json.js';
import { operatorOf } from './operators.js';
import { baseUrlOf } from './secure-url.js';

/** An endpoint and the headers of every request to it. */
export interface ResolvedEndpoint {
  readonly url: string;
  /** The name of the operator that runs it. */
  readonly operator: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers for every endpoint that sets none of its own. */
export interface SharedHeaders {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EndpointRules {
  /** The name of the setting, for errors. */
  readonly setting: string;
  readonly shared: SharedHeaders;
  /** The header that carries a key. */
  readonly keyHeader: (key: string) => Readonly<Record<string, string>>;
  /** Checks a URL. Default: a base to which paths are appended. */
  readonly urlOf?: (text: string, setting: string) => string;
}

/**
 * Reads one endpoint or a list of them: each a URL, or `{ url, operator, apiKey, headers }`.
 *
 * @throws ConfigurationError naming the setting, `operator`, `apiKey` or `headers`.
 */
export function resolveEndpoints(
  given: unknown,
  { setting, shared, keyHeader, urlOf = baseUrlOf }: EndpointRules,
): readonly ResolvedEndpoint[] {
  const own = headersOf(shared, '', keyHeader);
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (list.length === 0) throw new ConfigurationError(setting, 'must not be empty');
  return list.map((endpoint) => {
    const {
      url,
      operator: named,
      apiKey,
      headers,
      ...others
    }: Record<string, unknown> = isObject(endpoint) ? endpoint : { url: endpoint };
    refuseOthers(endpoint, others, setting);
    if (typeof url !== 'string') throw new ConfigurationError(setting, 'must be a URL');
    const text = urlOf(url, setting);
    const operator = operatorOf(text, named, setting);
    // A key or header of one provider is never sent to another.
    return isObject(endpoint)
      ? { url: text, operator, headers: headersOf({ apiKey, headers }, `${setting}.`, keyHeader) }
      : { url: text, operator, headers: own };
  });
}

/**
 * An object of a class, such as a network of the sandbox, may have members of its own.
 *
 * @throws ConfigurationError for what was given besides the names that are known.
 */
export function refuseOthers(given: unknown, others: object, setting: string): void {
  const [unknown] = Object.keys(others);
  if (unknown && isObject(given) && isPlain(given))
    throw new ConfigurationError(`${setting}.${unknown}`, 'is no option');
}

function headersOf(
  { apiKey, headers }: { readonly apiKey?: unknown; readonly headers?: unknown },
  prefix: string,
  keyHeader: EndpointRules['keyHeader'],
): Readonly<Record<string, string>> {
  if (apiKey !== undefined && (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))) {
    throw new ConfigurationError(`${prefix}apiKey`, 'must be visible ASCII characters');
  }
  try {
    const all = { ...(apiKey ? keyHeader(apiKey) : {}), ...texts(headers) };
    return Object.fromEntries(new Headers(all));
  } catch {
    // The reason would repeat the value.
    throw new ConfigurationError(`${prefix}headers`, "can't all be sent");
  }
}

/** What belongs to a connection or a body: with a value of the caller's the request would hang, or not be sent. */
const OF_REQUESTS = /^(?:connection|content-length|host|transfer-encoding)$/i;

/** @throws TypeError for what would be sent as `undefined` or as `[object Object]`, or not be read: a Map's. */
function texts(headers: unknown = {}): Record<string, string> {
  if (!isObject(headers) || !isPlain(headers)) throw new TypeError();
  const all: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string' || OF_REQUESTS.test(name)) throw new TypeError();
    all[name] = value;
  }
  return all;
}
