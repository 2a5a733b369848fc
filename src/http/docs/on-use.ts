import { HttpError } from '../errors.js';

/** It needs Node, and what it loads is large. */
export const files = () => import('./files.js');

/** What is said of a part that a build was made without. */
export function missing(what: string): HttpError {
  return new HttpError('ROUTE_NOT_FOUND', `${what} is not part of this build.`);
}
