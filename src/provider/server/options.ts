import type { Clock } from '../../core/clock.js';
import type { Listener } from '../../core/events.js';
import type { Random } from '../../core/random.js';
import type { HttpFailure } from '../../http/failures.js';
import type { SourceNetworks } from '../../http/source-networks.js';
import type { PlatformSignatureVerifier } from '../../requests/platform.js';
import type { ResponseSigner } from '../../requests/responses.js';
import type { RequestVerifier } from '../../requests/verifier.js';
import type { Store } from '../../store/store.js';
import type { CapabilityRequirements } from '../schemas/capabilities.js';
import type { ProviderServerCall } from './call.js';
import type { ComponentAccounts } from './capabilities.js';
import type { ErrorVocabulary } from './error-answers.js';

/** A request that was answered, with any status. */
export interface ProviderAnswerEvent {
  /** From the request's `X-Request-Id` if that has a safe form, or made here; the answer carries it too. */
  readonly requestId: string;
  /** The HTTP method, as it was received. */
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  /** HTTP status of the answer. */
  readonly status: number;
  /** Milliseconds from the call of the handler until the answer was made; sending it is not included. */
  readonly durationMs: number;
}

/** Settings of {@link providerServerHandler}. */
export interface ProviderServerOptions {
  /** Verifies every request. Leave its `basePath` out: the path that it gets begins after this handler's own. */
  readonly verifier: Pick<RequestVerifier, 'verify'>;
  /**
   * Verifies `X-FB-PLATFORM-SIGNATURE` of off-exchange calls, with `enforcement` as it is set there; `off` checks
   * nothing. Required with the parts `collateral` and `collateralNotifications`, and the latter accepts only
   * signed requests.
   */
  readonly platform?: Pick<PlatformSignatureVerifier, 'verify'> | 'off';
  /** Signs the successful answers to off-exchange calls (`X-PROVIDER-SIGNATURE`). Default: they are not signed. */
  readonly responseSigner?: Pick<ResponseSigner, 'headers'>;
  /**
   * Keeps idempotent answers, unchanged, under hashes of key and API key. Default: this process's memory; several
   * processes, or one that may be restarted, need a store that they share.
   */
  readonly store?: Store;
  /** How long answers are kept after they were last requested. At least 72 hours. Default: 72 hours. */
  readonly retentionMs?: number;
  /** How long to wait for a process that works on a request and no longer renews its lease. Default 15 seconds. */
  readonly leaseMs?: number;
  /** The part before the API's paths in request paths, such as `/v2`. Default: nothing. */
  readonly basePath?: string;
  /** The declared version. Default `0.5.1`. */
  readonly version?: string;
  /** The accounts that have each component. Default: all (`*`) for each that is implemented. */
  readonly components?: ComponentAccounts;
  /** Declared requirements, such as `userIdentification`. Default: none. */
  readonly requirements?: CapabilityRequirements;
  /** The networks that requests may come from. Default: anywhere. */
  readonly sourceNetworks?: SourceNetworks;
  /** Default `spec`. */
  readonly errorVocabulary?: ErrorVocabulary;
  /** The `errorType` of a withdrawal that has to wait for a settlement. Default `settlement-required`. */
  readonly settlementRequiredErrorType?: string;
  /**
   * The path on which the platform hands over a settlement that is being forced, with both variables. Default
   * `/accounts/{accountId}/collateral/{collateralId}/settlements/force`.
   */
  readonly forcedSettlementPath?: string;
  /** The path of collateral notifications. Default `/collateral/notifications`. */
  readonly notificationsPath?: string;
  /**
   * How long a request may take to arrive whole, in milliseconds, and how long from there to its answer, the
   * verification of its signature included. Default 30,000.
   */
  readonly timeoutMs?: number;
  /** The longest accepted body, in bytes. Default 64 KiB. */
  readonly maxBodyBytes?: number;
  /**
   * Sees each authentic call before anything is done: the place for limits of your own. Refuses by
   * throwing a `ProviderRefusal`, such as one with status 429. Refusals with 401, 413, 415 and 429 are about this call
   * only, and nothing else is asked for it. With an `idempotencyKey`, any other is kept as the key's answer, as a
   * refusal of the provider is, unless the key has an answer already, or an earlier try has done what is asked for.
   */
  readonly admit?: (call: ProviderServerCall) => void | Promise<void>;
  /**
   * Serves an interactive page at `/api-docs` and its OpenAPI document at `/api-docs.json`, of the components
   * that this provider declares, without a signature; only to callers from `sourceNetworks`, if these are set.
   * Default `false`: a caller that can't sign learns nothing.
   */
  readonly docs?: boolean;
  /**
   * Called for every request that fails: the place to log details that the answer doesn't show. Default: failures
   * that are not the caller's fault are written with `console.error`, with their request id.
   */
  readonly onError?: Listener<HttpFailure>;
  /** Called for every answer. */
  readonly onAnswer?: Listener<ProviderAnswerEvent>;
  /** Default: the machine's clock. */
  readonly clock?: Clock;
  /** @internal */
  readonly random?: Random;
}
