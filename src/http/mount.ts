import type { IncomingMessage } from 'node:http';

/**
 * The part that a framework has cut off a request's address: Express, Connect and frameworks built on them keep the
 * whole address as `originalUrl`. An address that was changed in any other way is used as it is.
 */
export function mountIn(incoming: IncomingMessage): string {
  const original = 'originalUrl' in incoming ? incoming.originalUrl : undefined;
  if (typeof original !== 'string') return '';
  const [path, query] = parts(original);
  const [rest, restQuery] = parts(incoming.url ?? '/');
  if (query !== restQuery) return '';
  const cut = cutOff(path, rest);
  // A path that begins with two slashes would be another host in every link.
  return /^\/(?![/\\])/.test(cut) ? cut : '';
}

function cutOff(path: string, rest: string): string {
  if (path.endsWith(rest)) return path.slice(0, path.length - rest.length);
  // Where the request is for the mount path itself, the framework leaves a slash.
  return rest === '/' ? path : '';
}

/** Path and query of an address, without the scheme and host that proxies add. */
function parts(url: string): readonly [path: string, query: string] {
  const [path = '', ...query] = url.replace(/^https?:\/\/[^/?#\\]+/i, '').split('?');
  return [path, query.join('?')];
}
