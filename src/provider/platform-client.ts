import type { ProviderCall } from '../core/provider-call.js';
import { ProviderCalls } from './calls.js';
import type { ProviderCallOptions, ProviderConnection } from './connection.js';
import { PLATFORM } from './operations/platform.js';
import type {
  OpenRecord,
  PlatformAddress,
  PlatformSettlement,
  PlatformTransaction,
  SignerToken,
} from './schemas/platform.js';

/** How to reach the platform. It is not known to sign its answers, so nothing is verified. */
export type PlatformConnection = Omit<
  ProviderConnection,
  'platformSigner' | 'answerVerifier' | 'requirements' | keyof IdentitySettings
>;
type IdentitySettings = Pick<ProviderConnection, 'initiatedBy' | 'approvedBy' | 'signedBy'>;

type Options = Omit<ProviderCallOptions, keyof IdentitySettings>;
type Query = Readonly<Record<string, string>>;

/**
 * The calls of a provider at the platform for off-exchange. The platform publishes paths and nothing about
 * bodies, so those are open: they have the fields that the specification names, and any others. Only reads are
 * repeated; for other calls, `ProviderUnconfirmedError` says that no answer came.
 *
 * @throws ConfigurationError from the constructor, naming the setting that can't work.
 *
 * @example
 * ```ts
 * import { PlatformCollateralClient } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const platform = new PlatformCollateralClient({
 *   baseUrl: 'https://platform.example',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-platform-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async () => Response.json({ collateralTxId: 'tx-1', status: 'Approved' }), // leave it out
 * });
 * (await platform.getTransaction('tx-1')).status; // 'Approved'
 * ```
 */
export class PlatformCollateralClient {
  readonly #calls: ProviderCalls;

  constructor(connection: PlatformConnection) {
    this.#calls = new ProviderCalls({ ...connection, requirements: 'none' });
  }

  /**
   * A collateral transaction.
   *
   * @param collateralTxId - The transaction's id at the custody platform.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns `collateralTxId`, `status` and any other fields; each of them may be missing.
   */
  getTransaction(collateralTxId: string, options?: Options): ProviderCall<PlatformTransaction> {
    return this.#calls.call(PLATFORM.getTransaction, { params: { collateralTxId } }, options);
  }

  /**
   * Starts a settlement.
   *
   * @param body - `settlementId` and `settlementVersion`, if known, and any other fields: sent as given.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns `settlementId`, `settlementVersion`, `status` and any other fields; each of them may be missing.
   */
  startSettlement(body: PlatformSettlement, options?: Options): ProviderCall<PlatformSettlement> {
    return this.#calls.call(PLATFORM.startSettlement, { body }, options);
  }

  /**
   * The transactions of a settlement.
   *
   * @param settlementId - The settlement's id at the custody platform.
   * @param query - Parameters by name, as text; the platform publishes none.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The platform's JSON, whose form is not published.
   */
  getSettlementTransactions(
    settlementId: string,
    query?: Query,
    options?: Options,
  ): ProviderCall<unknown> {
    const input = { params: { settlementId }, query };
    return this.#calls.call(PLATFORM.getSettlementTransactions, input, options);
  }

  /**
   * The collateral address of an asset.
   *
   * @param assetId - The asset's id at the custody platform.
   * @param query - Parameters by name, as text; the platform publishes none.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns `address` and any other fields; each of them may be missing.
   */
  getAddress(assetId: string, query?: Query, options?: Options): ProviderCall<PlatformAddress> {
    return this.#calls.call(PLATFORM.getAddress, { params: { assetId }, query }, options);
  }

  /**
   * Marks a settlement as one that may be forced: see {@link forcedSettlementMoves}.
   *
   * @param body - `settlementId` and `settlementVersion`, if known, and any other fields: sent as given.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The marked settlement, as the platform sends it; `undefined` for an empty answer.
   */
  markForForcing(
    body: PlatformSettlement,
    options?: Options,
  ): ProviderCall<PlatformSettlement | undefined> {
    return this.#calls.callMaybe(PLATFORM.markForForcing, { body }, options);
  }

  /**
   * The marked settlement, while the enforcement SLA runs.
   *
   * @param query - Parameters by name, as text; the platform publishes none.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns `settlementId`, `settlementVersion`, `status` and any other fields; each of them may be missing.
   */
  getMarked(query?: Query, options?: Options): ProviderCall<PlatformSettlement> {
    return this.#calls.call(PLATFORM.getMarked, { query }, options);
  }

  /**
   * Removes the mark.
   *
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The settlement, as the platform sends it; `undefined` for an empty answer.
   */
  unmark(options?: Options): ProviderCall<PlatformSettlement | undefined> {
    return this.#calls.callMaybe(PLATFORM.unmark, {}, options);
  }

  /**
   * Forces the settlement that is marked. The platform calls the provider meanwhile, and answers only at the end:
   * waits for up to `slowTimeoutMs`.
   *
   * @param body - `settlementId` and `settlementVersion`, if known, and any other fields: sent as given.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The settlement, with its new id.
   */
  force(body: PlatformSettlement, options?: Options): ProviderCall<PlatformSettlement> {
    return this.#calls.call(PLATFORM.force, { body }, options);
  }

  /**
   * The token with which the provider's co-signer pairs the signer user.
   *
   * @param body - JSON whose fields are not published: sent as given.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The platform's JSON, with `token`, a secret: don't log it.
   */
  createSignerToken(body: OpenRecord, options?: Options): ProviderCall<SignerToken> {
    return this.#calls.call(PLATFORM.createSignerToken, { body }, options);
  }

  /**
   * The collateral workspaces.
   *
   * @param query - Parameters by name, as text; the platform publishes none.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The platform's JSON, whose form is not published.
   */
  getWorkspaces(query?: Query, options?: Options): ProviderCall<unknown> {
    return this.#calls.call(PLATFORM.getWorkspaces, { query }, options);
  }

  /**
   * The platform's data about the signer user.
   *
   * @param query - Parameters by name, as text; the platform publishes none.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The platform's JSON, whose form is not published.
   */
  getSignerData(query?: Query, options?: Options): ProviderCall<unknown> {
    return this.#calls.call(PLATFORM.getSignerData, { query }, options);
  }

  /**
   * Notifies the platform of an event.
   *
   * @param body - JSON whose fields are not published: sent as given.
   * @param options - A signal that ends the call, `timeoutMs`, and how `answers` are read.
   * @returns The platform's JSON; `undefined` for an empty answer.
   */
  notify(body: OpenRecord, options?: Options): ProviderCall<OpenRecord | undefined> {
    return this.#calls.callMaybe(PLATFORM.notify, { body }, options);
  }
}
