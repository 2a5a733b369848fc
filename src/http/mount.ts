import type { IncomingMessage } from 'node:http';

/**
 * What a framework has cut off a request's address: Express, Connect and what is built on them keep the whole
 * of it as `originalUrl`. An address that was changed in any other way is taken as it is.
 */
export function mountIn(incoming: IncomingMessage): string {
  const original = 'originalUrl' in incoming ? incoming.originalUrl : undefined;
  if (typeof original !== 'string') return '';
  const [path, query] = parts(original);
  const [rest, restQuery] = parts(incoming.url ?? '/');
  if (query !== restQuery) return '';
  const cut = cutOff(path, rest);
  // What begins with two slashes would be another host wherever it is a link.
  return /^\/(?![/\\])/.test(cut) ? cut : '';
}

function cutOff(path: string, rest: string): string {
  if (path.endsWith(rest)) return path.slice(0, path.length - rest.length);
  // Of the very path that something is mounted at, a slash is left.
  return rest === '/' ? path : '';
}

/** Path and query of an address, without the scheme and host that proxies give it. */
function parts(url: string): readonly [path: string, query: string] {
  const [path = '', ...query] = url.replace(/^https?:\/\/[^/?#\\]+/i, '').split('?');
  return [path, query.join('?')];
}
