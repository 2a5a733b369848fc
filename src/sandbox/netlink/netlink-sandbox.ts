import { formatAmount, parseAmount } from '../../core/amount.js';
import type { NetlinkTransaction } from '../../netlink/answers.js';
import {
  type NetlinkRegistration,
  type NetlinkRegistrationSettings,
  netlinkRegistration,
} from '../../netlink/registration.js';
import { netlinkServerHandler } from '../../netlink/server.js';
import { LoopbackServer } from '../loopback/http-server.js';
import type { SandboxMessage } from '../loopback/messages.js';
import { LoopbackPeer, type PeerOptions } from '../loopback/peer.js';
import { served } from '../loopback/served.js';
import { type Derive, derivedUuid } from '../seed.js';
import { type SandboxScheme, sandboxKey } from '../signatures/keys.js';
import { RequestCheck } from '../signatures/request-check.js';
import { assetOf } from './assets.js';
import { EXCHANGE_TYPES, Exchange, MAIN, subAccount } from './exchange.js';
import { exchangeProvider } from './exchange-provider.js';

/** What a signer of requests to the sandbox's provider needs. */
export interface NetlinkCredentials extends SandboxScheme {
  /** The value of `X-FBAPI-KEY`, a UUID that follows from the seed. */
  readonly apiKey: string;
  /** A shared secret, or a private key in PEM. */
  readonly secret: string;
  /** For the post-encoding `plain`, which bytes mostly don't survive. */
  readonly plainBytes: 'latin1';
}

/** Where funds of the sandbox's exchange lie. */
export interface ExchangePlace {
  /** Default: the type that is funded. */
  readonly accountType?: string;
  /** `sub-1` or `sub-2`. Default: the main account. */
  readonly subAccountID?: string;
}

/** How a withdrawal or a sub transfer may end. */
export type SettledStatus = 'COMPLETED' | 'CANCELLED' | 'FAILED' | 'REJECTED';

export interface NetlinkSandboxOptions extends PeerOptions {
  readonly derive: Derive;
  readonly port: number;
  readonly registration: Partial<NetlinkRegistrationSettings>;
}

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"/>';

/**
 * A provider of network link v1: a small exchange that really moves balances. Its one API key belongs to
 * an account with the types `SPOT`, `FUNDING` and `FUTURES` and the sub-accounts `sub-1` and `sub-2`. Of
 * the funded type it starts with 10 BTC, 100 ETH, 10,000 XRP and 50,000 USDC.
 *
 * @example
 * ```ts
 * import { NetlinkClient } from 'custody-gateways/netlink';
 * import { RequestSigner } from 'custody-gateways/requests';
 * import { type NetlinkSandbox, startSandbox } from 'custody-gateways/sandbox';
 *
 * function clientOf({ url: baseUrl, credentials }: NetlinkSandbox): NetlinkClient {
 *   return new NetlinkClient({ baseUrl, signer: new RequestSigner(credentials) });
 * }
 *
 * const { netlink, stop } = await startSandbox();
 * netlink.hold();
 * const { transactionID } = await clientOf(netlink).withdraw({
 *   accountType: 'SPOT',
 *   toAddress: 'bc1qexample',
 *   coinSymbol: 'BTC',
 *   network: 'Bitcoin',
 *   amount: '1',
 *   isGross: true,
 * });
 * netlink.balanceOf('BTC'); // '9'
 * netlink.settle(transactionID, 'FAILED');
 * netlink.balanceOf('BTC'); // '10'
 * await stop();
 * ```
 */
export class NetlinkSandbox {
  /** What a `RequestSigner` needs, as it is. */
  readonly credentials: NetlinkCredentials;
  /** What the provider is registered with. */
  readonly registration: NetlinkRegistration;
  readonly #exchange: Exchange;
  readonly #peer: LoopbackPeer;
  readonly #server: LoopbackServer;

  private constructor(options: NetlinkSandboxOptions) {
    const { clock, derive, registration: given } = options;
    this.registration = netlinkRegistration({
      displayName: 'Sandbox Exchange',
      icon: ICON,
      apiKeyGuide: 'The sandbox prints it.',
      baseUrl: 'http://127.0.0.1',
      mainAccountFundableType: 'SPOT',
      sandbox: true,
      supportsWithdrawals: true,
      supportsDeposits: true,
      supportsSubAccounts: true,
      supportsSubAccountTransfers: given.supportsSubAccounts ?? true,
      authentication: { algorithm: 'hmac-sha512', preEncoding: 'plain', postEncoding: 'base64' },
      ...given,
    });
    const { authentication, mainAccountFundableType } = this.registration;
    const key = sandboxKey(authentication, derive, 'netlink secret');
    const apiKey = derivedUuid(derive, 'netlink api key');
    this.credentials = { ...authentication, apiKey, secret: key.secret, plainBytes: 'latin1' };
    this.#exchange = new Exchange(clock, derive, mainAccountFundableType);
    const handler = netlinkServerHandler(exchangeProvider(this.#exchange, this.registration), {
      verifier: new RequestCheck(authentication, new Map([[apiKey, key]]), clock.source),
      registration: this.registration,
      accountTypes: [...EXCHANGE_TYPES, mainAccountFundableType],
    });
    this.#peer = new LoopbackPeer({ ...options, name: 'netlink' }, served(handler));
    this.#server = new LoopbackServer(this.#peer);
  }

