import { ConfigurationError } from '../core/errors.js';
import { clientAddress } from './client-address.js';
import { addressList } from './networks.js';
import type { Route } from './router.js';

/**
 * The networks that the platform calls from, by its regions. Ask the platform for them: this package contains none.
 *
 * @example
 * ```ts
 * import type { SourceNetworks } from 'custody-gateways/provider';
 *
 * const sourceNetworks: SourceNetworks = {
 *   singapore: ['192.0.2.0/28'],
 *   europe: ['198.51.100.7'],
 *   usa: ['2001:db8::/32'],
 * };
 * console.log(Object.keys(sourceNetworks));
 * ```
 */
export interface SourceNetworks {
  /** IP addresses, or networks in CIDR notation, of the platform's region Singapore. */
  readonly singapore?: readonly string[];
  /** IP addresses, or networks in CIDR notation, of the platform's region Europe. */
  readonly europe?: readonly string[];
  /** IP addresses, or networks in CIDR notation, of the platform's region USA. */
  readonly usa?: readonly string[];
  /** Your own networks, such as that of a monitor. */
  readonly others?: readonly string[];
}

/**
 * A check that throws the error made by `refused` for requests from other addresses, and for those whose address is
 * not known.
 *
 * @throws ConfigurationError for an entry that is neither an address nor a network, and where there are none at all.
 */
export function sourceCheck(
  networks: SourceNetworks | undefined,
  refused: (message: string) => Error,
): (request: Request) => void {
  if (networks === undefined) return () => undefined;
  const lists = Object.values(networks).flat();
  const isSource = addressList(lists);
  if (isSource === undefined || lists.length === 0) {
    throw new ConfigurationError('sourceNetworks', 'must be IP addresses or networks');
  }
  return (request) => {
    const address = clientAddress(request);
    if (address !== undefined && isSource(address)) return;
    throw refused('Requests are not taken from this address.');
  };
}

/** The same route, open only to requests from these networks. */
export function fromSource(route: Route, checkSource: (request: Request) => void): Route {
  return {
    ...route,
    handle: async (context) => {
      checkSource(context.request);
      return route.handle(context);
    },
  };
}
