import type { Random } from '../../core/random.js';
import type { CryptocurrencyReference } from '../../provider/schemas/assets.js';
import type { PublicBlockchainAddress } from '../../provider/schemas/transfer-methods.js';
import { LoopbackServer } from '../loopback/http-server.js';
import type { SandboxMessage } from '../loopback/messages.js';
import { LoopbackPeer, type LoopbackRequest, type PeerOptions } from '../loopback/peer.js';
import { type Derive, derivedUuid } from '../seed.js';
import { type SandboxScheme, sandboxKey } from '../signatures/keys.js';
import { RequestCheck } from '../signatures/request-check.js';
import { CollateralPlatform } from './collateral-platform.js';
import { answered, type PlatformState } from './platform-routes.js';
import { type PlatformTarget, ProviderCaller } from './provider-caller.js';
import type { SettlementTransaction } from './settlement.js';

/** What a signer of requests to the sandbox's platform needs. */
export interface PlatformCredentials extends SandboxScheme {
  /** The value of `X-FBAPI-KEY`, a UUID that follows from the seed. */
  readonly apiKey: string;
  /** A shared secret. */
  readonly secret: string;
}

/** How the sandbox's platform differs from its defaults. */
export interface PlatformSandboxSettings {
  /** Milliseconds between marking and forcing a settlement. Default 24 hours. */
  readonly enforcementSlaMs?: number;
}

export interface PlatformSandboxOptions extends PeerOptions {
  readonly random: Random;
  readonly derive: Derive;
  readonly port: number;
  readonly settings: PlatformSandboxSettings;
  /** The provider that it works with, until there is another. */
  readonly target: () => PlatformTarget;
}

const SCHEME: SandboxScheme = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'base64',
};
const DAY_MS = 86_400_000;

/**
 * The platform's side of off-exchange: what a provider calls there, and what the platform and its customer
 * do at the provider. It works with the sandbox's own provider, or with yours (`workWith`). Settlements are
 * forced only within the rules; a refusal names the reason in `code`. Bodies are published nowhere: these
 * are the sandbox's own.
 *
 * @example
 * ```ts
 * import { PlatformCollateralClient } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const { platform, advanceTime, stop } = await startSandbox();
 * await platform.link('main');
 * await platform.addCollateral('main', { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' }, '5');
 * advanceTime(1_000); // the deposit is credited
 *
 * const client = new PlatformCollateralClient({
 *   baseUrl: platform.url,
 *   signer: new RequestSigner(platform.credentials),
 * });
 * const { settlementId = '' } = await client.startSettlement({});
 * await client.markForForcing({ settlementId });
 * await client.force({}).catch(() => 'too early'); // the customer has a day
 * await stop();
 * ```
 */
export class PlatformSandbox {
  /** What a `RequestSigner` needs, as it is. */
  readonly credentials: PlatformCredentials;
  readonly #peer: LoopbackPeer;
  readonly #server: LoopbackServer;
  readonly #state: PlatformState;
  readonly #caller: () => ProviderCaller;
  #target: () => PlatformTarget;

