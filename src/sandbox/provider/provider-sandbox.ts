import { parseAmount } from '../../core/amount.js';
import type { Random } from '../../core/random.js';
import { collateralId } from '../../provider/collateral-id.js';
import type { OpenRecord } from '../../provider/schemas/platform.js';
import type { ErrorVocabulary } from '../../provider/server/error-answers.js';
import { providerServerHandler } from '../../provider/server/server.js';
import { LoopbackServer } from '../loopback/http-server.js';
import type { SandboxMessage } from '../loopback/messages.js';
import { LoopbackPeer, type PeerOptions } from '../loopback/peer.js';
import { served } from '../loopback/served.js';
import { type Derive, derivedUuid } from '../seed.js';
import { type SandboxKey, type SandboxScheme, sandboxKey, signedText } from '../signatures/keys.js';
import { messageOf, PlatformCheck, RequestCheck } from '../signatures/request-check.js';
import { MAIN } from './accounts.js';
import { amountOf } from './amounts.js';
import { assetCalled } from './assets.js';
import { Exchange } from './exchange.js';
import { exchangeProvider } from './exchange-provider.js';
import type { Outcome } from './in-flight-transfers.js';
import { beginValidated, knownToValidator, validatorVariables } from './validation.js';

/** What a signer of requests to the sandbox's provider needs. */
export interface ProviderCredentials extends SandboxScheme {
  /** The value of `X-FBAPI-KEY`, a UUID that follows from the seed. `replaceKey` gives another. */
  readonly apiKey: string;
  /** A shared secret, or a private key in PEM. */
  readonly secret: string;
  /** The platform's private RSA key in PEM, for off-exchange calls. */
  readonly platformSecret: string;
}

/** What a verifier of the provider's answers to off-exchange calls needs. */
export interface ProviderAnswerKey extends SandboxScheme {
  /** A shared secret, or a public key in PEM. */
  readonly key: string;
}

/** How the sandbox's provider differs from its defaults. */
export interface ProviderSandboxSettings {
  /** How requests and answers are signed. Default: HMAC with SHA-512, `base64` and `base64`. */
  readonly authentication?: SandboxScheme;
  /** Milliseconds until what is under way succeeds. Default 1000. */
  readonly settleMs?: number;
  /** Default `spec`. */
  readonly errorVocabulary?: ErrorVocabulary;
  /** Whether off-exchange calls need the platform's signature. `when-present` lets off an empty one. */
  readonly platformSignature?: 'required' | 'when-present';
  /**
   * As the vendor's validation suite wants a provider: errors in its words, an empty platform signature let
   * off, no rails that it does not know, and from the start plenty in every account and as collateral.
   */
  readonly forValidation?: boolean;
}

export interface ProviderSandboxOptions extends PeerOptions {
  readonly random: Random;
  readonly derive: Derive;
  readonly port: number;
  readonly settings: ProviderSandboxSettings;
}

const DEFAULT_SCHEME: SandboxScheme = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'base64',
};

/**
 * A provider of the Provider Connectivity API v2: an exchange that really moves balances, with every
 * component. Its one customer has the account `main` with the sub-accounts `sub-1` and `sub-2`; `peer` is
 * another customer's. `main` starts with 100,000 USD, 50,000 EUR, 10 BTC, 100 ETH, 10,000 XRP, 50,000 each
 * of `usdc-ethereum` and `usdc-polygon`, and 1,000 `points`. Withdrawals, deposits, paid ramps and
 * collateral are pending for a second of the sandbox's time; what an asset is called here is its currency's
 * code, its coin's symbol or its `assetId`.
 *
 * @example
 * ```ts
 * import { ProviderApiClient } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const { provider, advanceTime, stop } = await startSandbox();
 * const client = new ProviderApiClient({
 *   baseUrl: provider.url,
 *   signer: new RequestSigner(provider.credentials),
 * });
 * const asset = { blockchain: 'Bitcoin', cryptocurrencySymbol: 'BTC' };
 * const { id } = await client.transfers.blockchain.withdraw('main', {
 *   balanceAsset: asset,
 *   balanceAmount: '1.5',
 *   destination: {
 *     transferMethod: 'PublicBlockchain',
 *     asset,
 *     address: 'bc1qexample',
 *     amount: '1.5',
 *   },
 * });
 * provider.balanceOf('BTC'); // '8.5'
 * advanceTime(1_000);
 * (await client.transfers.withdrawals.get('main', id)).status; // 'succeeded'
 * await stop();
 * ```
 */
