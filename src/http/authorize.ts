import { ConfigurationError } from '../core/errors.js';
import { HttpError } from './errors.js';

/** `true` is a yes. `403` is a no to somebody who is known, anything else is one to nobody: 401. */
export type Verdict = boolean | 401 | 403;

/** Says whether a request may do what its handler does. It sees the request before its body is read. */
export type Authorize = (
  request: Pick<Request, 'method' | 'url' | 'headers' | 'signal'>,
) => Verdict | Promise<Verdict>;

/**
 * What asks before anything else is done.
 *
 * @throws ConfigurationError when there is nobody to ask: a handler that acts for anyone is not started.
 */
export function authorised(authorize: Authorize | undefined): (request: Request) => Promise<void> {
  if (typeof authorize !== 'function') {
    throw new ConfigurationError('authorize', 'must be a function that says who may ask');
  }
  return async ({ method, url, headers, signal }) => {
    const verdict: unknown = await authorize({ method, url, headers, signal });
    if (verdict === true) return;
    const code = verdict === 403 ? 'FORBIDDEN' : 'UNAUTHORIZED';
    throw new HttpError(code, 'This caller may not do this.');
  };
}
