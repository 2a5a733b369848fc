import { HttpError } from '../errors.js';

/** Loaded on use: it needs Node, and is large. */
export const files = () => import('./files.js');

/** The error for a part that a build left out. */
export function missing(what: string): HttpError {
  return new HttpError('ROUTE_NOT_FOUND', `${what} is not part of this build.`);
}
