import { ConfigurationError } from '../core/errors.js';
import { HttpError } from './errors.js';

/**
 * Says whether a request may do what its handler does. It sees the request before its body is read;
 * anything but `true` is a no.
 */
export type Authorize = (
  request: Pick<Request, 'method' | 'url' | 'headers' | 'signal'>,
) => boolean | Promise<boolean>;

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
    if (verdict !== true) throw new HttpError('UNAUTHORIZED', 'This caller may not do this.');
  };
}
