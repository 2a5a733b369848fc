/** Where a request is to go, byte by byte. */
interface Target {
  readonly target: string;
  readonly mount: string;
}

const targets = new WeakMap<Request, Target>();

/**
 * Path and query as a request came in, byte by byte: what was signed. A `Request` keeps only what the
 * URL standard makes of them, with dots resolved and quotes escaped. Where the server itself makes the
 * `Request` (Bun, Deno, workers), and of a copy of one, that is all there is.
 *
 * `mount` is what a framework has cut off before, such as `/chain` behind `app.use('/chain', ...)` of Express.
 */
export function targetOf(request: Request): Target {
  const noted = targets.get(request);
  if (noted !== undefined) return noted;
  const { pathname, search } = new URL(request.url);
  return { target: pathname + search, mount: '' };
}

/** The path as the client has it. */
export function clientPathOf(request: Request): string {
  const { target, mount } = targetOf(request);
  return mount + target.replace(/\?.*/s, '');
}

/** Notes what {@link targetOf} gives for this very `Request`. */
export function withTarget(request: Request, target: string, mount = ''): Request {
  targets.set(request, { target, mount });
  return request;
}

/**
 * Path and query of a request line, without the scheme and host of the absolute form that proxies use
 * (RFC 9112, 3.2.2).
 *
 * @throws TypeError for what is no address of anything here, such as `*`.
 */
export function pathInTarget(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#\\]+/i, '');
  if (rest.startsWith('/')) return rest;
  if (rest !== target && (rest === '' || rest.startsWith('?'))) return `/${rest}`;
  throw new TypeError('no path');
}
