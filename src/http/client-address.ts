const addresses = new WeakMap<Request, string>();

/**
 * The IP address that a request came from: the one that `toNodeListener` saw, or the one that its trusted proxies
 * report. `undefined` for a `Request` that another server made, until {@link withClientAddress} sets it.
 */
export function clientAddress(request: Request): string | undefined {
  return addresses.get(request);
}

/**
 * Sets the address that a request came from, for a server that makes the `Request` itself (Bun, Deno, workers).
 * Returns the same `Request`.
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
 * The client's address behind proxies: the last entry of `X-Forwarded-For`, read backwards, that is no trusted proxy.
 * An untrusted client may have written anything before it, so its own address is the last that counts.
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
