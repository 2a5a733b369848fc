import { ProviderCalls } from './calls.js';
import type { ProviderCallOptions, ProviderConnection } from './connection.js';
import { type ForwardedAnswer, type ForwardedRequest, forward } from './forwarding.js';
import { ProviderAccounts, ProviderBalances, ProviderRates } from './resources/accounts.js';
import { ProviderCapabilities } from './resources/capabilities.js';
import { ProviderCollateral } from './resources/collateral.js';
import { ProviderDeposits } from './resources/deposits.js';
import { ProviderLiquidity } from './resources/liquidity.js';
import { ProviderRamps } from './resources/ramps.js';
import {
  ProviderBlockchainTransfers,
  ProviderFiatTransfers,
  ProviderInternalTransfers,
  ProviderPeerTransfers,
  ProviderWithdrawals,
} from './resources/withdrawals.js';

/** Transfers into and out of accounts, by method. */
export interface ProviderTransfers {
  /** Withdrawals of every method, for reading. */
  readonly withdrawals: ProviderWithdrawals;
  /** Deposits, and the addresses for them. */
  readonly deposits: ProviderDeposits;
  /** Withdrawals to addresses on blockchains. */
  readonly blockchain: ProviderBlockchainTransfers;
  /** Withdrawals to bank accounts, by IBAN. */
  readonly fiat: ProviderFiatTransfers;
  /** Withdrawals to other customers' accounts, of anything but native cryptocurrencies. */
  readonly peerAccounts: ProviderPeerTransfers;
  /** Transfers between the customer's own accounts. */
  readonly internal: ProviderInternalTransfers;
}

/**
 * A provider of the Provider Connectivity API v2 (0.5.1): its 50 operations, by component. Each component is also
 * a class of its own, which loads only its own operations.
 *
 * Calls are signed, checked before they are sent, and repeated only if that does nothing twice: reads, and calls
 * that carry an `idempotencyKey`. A key is generated for calls without one; it is available on the call at once,
 * in events before anything is sent, and in every error.
 *
 * @throws ConfigurationError from the constructor, naming the setting that can't work.
 *
 * @example
 * ```ts
 * import { ProviderApiClient } from 'custody-gateways/provider';
 * import { RequestSigner } from 'custody-gateways/requests';
 *
 * const client = new ProviderApiClient({
 *   baseUrl: 'https://provider.example/v2',
 *   signer: new RequestSigner({
 *     apiKey: 'the-key-that-the-provider-issued',
 *     secret: 'the secret that belongs to it',
 *     algorithm: 'hmac-sha512',
 *     preEncoding: 'base64',
 *     postEncoding: 'base64',
 *   }),
 *   fetch: async (url) =>
 *     Response.json({
 *       id: 'w-1',
 *       balanceAsset: { nationalCurrencyCode: 'USD' },
 *       balanceAmount: '100',
 *       destination: {
 *         transferMethod: 'Iban',
 *         asset: { nationalCurrencyCode: 'USD' },
 *         iban: 'GB82WEST12345698765432',
 *         accountHolder: { name: 'Ada Lovelace' },
 *         amount: '100',
 *       },
 *       status: 'pending',
 *       createdAt: '2026-01-01T00:00:00Z',
 *     }), // leave it out
 * });
 *
 * const withdrawal = client.transfers.fiat.withdraw('main', {
 *   balanceAsset: { nationalCurrencyCode: 'USD' },
 *   balanceAmount: '100',
 *   destination: {
 *     transferMethod: 'Iban',
 *     asset: { nationalCurrencyCode: 'USD' },
 *     iban: 'GB82WEST12345698765432',
 *     accountHolder: { name: 'Ada Lovelace' },
 *     amount: '100',
 *   },
 *   reasonForPayment: 'InvoicePayment',
 * });
 * withdrawal.idempotencyKey; // keep it: the same call with it is the same withdrawal
 * (await withdrawal).status; // 'pending'
 * ```
 */
export class ProviderApiClient {
  /** What the provider offers: components, assets, and the ways in and out of an account. */
  readonly capabilities: ProviderCapabilities;
  /** The accounts that the API key gives access to. */
  readonly accounts: ProviderAccounts;
  /** What an account has, by asset. */
  readonly balances: ProviderBalances;
  /** The rate of a conversion, a ramp or an order book. */
  readonly rates: ProviderRates;
  /** Conversions by quote. They have no idempotency key, and are sent once. */
  readonly liquidity: ProviderLiquidity;
  /** Withdrawals and deposits, by method. */
  readonly transfers: ProviderTransfers;
  /** From banks to blockchains, back, and between blockchains. */
  readonly ramps: ProviderRamps;
  /** Off-exchange. It needs the platform's signature: by the signer's `platformSecret`, or by `platformSigner`. */
  readonly collateral: ProviderCollateral;
  readonly #calls: ProviderCalls;

  constructor(connection: ProviderConnection) {
    const calls = new ProviderCalls(connection);
    this.#calls = calls;
    this.capabilities = new ProviderCapabilities(calls);
    this.accounts = new ProviderAccounts(calls);
    this.balances = new ProviderBalances(calls);
    this.rates = new ProviderRates(calls);
    this.liquidity = new ProviderLiquidity(calls);
    this.transfers = {
      withdrawals: new ProviderWithdrawals(calls),
      deposits: new ProviderDeposits(calls),
      blockchain: new ProviderBlockchainTransfers(calls),
      fiat: new ProviderFiatTransfers(calls),
      peerAccounts: new ProviderPeerTransfers(calls),
      internal: new ProviderInternalTransfers(calls),
    };
    this.ramps = new ProviderRamps(calls);
    this.collateral = new ProviderCollateral(calls);
  }

  /**
   * Calls an operation by its name in the specification, with a request that was written elsewhere. Checked and
   * repeated like any call. `providerProxyHandler` of `/http` uses it.
   *
   * @param request - `params` are decoded; `body` needs an `idempotencyKey` if the API requires one.
   * @param options - A signal that ends the call, `timeoutMs`, and the users behind it.
   * @returns The raw response of any status, refusals included; `retryAfterMs` is in milliseconds, of a 429 only.
   * @throws InvalidInputError for a request that is not one of the API.
   * @throws UnreachableError when no answer came.
   * @throws ProviderUnconfirmedError when a call may have been carried out and no answer confirms it.
   */
  forward(request: ForwardedRequest, options?: ProviderCallOptions): Promise<ForwardedAnswer> {
    return forward(this.#calls, request, options);
  }
}
