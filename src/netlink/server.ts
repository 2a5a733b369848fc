import * as z from 'zod/mini';
import { systemClock } from '../core/clock.js';
import { ConfigurationError, InvalidInputError, UnexpectedAnswerError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { isObject } from '../core/json.js';
import { knownOptions } from '../core/known-options.js';
import { jsonIn } from '../http/body.js';
import { clientAddress } from '../http/client-address.js';
import type { HttpFailure } from '../http/failures.js';
import { checkTime, inTime, readBytesInTime, type TimeLimit } from '../http/in-time.js';
import { jsonResponse } from '../http/responses.js';
import { type HttpHandler, type Route, routerFor, type UnroutedRequest } from '../http/router.js';
import { fromSource, type SourceNetworks, sourceCheck } from '../http/source-networks.js';
import type { RequestVerifier } from '../requests/verifier.js';
import { admitAsset, admitOperation, admitRequest } from './admission.js';
import { authenticKey } from './authentic.js';
import { docsRoutes } from './docs.js';
import { netlinkErrorResponse } from './error-answers.js';
import { NETLINK_ERRORS } from './error-codes.js';
import { NetlinkError } from './errors.js';
import { completeProvider, type OfferedProvider } from './offered.js';
import { type Exchange, OPERATIONS, type OperationName, orFault } from './operations.js';
import type { NetlinkCall, NetlinkProvider } from './provider.js';
import {
  type NetlinkRegistration,
  type NetlinkRegistrationSettings,
  netlinkRegistration,
} from './registration.js';
import { ACCOUNT_TYPES, type AccountType } from './values.js';
import { queryFields } from './wire.js';

/** Larger than any body of the protocol. */
const DEFAULT_MAX_BYTES = 64 * 1024;
const DEFAULT_TIMEOUT_MS = 30_000;

/** Settings of {@link netlinkServerHandler}. */
export interface NetlinkServerOptions {
  /**
   * Verifies every request. The path that it gets begins with `/v1`: leave its `basePath` out, and give a
   * `pathPrefix` if one was agreed.
   */
  readonly verifier: Pick<RequestVerifier, 'verify'>;
  /** The provider's registration, which decides the operations and account types that there are. */
  readonly registration: NetlinkRegistrationSettings;
  /** The account types between which internal transfers go. Default: all of the specification. */
  readonly accountTypes?: readonly AccountType[];
  /**
   * Where requests may come from; others are refused with 400017. Default: anywhere. Behind proxies tell
   * `toNodeListener` which of them to trust.
   */
  readonly sourceNetworks?: SourceNetworks;
  /**
   * Sees each authentic call before anything is done: the place for limits of your own. Refuses by throwing a
   * `NetlinkError`, such as `WITHDRAWALS_LIMITED` (400019), or one with status 429; its `retryAfterMs` is sent as
   * `Retry-After`. Default: no limits.
   */
  readonly admit?: (call: NetlinkCall) => void | Promise<void>;
  /** The part before `/v1` in request paths. Default: the path of `baseUrl`. */
  readonly basePath?: string;
  /**
   * How long a request may take to arrive whole, in milliseconds, how long the verification of its signature, and how
   * long the provider's answer to a read: if that is not there in time, it is 504. So is a call that moves money, if
   * `admit` and `listSupportedAssets` have not answered in time, and then it is not begun. Once it is begun, its end is
   * waited for. Default 30,000.
   */
  readonly timeoutMs?: number;
  /** The longest accepted body, in bytes. Default 64 KiB. */
  readonly maxBodyBytes?: number;
  /**
   * Serves an interactive page at `/api-docs` and its OpenAPI document at `/api-docs.json`, for the operations
   * that the provider is registered for, without a signature; only to callers from `sourceNetworks`, if these are
   * set. Default `false`: a caller that can't sign learns nothing.
   */
  readonly docs?: boolean;
  /**
   * Called for every request that fails: the place to log details that the answer doesn't show. Default: failures
   * that are not the caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure>;
}

/**
 * Serves a provider over network link v1 (0.9.13): the eleven paths and twelve operations, each request is
 * verified (400000 to 400003, 401 for an unknown API key), checked against the registration (400007, 400008,
 * 400013) and checked field by field (400010) before the provider's method is called. Operations that move money
 * or create an address accept only assets of `listSupportedAssets` (400009). Errors are `{ error, errorCode }`.
 *
 * The provider refuses with `NetlinkError`. Any other error, those of this package included, is answered with 500
 * and no details, since it does not prove that nothing was done, and passed to `onError`; so is an answer that
 * does not fit the protocol.
 *
 * Behind `toNodeListener`, the exact received bytes of path and query are verified and routed. If the server
 * itself makes the `Request` (Bun, Deno, workers), it has them in the form of the URL standard: clients that send
 * another form, such as a bare `'` in a query, are refused there with 400003.
 *
 * Methods that the registration excludes may be missing.
 *
 * @throws ConfigurationError naming the setting, or the method that the provider lacks.
 *
 * @example
 * ```ts
 * import { NETLINK_ERRORS, NetlinkError } from 'custody-gateways/netlink';
 * import { netlinkServerHandler } from 'custody-gateways/http';
 * import { RequestVerifier } from 'custody-gateways/requests';
 *
 * const authentication = {
 *   algorithm: 'hmac-sha512',
 *   preEncoding: 'plain',
 *   postEncoding: 'base64',
 * } as const;
 * const handler = netlinkServerHandler(
 *   {
 *     listAccounts: async () => [{ type: 'SPOT', balances: [] }],
 *     listSupportedAssets: async () => [],
 *     getTransactionById: async () => undefined,
 *     getTransactionByHash: async () => undefined,
 *     listTransactions: async () => ({ transactions: [], nextPageCursor: undefined }),
 *     transferInternal: async () => {
 *       throw new NetlinkError({ errorCode: NETLINK_ERRORS.INSUFFICIENT_FUNDS });
 *     },
 *   },
 *   {
 *     verifier: new RequestVerifier({ ...authentication, keys: { 'key-1': 'a shared secret' } }),
 *     registration: {
 *       displayName: 'Example Exchange',
 *       icon: '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>',
 *       apiKeyGuide: 'https://exchange.example/help/api-keys',
 *       baseUrl: 'https://exchange.example/netlink',
 *       mainAccountFundableType: 'SPOT',
 *       supportsWithdrawals: false,
 *       supportsDeposits: false,
 *       supportsSubAccounts: false,
 *       authentication,
 *     },
 *   },
 * );
 * const response = await handler(new Request('https://exchange.example/netlink/v1/accounts'));
 * await response.json(); // { error: 'X-FBAPI-KEY: missing-header', errorCode: 400000 }
 * ```
 */
export function netlinkServerHandler(
  provider: OfferedProvider,
  options: NetlinkServerOptions,
): HttpHandler {
  knownOptions(options, {
    verifier: 'any',
    registration: 'any',
    accountTypes: 'any',
    sourceNetworks: 'object',
    admit: 'function',
    basePath: 'string',
    timeoutMs: 'number',
    maxBodyBytes: 'any',
    docs: 'boolean',
    onError: 'function',
  });
  const settings = settingsOf(provider, options);
  const { registration } = settings;
  const checkSource = sourceCheck(options.sourceNetworks, notListed);
  const routes = Object.values(OPERATIONS).map((operation) => routeOf(operation, settings));
  const docs = options.docs === true ? docsRoutes(provider, registration) : [];
  return routerFor(
    [...routes, ...docs].map((route) => fromSource(route, checkSource)),
    {
      basePath: options.basePath ?? new URL(registration.baseUrl).pathname,
      onError: options.onError,
      // A caller that is not authentic learns of no path that there is.
      otherwise: async (unrouted) => {
        checkSource(unrouted.request);
        await authentic(unrouted, settings);
        return undefined;
      },
      answerError: netlinkErrorResponse,
    },
  );
}

interface Settings {
  readonly provider: NetlinkProvider;
  readonly registration: NetlinkRegistration;
  readonly verifier: NetlinkServerOptions['verifier'];
  readonly accountTypes: readonly AccountType[];
  readonly admit: NetlinkServerOptions['admit'];
  readonly maxBodyBytes: number;
  readonly limit: TimeLimit;
}

/** @throws ConfigurationError */
function settingsOf(provider: OfferedProvider, options: NetlinkServerOptions): Settings {
  const { verifier, admit, accountTypes = ACCOUNT_TYPES } = options;
  const { maxBodyBytes = DEFAULT_MAX_BYTES, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  if (typeof verifier?.verify !== 'function') {
    throw new ConfigurationError('verifier', 'must be a RequestVerifier');
  }
  if (!(maxBodyBytes > 0)) {
    throw new ConfigurationError('maxBodyBytes', 'must be bytes, above zero');
  }
  if (!Array.isArray(accountTypes)) {
    throw new ConfigurationError('accountTypes', 'must be a list of account types');
  }
  checkTime('timeoutMs', timeoutMs);
  const registration = netlinkRegistration(options.registration);
  return {
    provider: completeProvider(provider, registration),
    registration,
    verifier,
    accountTypes,
    admit,
    maxBodyBytes,
    limit: { timeoutMs, clock: systemClock },
  };
}

function routeOf(
  { name, kind, method, path, answer, read }: (typeof OPERATIONS)[OperationName],
  settings: Settings,
): Route {
  const { provider, registration, accountTypes } = settings;
  const handle: Route['handle'] = async (received) => {
    const { request, requestId, query } = received;
    const { apiKey, body } = await authentic(received, settings);
    const admitted = async (signal: AbortSignal) => {
      const from = clientAddress(request);
      const call = { apiKey, operation: name, requestId, clientAddress: from, signal };
      await orFault(async () => settings.admit?.(call));
      admitOperation(registration, name);
      const fields =
        method === 'GET' ? queryFields(query) : await bodyFields(request.headers, body);
      const { request: given, respond } = read(fields);
      admitRequest(registration, accountTypes, given);
      if (kind === 'write') {
        admitAsset(await orFault(() => provider.listSupportedAssets(call)), given);
      }
      const ask = async (by: NetlinkCall) => {
        const said = await respond(provider, by);
        checkReadable(name, answer, said);
        return jsonResponse(said);
      };
      return { call, ask };
    };
    const limit = { ...settings.limit, gone: request.signal };
    if (kind === 'read') {
      return inTime(limit, async (signal) => {
        const { call, ask } = await admitted(signal);
        return ask(call);
      });
    }
    // What moves money has no key by which its caller could ask again: it is not begun for a caller who no longer waits
    // for it, and once it is begun, its end is always waited for.
    const { call, ask } = await inTime(limit, admitted);
    return ask({ ...call, signal: request.signal });
  };
  return { method, path, handle };
}

/** Who has sent a request, and its body: once that has arrived in time, and was verified in time. */
async function authentic(
  { request, target }: Pick<UnroutedRequest, 'request' | 'target'>,
  { verifier, maxBodyBytes, limit }: Settings,
) {
  const body = await readBytesInTime(request, maxBodyBytes, limit);
  const verified = () => authenticKey(verifier, request, target, body);
  return { apiKey: await inTime({ ...limit, gone: undefined }, verified), body };
}

function notListed(error: string): NetlinkError {
  return new NetlinkError({ errorCode: NETLINK_ERRORS.IP_NOT_WHITELISTED, error });
}

/** A body that is no object has no fields; the error names the body and not its first field. */
async function bodyFields(
  headers: Headers,
  body: Uint8Array,
): Promise<Readonly<Record<string, unknown>>> {
  const fields = await jsonIn(headers, body);
  if (!isObject(fields)) throw new InvalidInputError('body', 'must be an object');
  return fields;
}

/** @throws UnexpectedAnswerError for an answer that a client could not read: no answer is better than a wrong one. */
function checkReadable(
  name: OperationName,
  { wire }: Exchange<unknown>['answer'],
  answer: unknown,
): void {
  const { error } = z.safeParse(wire, answer);
  if (error === undefined) return;
  const at = error.issues[0]?.path.join('.') || 'the answer';
  throw new UnexpectedAnswerError('provider', `${name}: ${at} is not as documented`);
}
