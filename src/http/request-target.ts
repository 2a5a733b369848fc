/** The address of a request, byte by byte. */
interface Target {
  readonly target: string;
  readonly mount: string;
}

const targets = new WeakMap<Request, Target>();

/**
 * Path and query as a request came in, byte by byte: these were signed. A `Request` keeps only their normalized form,
 * with dots resolved and quotes escaped by the URL standard. Where the server itself makes the `Request` (Bun, Deno,
 * workers), and for a copy of one, only that form is available.
 *
 * `mount` is the part that a framework has cut off, such as `/chain` behind `app.use('/chain', ...)` of Express.
 */
export function targetOf(request: Request): Target {
  const noted = targets.get(request);
  if (noted !== undefined) return noted;
  const { pathname, search } = new URL(request.url);
  return { target: pathname + search, mount: '' };
}

/** The path that the client used. */
export function clientPathOf(request: Request): string {
  const { target, mount } = targetOf(request);
  return mount + target.replace(/\?.*/s, '');
}

/** Stores the target that {@link targetOf} returns for this `Request` object. */
export function withTarget(request: Request, target: string, mount = ''): Request {
  targets.set(request, { target, mount });
  return request;
}

/**
 * Path and query of a request line, without the scheme and host of the absolute form that proxies use
 * (RFC 9112, 3.2.2).
 *
 * @throws TypeError for a target that is no address on this server, such as `*`.
 */
export function pathInTarget(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#\\]+/i, '');
  if (rest.startsWith('/')) return rest;
  if (rest !== target && (rest === '' || rest.startsWith('?'))) return `/${rest}`;
  throw new TypeError('no path');
}
