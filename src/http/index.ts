/**
 * Serving over HTTP: handlers of the shape `(Request) => Promise<Response>`, errors as JSON, and the
 * bridge to node:http.
 *
 * @module http
 */
export { type ErrorBody, errorResponse } from './error-response.js';
export { HttpError, type HttpErrorCode } from './errors.js';
export { type NodeListener, toNodeListener } from './node-listener.js';
export type { HttpFailure, HttpHandler } from './router.js';