export class ProviderSandbox {
  /** What a `ResponseVerifier` needs, as it is. */
  readonly answerKey: ProviderAnswerKey;
  readonly #scheme: SandboxScheme;
  readonly #derive: Derive;
  readonly #keys = new Map<string, SandboxKey>();
  readonly #exchange: Exchange;
  readonly #peer: LoopbackPeer;
  readonly #server: LoopbackServer;
  readonly #notifications: OpenRecord[] = [];
  readonly #collateralId: string;
  #platformKey: SandboxKey | undefined;
  #apiKey = '';
  #issued = 0;

  private constructor(options: ProviderSandboxOptions) {
    const { clock, random, derive, settings } = options;
    this.#scheme = settings.authentication ?? DEFAULT_SCHEME;
    this.#derive = derive;
    this.#issueKey();
    const answers = sandboxKey(this.#scheme, derive, 'provider answers');
    this.answerKey = { ...this.#scheme, key: textOf(answers) };
    this.#exchange = new Exchange(clock, derive, settings.settleMs ?? 1_000);
    this.#collateralId = collateralId([
      derivedUuid(derive, 'validated collateral 1'),
      derivedUuid(derive, 'validated collateral 2'),
      derivedUuid(derive, 'validated collateral 3'),
    ]);
    const { forValidation = false } = settings;
    if (forValidation) beginValidated(this.#exchange, this.#collateralId);
    const enforcement = settings.platformSignature ?? (forValidation ? 'when-present' : 'required');
    const provider = exchangeProvider(this.#exchange, (notification) => {
      this.#notifications.push(notification);
    });
    const handler = providerServerHandler(forValidation ? knownToValidator(provider) : provider, {
      clock,
      random,
      verifier: new RequestCheck(this.#scheme, this.#keys, clock.source),
      platform: new PlatformCheck(() => this.#platform(), enforcement),
      errorVocabulary: settings.errorVocabulary ?? (forValidation ? 'validated' : 'spec'),
      responseSigner: {
        headers: async (request, body) => ({
          'X-PROVIDER-SIGNATURE': signedText(
            this.#scheme,
            answers.secret,
            messageOf(request, body),
          ),
        }),
      },
    });
    this.#peer = new LoopbackPeer({ ...options, name: 'provider' }, served(handler));
    this.#server = new LoopbackServer(this.#peer);
  }

  /**
   * @param options - How it is set up. Its `port` is 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(options: ProviderSandboxOptions): Promise<ProviderSandbox> {
    const sandbox = new ProviderSandbox(options);
    await sandbox.#server.start(options.port);
    return sandbox;
  }

  /** The base URL, in front of `/capabilities`. */
  get url(): string {
    return this.#server.url;
  }

  /** What a `RequestSigner` needs, as it is. */
  get credentials(): ProviderCredentials {
    const apiKey = this.#apiKey;
    const secret = this.#keys.get(apiKey)?.secret ?? '';
    return { ...this.#scheme, apiKey, secret, platformSecret: this.#platform().secret };
  }

  /**
   * What the vendor's validation suite reads from its environment to ask this provider; `forValidation`
   * makes it what the suite expects.
   */
  get validatorVariables(): Readonly<Record<string, string>> {
    const { url, credentials } = this;
    return validatorVariables({ ...credentials, url, collateralId: this.#collateralId });
  }

  /** What the provider was asked, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#peer.messages.all;
  }

  /** The collateral notifications that came, oldest first. */
  get notifications(): readonly OpenRecord[] {
    return [...this.#notifications];
  }

  /**
   * Takes the customer's API key away and gives another, for the same accounts.
   *
   * @returns The new credentials; the platform's key among them stays the same.
   */
  replaceKey(): ProviderCredentials {
    this.#issueKey();
    return this.credentials;
  }

  /**
   * What an account has of an asset.
   *
   * @param asset - What it is called here, such as `USD`, `BTC` or `usdc-ethereum`.
   * @param accountId - `main`, `sub-1`, `sub-2` or `peer`. Default `main`.
   * @param part - `available`, or `locked` by what is under way. Default `available`.
   * @returns Whole units, as a decimal string such as `1.5`.
   */
  balanceOf(asset: string, accountId = MAIN, part: 'available' | 'locked' = 'available'): string {
    const found = assetCalled(asset);
    const { book } = this.#exchange.world;
    return amountOf(book.holding(`${accountId}/${part}`, found.key), found);
  }

  /**
   * What the exchange has taken in fees.
   *
   * @param asset - What it is called here, such as `USD`, `BTC` or `usdc-ethereum`.
   * @returns Whole units, as a decimal string such as `1.5`.
   */
  feesIn(asset: string): string {
    const found = assetCalled(asset);
    return amountOf(this.#exchange.world.book.holding('fees', found.key), found);
  }

  /**
   * Sends something to an account from outside, to one of its deposit addresses or to a new one. What is sent to a
   * disabled address fails.
   *
   * @param asset - What it is called here, such as `USD`, `BTC` or `usdc-ethereum`.
   * @param amount - In whole units, a decimal string such as `1.5`.
   * @param options - `accountId`, by default `main`, and `addressId`, the id of a deposit address. Default: a new one.
   * @returns The deposit's id, a UUID.
   */
  deposit(
    asset: string,
    amount: string,
    {
      accountId = MAIN,
      addressId,
    }: { readonly accountId?: string; readonly addressId?: string } = {},
  ): string {
    const { deposits } = this.#exchange;
    const found = assetCalled(asset);
    const address =
      addressId === undefined ? undefined : deposits.addresses.get(accountId, addressId);
    const units = parseAmount(amount, found.scale, 'amount');
    return deposits.arrive({ accountId, asset: found, units, address }).id;
  }

  /**
   * Pays what a ramp's payment instructions ask for.
   *
   * @param rampId - The ramp's id at the provider. It waits for its payment for an hour.
   */
  pay(rampId: string): void {
    this.#exchange.ramps.pay(rampId);
  }

  /**
   * Changes what an asset is worth from now on.
   *
   * @param asset - What it is called here, such as `USD`, `BTC` or `usdc-ethereum`.
   * @param usd - Dollars for a whole one: a decimal string above 0, with up to six decimals.
   */
  setPrice(asset: string, usd: string): void {
    this.#exchange.world.prices.set(assetCalled(asset), usd);
  }

  /**
   * From now on what begins stays under way until it is settled.
   *
   * @param holding - `false`: what begins from now on succeeds by itself again. Default `true`.
   */
  hold(holding = true): void {
    this.#exchange.world.inFlight.hold(holding);
  }

  /**
   * Ends what is under way.
   *
   * @param id - Of a withdrawal, a deposit, a ramp or a collateral deposit.
   * @param outcome - How it ends: `succeeded` or `failed`.
   */
  settle(id: string, outcome: Outcome): void {
    this.#exchange.world.inFlight.settle(id, outcome);
  }

  /**
   * Ends everything that is under way, the transactions of settlements too.
   *
   * @param outcome - How it ends: `succeeded` or `failed`.
   */
  settleAll(outcome: Outcome): void {
    this.#exchange.world.inFlight.settleAll(outcome);
  }

  /** @internal */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  #issueKey(): void {
    this.#issued += 1;
    const label = `provider api key ${this.#issued}`;
    this.#apiKey = derivedUuid(this.#derive, label);
    this.#keys.clear();
    this.#keys.set(this.#apiKey, sandboxKey(this.#scheme, this.#derive, `${label} secret`));
  }

  /** Made when it is first needed, since that takes a while. */
  #platform(): SandboxKey {
    this.#platformKey ??= sandboxKey({ algorithm: 'rsa-sha512' }, this.#derive, 'platform key');
    return this.#platformKey;
  }
}

function textOf({ verifying }: SandboxKey): string {
  return typeof verifying === 'string'
    ? verifying
    : verifying.export({ type: 'spki', format: 'pem' }).toString();
}
