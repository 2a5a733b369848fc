import { ConfigurationError } from '../core/errors.js';
import { HttpError } from './errors.js';

/** `true` allows the request. `403` refuses a known caller; any other value refuses an unknown one, with 401. */
export type Verdict = boolean | 401 | 403;

/** Decides whether a request may do what its handler does. It sees the request before its body is read. */
export type Authorize = (
  request: Pick<Request, 'method' | 'url' | 'headers' | 'signal'>,
) => Verdict | Promise<Verdict>;

/** The options of handlers that act for others: see `knownOptions`. */
export const proxyShapes = { authorize: 'any', basePath: 'string', onError: 'function' } as const;

/**
 * Checks a request before anything else is done.
 *
 * @throws ConfigurationError when `authorize` is missing: a handler that would act for every caller does not start.
 */
export function authorised(authorize: Authorize | undefined): (request: Request) => Promise<void> {
  if (typeof authorize !== 'function') {
    throw new ConfigurationError('authorize', 'must be a function that decides who may call');
  }
  return async ({ method, url, headers, signal }) => {
    const verdict: unknown = await authorize({ method, url, headers, signal });
    if (verdict === true) return;
    const code = verdict === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED';
    throw new HttpError(code, 'This caller may not do this.');
  };
}
