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

/** A request that was answered, however. */
export interface ProviderAnswerEvent {
  readonly requestId: string;
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
}

/** Settings of {@link providerServerHandler}. */
export interface ProviderServerOptions {
  /**
   * Verifies every request. Leave its `basePath` out: the path that it gets begins behind this
   * handler's own.
   */
  readonly verifier: Pick<RequestVerifier, 'verify'>;
  /**
   * Verifies `X-FB-PLATFORM-SIGNATURE` of off-exchange calls, with `enforcement` as it is set there;
   * `off` looks at nothing. Required with the parts `collateral` and `collateralNotifications`, and the
   * latter takes nothing that is not signed.
   */
  readonly platform?: Pick<PlatformSignatureVerifier, 'verify'> | 'off';
  /** Signs the answers to off-exchange calls (`X-PROVIDER-SIGNATURE`). Default: they are not signed. */
  readonly responseSigner?: Pick<ResponseSigner, 'headers'>;
  /**
   * Keeps idempotent answers, word for word, under hashes of key and API key. Default: this process's
   * memory; several processes, or one that may be restarted, need a store that they share.
   */
  readonly store?: Store;
  /** How long answers are known after they were last asked for. Default, and least: 72 hours. */
  readonly retentionMs?: number;
  /** How long a process that is at a request and silent is waited for. Default 15 seconds. */
  readonly leaseMs?: number;
  /** What comes before the API's paths in addresses as they arrive, such as `/v2`. Default: nothing. */
  readonly basePath?: string;
  /** Declared as what is implemented. Default `0.5.1`. */
  readonly version?: string;
  /** The accounts that components are there for. Default: all (`*`) for each that is implemented. */
  readonly components?: ComponentAccounts;
  /** Declared demands, such as `userIdentification`. Default: none. */
  readonly requirements?: CapabilityRequirements;
  /** Where requests may come from. Default: anywhere. */
  readonly sourceNetworks?: SourceNetworks;
  /** Default `spec`. */
  readonly errorVocabulary?: ErrorVocabulary;
  /** The `errorType` of a withdrawal that has to wait for a settlement. Default `settlement-required`. */
  readonly settlementRequiredErrorType?: string;
  /**
   * Where the platform hands over a settlement that is being forced, with both variables. Default
   * `/accounts/{accountId}/collateral/{collateralId}/settlements/force`.
   */
  readonly forcedSettlementPath?: string;
  /** Where collateral notifications arrive. Default `/collateral/notifications`. */
  readonly notificationsPath?: string;
  /**
   * How long a request may take, in milliseconds, the reading of its body and the verification of its
   * signature included. Default 30,000.
   */
  readonly timeoutMs?: number;
  /** The longest body taken, in bytes. Default 64 KiB. */
  readonly maxBodyBytes?: number;
  /**
   * Sees each authentic call before anything is done: the place for limits of your own. Refuses by
   * throwing a `ProviderRefusal`, such as one with status 429.
   */
  readonly admit?: (call: ProviderServerCall) => void | Promise<void>;
  /**
   * Serves an interactive page at `/api-docs` and its OpenAPI document at `/api-docs.json`, of the components that
   * this provider declares, without a signature; to callers from `sourceNetworks` only, where these are set.
   * Default `false`: whoever can't sign learns nothing.
   */
  readonly docs?: boolean;
  /**
   * Hears of every request that fails: the place to log what the answer doesn't show. Default: what fails by
   * no fault of the caller is written with `console.error`, with its request id.
   */
  readonly onError?: Listener<HttpFailure>;
  /** Hears of every answer. */
  readonly onAnswer?: Listener<ProviderAnswerEvent>;
  /** Default: the machine's. */
  readonly clock?: Clock;
  /** @internal */
  readonly random?: Random;
}
