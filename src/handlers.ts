/**
 * Serving over HTTP. Everything here makes an {@link HttpHandler}, a function from a `Request` to a `Response`. Hono,
 * Next.js, Bun and Deno accept it directly; {@link toNodeListener} adapts it to node:http, Express and Fastify. An
 * import loads no more than the code that it serves with.
 *
 * - A gateway: {@link xrplHandler}, {@link aptosHandler}, {@link stacksHandler}, all with
 *   {@link GatewayHandlerOptions}, and counted by {@link gatewayMetrics}.
 * - A provider of the v2 API: {@link providerServerHandler}; of network link v1: {@link netlinkServerHandler}.
 * - A proxy that signs the requests that it passes on: {@link providerProxyHandler}, {@link netlinkProxyHandler},
 *   {@link requestSignerHandler}.
 * - Your own routes beside them can answer errors in the same form with {@link errorResponse}.
 *
 * @module http
 */
export { aptosHandler } from './aptos/handler.js';
export type { Authorize, Verdict } from './http/authorize.js';
export { clientAddress, withClientAddress } from './http/client-address.js';
export { type ErrorBody, errorResponse } from './http/error-response.js';
export { HttpError, type HttpErrorCode } from './http/errors.js';
export type { HttpFailure } from './http/failures.js';
export {
  type NodeListener,
  type NodeListenerOptions,
  toNodeListener,
} from './http/node-listener.js';
export {
  type HeaderSigner,
  type RequestSignerHandlerOptions,
  requestSignerHandler,
} from './http/request-signer.js';
export type { HttpHandler, RouterOptions, UnroutedRequest } from './http/router.js';
export { type NetlinkProxyOptions, netlinkProxyHandler } from './netlink/proxy.js';
export { type NetlinkServerOptions, netlinkServerHandler } from './netlink/server.js';
export { type ProviderProxyOptions, providerProxyHandler } from './provider/proxy.js';
export type { ProviderAnswerEvent, ProviderServerOptions } from './provider/server/options.js';
export { providerServerHandler } from './provider/server/server.js';
export type { GatewayHandlerOptions } from './server/handler.js';
export {
  type GatewayMetrics,
  gatewayMetrics,
  type SeenTransaction,
  type ServedOperation,
} from './server/metrics.js';
export type { CorsOptions } from './server/origins.js';
export type { DependencyHealth, NodeHealth, Readiness } from './server/readiness.js';
export { stacksHandler } from './stacks/handler.js';
export { xrplHandler } from './xrpl/handler.js';