  /**
   * @param options - How it is set up. Its `port` is 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(options: NetlinkSandboxOptions): Promise<NetlinkSandbox> {
    const sandbox = new NetlinkSandbox(options);
    await sandbox.#server.start(options.port);
    return sandbox;
  }

  /** The base URL, in front of `/v1`. */
  get url(): string {
    return this.#server.url;
  }

  /** What the provider was asked, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#peer.messages.all;
  }

  /** Forgets the requests that were received. */
  clearMessages(): void {
    this.#peer.messages.clear();
  }

  /**
   * What an account has.
   *
   * @param coinSymbol - `BTC`, `ETH`, `XRP` or `USDC`.
   * @param place - Which account. Default: the funded type of the main account.
   * @returns Whole units, as a decimal string such as `1.5`.
   */
  balanceOf(coinSymbol: string, place: ExchangePlace = {}): string {
    const units = this.#exchange.books.balance(this.#place(place), coinSymbol);
    return formatAmount(units, assetOf(coinSymbol).scale);
  }

  /**
   * Gives an account funds, out of nothing and without a trace in the history.
   *
   * @param coinSymbol - `BTC`, `ETH`, `XRP` or `USDC`.
   * @param amount - In whole units, a decimal string such as `1.5`.
   * @param place - Which account. Default: the funded type of the main account.
   */
  fund(coinSymbol: string, amount: string, place: ExchangePlace = {}): void {
    const units = parseAmount(amount, assetOf(coinSymbol).scale, 'amount');
    this.#exchange.books.add(this.#place(place), coinSymbol, units);
  }

  /**
   * A deposit from outside to the main account, completed at once.
   *
   * @param coinSymbol - `BTC`, `ETH`, `XRP` or `USDC`.
   * @param amount - In whole units, a decimal string such as `1.5`.
   * @param options - `txHash`: its hash on its chain. Default: one that the sandbox makes.
   * @returns Its `transactionID`, a UUID.
   */
  deposit(coinSymbol: string, amount: string, options: { readonly txHash?: string } = {}): string {
    const asset = assetOf(coinSymbol);
    const units = parseAmount(amount, asset.scale, 'amount');
    this.#exchange.books.add(this.#place({}), coinSymbol, units);
    const { txHash } = options;
    return this.#exchange.record({ asset, units, direction: 'CRYPTO_DEPOSIT', txHash });
  }

  /**
   * From now on withdrawals and sub transfers stay under way until they are settled, and internal
   * transfers fail.
   *
   * @param holding - `false`: what begins from now on completes at once again. Default `true`.
   */
  hold(holding = true): void {
    this.#exchange.holding = holding;
  }

  /**
   * Ends a withdrawal or sub transfer that is under way.
   *
   * @param transactionID - The id that the provider gave it, a UUID.
   * @param status - How it ends; what is not `COMPLETED` goes back.
   */
  settle(transactionID: string, status: SettledStatus): void {
    this.#exchange.settle(transactionID, status);
  }

  /**
   * Lets withdrawals go to some addresses only.
   *
   * @param addresses - Those addresses, compared as they are written; `undefined` for anywhere.
   */
  whitelist(addresses: readonly string[] | undefined): void {
    this.#exchange.whitelist = addresses && new Set(addresses);
  }

  /**
   * What became of a transaction, as the provider knows it.
   *
   * @param transactionID - The id that the provider gave it, a UUID.
   * @returns Its status, and amounts as decimal strings in whole units. `undefined` for an unknown id, and for an
   * internal transfer, which is in no history.
   */
  transaction(transactionID: string): NetlinkTransaction | undefined {
    const found = this.#exchange.history.find((each) => each.transactionID === transactionID);
    return found?.transaction;
  }

  /** @internal */
  stop(): Promise<void> {
    return this.#server.stop();
  }

  #place({ accountType, subAccountID }: ExchangePlace) {
    const { mainAccountFundableType, subAccountFundableType } = this.registration;
    return subAccountID === undefined
      ? { holder: MAIN, accountType: accountType ?? mainAccountFundableType }
      : { holder: subAccount(subAccountID), accountType: accountType ?? subAccountFundableType };
  }
}
