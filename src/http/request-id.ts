import { newUuid } from '../core/random.js';

/** The form that a foreign id may have: it goes into headers and logs unchanged. */
const SANE = /^[\w.:/+=-]{1,128}$/;

/** The id that the client or a proxy gave the request, when it has a safe form; else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return SANE.test(given) ? given : newUuid();
}