  private constructor(options: PlatformSandboxOptions) {
    const { clock, random, derive, settings } = options;
    const apiKey = derivedUuid(derive, 'platform api key');
    const key = sandboxKey(SCHEME, derive, 'platform secret');
    this.credentials = { ...SCHEME, apiKey, secret: key.secret };
    this.#target = options.target;
    const collateral = new CollateralPlatform({
      clock,
      random,
      derive,
      enforcementSlaMs: settings.enforcementSlaMs ?? DAY_MS,
      target: () => this.#target(),
    });
    this.#state = { collateral, told: [], signers: [] };
    const check = new RequestCheck(SCHEME, new Map([[apiKey, key]]), clock.source);
    this.#caller = () => new ProviderCaller(this.#target(), { time: clock.source, random });
    this.#peer = new LoopbackPeer({ ...options, name: 'platform' }, async (request) => {
      const verdict = await check.verify(receivedOf(request));
      if (verdict.ok) return answered(this.#state, request);
      return { status: 401, json: { message: 'Not authentic.', code: verdict.reason } };
    });
    this.#server = new LoopbackServer(this.#peer);
  }

  /**
   * @param options - How it is set up. Its `port` is 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(options: PlatformSandboxOptions): Promise<PlatformSandbox> {
    const sandbox = new PlatformSandbox(options);
    await sandbox.#server.start(options.port);
    return sandbox;
  }

  /** The base URL, in front of `/v1`. */
  get url(): string {
    return this.#server.url;
  }

  /** What providers asked, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#peer.messages.all;
  }

  /** What providers have told (`/v1/collateral/notify`), oldest first. */
  get told(): readonly Readonly<Record<string, unknown>>[] {
    return [...this.#state.told];
  }

  /**
   * From now on it works with another provider than the sandbox's.
   *
   * @param target - The provider's base URL and credentials, and its paths where they are not those of the kit.
   */
  workWith(target: PlatformTarget): void {
    this.#target = () => target;
  }

  /**
   * Links a main account to a collateral account.
   *
   * @param accountId - The account's id at the provider, such as `main`.
   * @returns The collateral id that the provider answers with.
   */
  link(accountId: string): Promise<string> {
    return this.#state.collateral.link(accountId);
  }

  /**
   * The customer adds collateral. Nothing at the provider waits for a chain.
   *
   * @param accountId - The account's id at the provider, such as `main`.
   * @param asset - A coin by `blockchain` and `cryptocurrencySymbol`, or a listed asset by `assetId`.
   * @param amount - In whole units, a decimal string such as `1.5`.
   * @returns The collateral transaction's id, a UUID.
   */
  addCollateral(
    accountId: string,
    asset: CryptocurrencyReference,
    amount: string,
  ): Promise<string> {
    return this.#state.collateral.add(accountId, asset, amount);
  }

  /**
   * The customer removes collateral.
   *
   * @param accountId - The account's id at the provider, such as `main`.
   * @param to - The address that it goes to, and the asset.
   * @param amount - In whole units, a decimal string such as `1.5`.
   * @returns The collateral transaction's id, a UUID.
   */
  removeCollateral(
    accountId: string,
    to: PublicBlockchainAddress,
    amount: string,
  ): Promise<string> {
    return this.#state.collateral.remove(accountId, to, amount);
  }

  /**
   * The customer starts a settlement.
   *
   * @param accountId - The account's id at the provider, such as `main`.
   * @returns Its `settlementId`, a UUID.
   */
  async startSettlement(accountId: string): Promise<string> {
    return (await this.#state.collateral.startSettlement(accountId)).settlementId;
  }

  /**
   * A settlement's transactions, as they are now.
   *
   * @param settlementId - The id that its start gave.
   * @returns Those to the exchange, then those from it. Amounts are decimal strings in whole units.
   */
  async transactionsOf(settlementId: string): Promise<readonly SettlementTransaction[]> {
    return (await this.#state.collateral.settlement(settlementId)).transactions;
  }

  /**
   * The customer signs a settlement's transaction to the exchange.
   *
   * @param settlementTxId - The `settlementTxId` of one to the exchange that waits for the customer.
   */
  sign(settlementTxId: string): Promise<void> {
    return this.#state.collateral.sign(settlementTxId);
  }

  /**
   * The customer denies a settlement's transaction to the exchange: the settlement can't be forced any more.
   *
   * @param settlementTxId - The `settlementTxId` of one to the exchange that waits for the customer.
   */
  cancel(settlementTxId: string): void {
    this.#state.collateral.cancel(settlementTxId);
  }

  /**
   * Tells the provider something, on the path where it takes collateral notifications.
   *
   * @param notification - The body, which is sent as JSON.
   */
  async notifyProvider(notification: Readonly<Record<string, unknown>>): Promise<void> {
    const provider = this.#caller();
    await provider.call('POST', provider.notifications, notification);
  }

  /** @internal */
  stop(): Promise<void> {
    return this.#server.stop();
  }
}

function receivedOf({ method, path, headers, body }: LoopbackRequest) {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, [value].flat().join(', '));
  }
  return { method, path, headers: sent, body };
}
