import { ConfigurationError } from '../core/errors.js';

/** The custody's own environments, by the names of its documentation. */
export type CustodyRegion = 'US' | 'EU' | 'EU2' | 'sandbox';

const REGION_URLS: Readonly<Record<CustodyRegion, string>> = {
  US: 'https://api.fireblocks.io',
  EU: 'https://eu-api.fireblocks.io',
  EU2: 'https://eu2-api.fireblocks.io',
  sandbox: 'https://sandbox-api.fireblocks.io',
};

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The base URL, without `/v1`, for a region's name or any URL (a proxy, a sandbox). `https` only,
 * but for loopback: a token sent in clear is a token lost.
 *
 * @throws ConfigurationError naming `basePath`.
 */
export function resolveBaseUrl(basePath: string): string {
  const region = Object.entries(REGION_URLS).find(
    ([name]) => name.toLowerCase() === basePath.toLowerCase(),
  );
  if (region) return region[1];
  if (!URL.canParse(basePath)) {
    throw new ConfigurationError('basePath', 'must be US, EU, EU2, sandbox or a URL');
  }
  const url = new URL(basePath);
  const loopback = LOOPBACK.has(url.hostname) && url.protocol === 'http:';
  if (url.protocol !== 'https:' && !loopback) {
    throw new ConfigurationError('basePath', 'must be an https URL');
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigurationError('basePath', 'must have no user, query or fragment');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '').replace(/\/+v1$/, '');
}
