const addresses = new WeakMap<Request, string>();

/**
 * Where a request came from, as an IP address: what `toNodeListener` saw, or what the proxies that it
 * trusts say. `undefined` for a `Request` that somebody else made, until {@link withClientAddress}
 * says it.
 */
export function clientAddress(request: Request): string | undefined {
  return addresses.get(request);
}

/**
 * Says where a request came from, for a server that makes the `Request` itself (Bun, Deno, workers).
 * Gives the same `Request`.
 *
 * @example
 * ```ts
 * import { clientAddress, withClientAddress } from 'custody-gateways/http';
 *
 * const request = withClientAddress(new Request('https://provider.example/'), '192.0.2.1');
 * clientAddress(request); // '192.0.2.1'
 * ```
 */
export function withClientAddress(request: Request, address: string): Request {
  addresses.set(request, address);
  return request;
}

/**
 * The address behind proxies: going back through `X-Forwarded-For`, the first that is no trusted proxy.
 * Whoever isn't trusted may have written anything there, so its own address is the last that counts.
 */
export function addressBehind(
  peer: string,
  forwardedFor: string | null,
  isTrusted: (address: string) => boolean,
): string {
  const hops = (forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  let address = peer;
  while (isTrusted(address)) {
    const before = hops.pop();
    if (before === undefined) return address;
    address = before;
  }
  return address;
}
