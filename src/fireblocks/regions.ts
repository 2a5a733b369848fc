import { secureUrl } from '../core/secure-url.js';

/** Fireblocks' environments, by the names of its documentation. */
export type CustodyRegion = 'US' | 'EU' | 'EU2' | 'sandbox';

const EXPECTED = 'US, EU, EU2, sandbox or a URL';

/** How the names of an environment's hosts begin. */
const REGIONS: Readonly<Record<CustodyRegion, string>> = {
  US: '',
  EU: 'eu-',
  EU2: 'eu2-',
  sandbox: 'sandbox-',
};

/**
 * The base URL, without `/v1`, for a region's name or any URL (a proxy, a sandbox). `https` only, except for
 * loopback: over plain HTTP a token could be read by others.
 *
 * @throws ConfigurationError naming `basePath`.
 */
export function resolveBaseUrl(basePath: string): string {
  const region = urlOf(basePath, 'api');
  if (region !== undefined) return region;
  const { href } = secureUrl(basePath, 'basePath', EXPECTED);
  return href.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+v1$/, '');
}

/**
 * Where the public keys of webhooks are, for a region's name or the URL of a key set.
 *
 * @throws ConfigurationError naming `keySet`.
 */
export function resolveKeySetUrl(keySet: string): string {
  const region = urlOf(keySet, 'keys');
  return region === undefined
    ? secureUrl(keySet, 'keySet', EXPECTED).href
    : `${region}/.well-known/jwks.json`;
}

function urlOf(region: string, service: string): string | undefined {
  const found = Object.entries(REGIONS).find(
    ([name]) => name.toLowerCase() === region.toLowerCase(),
  );
  return found && `https://${found[1]}${service}.fireblocks.io`;
}
