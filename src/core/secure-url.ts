import { ConfigurationError } from './errors.js';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The URL that a peer's paths are appended to: as it was given, without a slash at its end.
 *
 * @throws ConfigurationError naming `setting`.
 */
export function baseUrlOf(text: string, setting = 'baseUrl'): string {
  return secureUrl(text, setting).href.replace(/(?<!\/)\/+$/, '');
}

/**
 * Reads the URL of a peer: `https` only, except for loopback, since anyone on the network can read plain HTTP. With a
 * user in the URL, `fetch` would refuse it and repeat the password.
 *
 * @throws ConfigurationError naming `setting`.
 */
export function secureUrl(text: string, setting: string, expected = 'a URL'): URL {
  if (!URL.canParse(text)) throw new ConfigurationError(setting, `must be ${expected}`);
  const url = new URL(text);
  const loopback = LOOPBACK.has(url.hostname) && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !loopback) {
    throw new ConfigurationError(setting, 'must be an https URL');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError(setting, 'must have no user, query or fragment');
  }
  return url;
}
