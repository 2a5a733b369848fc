import { secureUrl } from '../core/secure-url.js';

/** Fireblocks' environments, by the names of its documentation. */
export type CustodyRegion = 'US' | 'EU' | 'EU2' | 'sandbox';

const EXPECTED = 'US, EU, EU2, sandbox or a URL';

const REGION_URLS: Readonly<Record<CustodyRegion, string>> = {
  US: 'https://api.fireblocks.io',
  EU: 'https://eu-api.fireblocks.io',
  EU2: 'https://eu2-api.fireblocks.io',
  sandbox: 'https://sandbox-api.fireblocks.io',
};

const KEY_SET_HOSTS: Readonly<Record<CustodyRegion, string>> = {
  US: 'keys.fireblocks.io',
  EU: 'eu-keys.fireblocks.io',
  EU2: 'eu2-keys.fireblocks.io',
  sandbox: 'sandbox-keys.fireblocks.io',
};

/**
 * The base URL, without `/v1`, for a region's name or any URL (a proxy, a sandbox). `https` only, except for
 * loopback: over plain HTTP a token could be read by others.
 *
 * @throws ConfigurationError naming `basePath`.
 */
export function resolveBaseUrl(basePath: string): string {
  const region = entryOf(REGION_URLS, basePath);
  if (region !== undefined) return region;
  const url = secureUrl(basePath, 'basePath', EXPECTED);
  return `${url.origin}${url.pathname}`.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+v1$/, '');
}

/**
 * Where the public keys of webhooks are, for a region's name or the URL of a key set.
 *
 * @throws ConfigurationError naming `keySet`.
 */
export function resolveKeySetUrl(keySet: string): string {
  const host = entryOf(KEY_SET_HOSTS, keySet);
  return host === undefined
    ? secureUrl(keySet, 'keySet', EXPECTED).href
    : `https://${host}/.well-known/jwks.json`;
}

function entryOf(entries: Readonly<Record<string, string>>, region: string): string | undefined {
  const found = Object.entries(entries).find(
    ([name]) => name.toLowerCase() === region.toLowerCase(),
  );
  return found?.[1];
}
