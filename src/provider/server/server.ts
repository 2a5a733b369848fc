import { ConfigurationError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { jsonIn } from '../../http/body.js';
import { clientAddress } from '../../http/client-address.js';
import { HttpError } from '../../http/errors.js';
import { inTime, readBytesInTime } from '../../http/in-time.js';
import { clientPathOf } from '../../http/request-target.js';
import {
  type HttpHandler,
  type Route,
  routerFor,
  type UnroutedRequest,
} from '../../http/router.js';
import type { ReceivedRequest } from '../../requests/received.js';
import { authenticKey, platformSigned } from './admission.js';
import { type Answer, responseOf } from './answer.js';
import type { ProviderServerCall } from './call.js';
import { docsRoutes } from './docs.js';
import { errorAnswer } from './error-answers.js';
import type { ProviderServerOptions } from './options.js';
import { byProvider, type Demand, paramsOf, performed } from './performance.js';
import type { Provider } from './provider.js';
import { isKept, isRefusal, ProviderRefusal } from './refusal.js';
import type { Serving } from './serving.js';
import { servings } from './servings.js';
import { type Settings, settingsOf } from './settings.js';

type RouteContext = Parameters<Route['handle']>[0];

/**
 * Serves a provider over the Provider Connectivity API v2 (0.5.1): all 50 operations, the account-less
 * list of withdrawal methods, forced settlement and collateral notifications.
 *
 * Each request is verified first (400 naming the header, 401 for the key), for every path; then its component has
 * to exist, path, query and body must be as documented (400), the account must belong to the caller (404), and
 * the request must follow the rules of the API. Only then is the provider called. A request with an
 * `idempotencyKey` is carried out once, across crashes and processes that share a `store`.
 *
 * The provider refuses with `ProviderRefusal`. Any other error is answered with 500 and no details, and passed to
 * `onError`; so is an answer that is not as documented.
 *
 * Behind `toNodeListener`, the exact received bytes of path and query are verified and routed. If the server
 * itself makes the `Request` (Bun, Deno, workers), it has them in the form of the URL standard: clients that send
 * another form, such as a bare `'` in a query, are refused there.
 *
 * @throws ConfigurationError naming the setting.
 *
 * @example
 * ```ts
 * import { providerServerHandler } from 'custody-gateways/http';
 * import { ProviderAccounts, type Provider } from 'custody-gateways/provider';
 * import { RequestSigner, RequestVerifier } from 'custody-gateways/requests';
 *
 * const main = { id: 'main', title: 'Main', status: 'active' };
 * const provider: Provider = {
 *   accounts: {
 *     list: async () => [main],
 *     get: async (accountId) => (accountId === main.id ? main : undefined),
 *   },
 *   balances: {
 *     list: async () => [
 *       { id: 'b-1', asset: { nationalCurrencyCode: 'USD' }, availableAmount: '12.50' },
 *     ],
 *   },
 * };
 * const scheme = { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'base64' } as const;
 * const handler = providerServerHandler(provider, {
 *   verifier: new RequestVerifier({ ...scheme, keys: { 'key-1': 'a shared secret' } }),
 * });
 *
 * const accounts = new ProviderAccounts({
 *   baseUrl: 'https://provider.example',
 *   signer: new RequestSigner({ ...scheme, apiKey: 'key-1', secret: 'a shared secret' }),
 *   fetch: (url, init) => handler(new Request(url, init)), // leave it out
 * });
 * (await accounts.get('main')).title; // 'Main'
 * ```
 */
export function providerServerHandler(
  provider: Provider,
  options: ProviderServerOptions,
): HttpHandler {
  if (!isObject(provider)) throw new ConfigurationError('provider', 'must be an object');
  const settings = settingsOf(provider, options);
  const { basePath, words, clock, timeoutMs, tellAnswer } = settings;
  const served = servings(settings);
  const routes = served.map(
    (serving): Route => ({
      method: serving.operation.method,
      path: serving.operation.path.replace(/\{(\w+)\}/g, ':$1'),
      handle: async (context) => {
        const received = await receivedFrom(settings, context);
        // A call that moves money is not aborted when its caller disconnects.
        const isRead = serving.operation.kind === 'read';
        const gone = isRead ? context.request.signal : undefined;
        return inTime({ timeoutMs, gone, clock }, (signal) =>
          handled(provider, settings, serving, { context, received, signal }),
        );
      },
    }),
  );
  const docs = options.docs === true ? docsRoutes(settings, served) : [];
  const route = routerFor([...routes, ...docs], {
    basePath,
    onError: options.onError,
    otherwise: async (unrouted) => {
      const received = await receivedFrom(settings, unrouted);
      return inTime({ timeoutMs, gone: undefined, clock }, () =>
        refuseUnrouted(settings, unrouted, received),
      );
    },
    answerError: (error) => responseOf(errorAnswer(error, words)),
  });
  return async (request) => {
    const startedAt = clock.monotonic();
    const response = await route(request);
    tellAnswer({
      requestId: response.headers.get('x-request-id') ?? '',
      method: request.method,
      path: clientPathOf(request),
      status: response.status,
      durationMs: clock.monotonic() - startedAt,
    });
    return response;
  };
}

/** A request that has arrived as a whole. */
type Received = ReceivedRequest & { readonly body: Uint8Array };

interface Arrival {
  readonly context: RouteContext;
  readonly received: Received;
  /** Fires when its time is up. */
  readonly signal: AbortSignal;
}

async function handled(
  provider: Provider,
  settings: Settings,
  serving: Serving,
  { context, received, signal }: Arrival,
): Promise<Response> {
  const { operation } = serving;
  const { verifier, platform, responseSigner } = settings;
  const apiKey = await authenticKey(verifier, received);
  const isPlatform = operation.platform === true;
  const isSigned = isPlatform && (await platformSigned(platform, received));
  const { request } = context;
  const wantsBody = operation.kind !== 'read' && operation.body !== undefined;
  // The signed message doesn't show where the path ends: a body could be the end of another address.
  if (operation.method === 'DELETE' && received.body.length > 0) throw bodyOfDelete();
  const body = wantsBody ? await jsonIn(request.headers, received.body) : undefined;
  const idempotencyKey = keyIn(serving, body);
  const call: ProviderServerCall = {
    apiKey,
    operation: operation.name,
    requestId: context.requestId,
    idempotencyKey,
    initiatedBy: request.headers.get('x-fbapi-initiated-by') ?? undefined,
    approvedBy: request.headers.get('x-fbapi-approved-by') ?? undefined,
    signedBy: request.headers.get('x-fbapi-signed-by') ?? undefined,
    platformSigned: isSigned,
    clientAddress: clientAddress(request),
    signal,
  };
  const refused = await refusalBy(settings, call);
  const params = paramsOf(serving, context);
  const demand: Demand = { serving, context, params, path: received.path, body, call, refused };
  const answer =
    idempotencyKey === undefined
      ? await performed(provider, settings, demand, false)
      : await once(provider, settings, demand, idempotencyKey);
  const signature =
    isPlatform && answer.status < 300
      ? await responseSigner?.headers(received, answer.body)
      : undefined;
  return responseOf({ ...answer, headers: { ...answer.headers, ...signature } });
}

/**
 * The refusal of a request with an idempotency key: it counts where the key has no answer yet.
 *
 * @throws ProviderRefusal any other refusal of `admit`: it is about this try only.
 * @throws ProviderFault when `admit` fails.
 */
async function refusalBy(
  { admit }: Settings,
  call: ProviderServerCall,
): Promise<ProviderRefusal | undefined> {
  try {
    await byProvider(async () => admit?.(call));
  } catch (error) {
    if (call.idempotencyKey && isRefusal(error) && isKept(error.status)) return error;
    throw error;
  }
  return undefined;
}

function bodyOfDelete(): ProviderRefusal {
  const message = 'The request must have no body.';
  return new ProviderRefusal('schema-error', { message, requestPart: 'body' });
}

/** The request as it was signed: its path begins after this handler's own. */
async function receivedFrom(
  { checkSource, maxBodyBytes, timeoutMs, clock }: Settings,
  { request, target }: Pick<RouteContext, 'request' | 'target'>,
): Promise<Received> {
  checkSource(request);
  const body = await readBytesInTime(request, maxBodyBytes, { timeoutMs, clock });
  const { method, headers } = request;
  return { method, path: target, headers, body };
}

/** An invalid key is refused when the body is checked. */
function keyIn({ operation }: Serving, body: unknown): string | undefined {
  if (operation.kind !== 'keyed' || !isObject(body)) return undefined;
  const { idempotencyKey } = body;
  return typeof idempotencyKey === 'string' && idempotencyKey !== '' ? idempotencyKey : undefined;
}

/** Carried out once for each key. Failures are answers too, and are kept like them. */
function once(
  provider: Provider,
  settings: Settings,
  demand: Demand,
  idempotencyKey: string,
): Promise<Answer> {
  const { serving, context, params, path, body, call } = demand;
  const { idempotency, words, tellError } = settings;
  const { operation } = serving;
  const { requestId, request } = context;
  const work = async (recovering: boolean): Promise<Answer> => {
    try {
      return await performed(provider, settings, demand, recovering);
    } catch (error) {
      const answer = errorAnswer(error, words);
      tellError({ requestId, method: request.method, path: context.path, error }, answer.status);
      return answer;
    }
  };
  const { apiKey, signal } = call;
  const content = [operation.method, path, body];
  // By the account's id and not by the path, which can be spelt in several ways.
  const scope = [apiKey, operation.name, params.accountId];
  const keyed = { scope, idempotencyKey, content };
  return idempotency.once(keyed, work, signal);
}

/** Without a correct signature, a caller does not learn which paths exist. */
async function refuseUnrouted(
  { verifier }: Settings,
  unrouted: UnroutedRequest,
  received: Received,
): Promise<Response> {
  await authenticKey(verifier, received);
  const { method } = unrouted.request;
  const { methods } = unrouted;
  const message = `Cannot ${method} ${received.path.split('?')[0]?.slice(0, 512)}`;
  if (methods.length === 0) throw new HttpError('ROUTE_NOT_FOUND', message);
  const body = JSON.stringify({ message, errorType: 'bad-request' });
  return responseOf({ status: 405, body, headers: { allow: methods.join(', ') } });
}
