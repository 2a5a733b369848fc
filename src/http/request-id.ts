import { newUuid } from '../core/random.js';

/** What another's id may look like here: it goes into headers and logs as it is. */
const SANE = /^[\w.:/+=-]{1,128}$/;

/** The id that the client or a proxy gave the request, when it is fit to be repeated; else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return SANE.test(given) ? given : newUuid();
}
