import type { OrderQuote, RampFee } from '../../provider/schemas/ramp-terms.js';
import type { RampRequest } from '../../provider/schemas/ramps.js';
import { amountOf } from './amounts.js';
import { assetCalled, type ExchangeAsset } from './assets.js';
import { ceiling, type Prices } from './prices.js';
import type { Quotes } from './quotes.js';
import { refusal } from './refusals.js';

const ORDER_BPS = 50;
const ALL_BPS = 10_000n;
const NETWORK_CENTS = 100n;
const MILLION = 1_000_000n;

/** What a ramp converts, in base units. */
export interface Order {
  readonly accountId: string;
  readonly type: RampRequest['type'];
  readonly from: ExchangeAsset;
  readonly to: ExchangeAsset;
  readonly fromUnits: bigint;
}

/** What arrives, and what the exchange keeps, in base units of what arrives. */
export interface Terms {
  readonly paid: bigint;
  readonly order: bigint;
  readonly network: bigint;
}

/** What ramps cost: by a quote, or by the market. */
export class RampPricing {
  readonly #prices: Prices;
  readonly #quotes: Quotes;

  constructor(prices: Prices, quotes: Quotes) {
    this.#prices = prices;
    this.#quotes = quotes;
  }

  /** @throws ProviderRefusal where the amount is too small, or the quote for something else. */
  check(order: Order, details: OrderQuote | undefined): void {
    if (this.#market(order).paid <= 0n) throw tooLittle();
    if (details === undefined) return;
    const path = '/executionDetails/quoteId';
    const quote = this.#quotes.find(order.accountId, details.quoteId);
    if (quote === undefined) throw refusal('bad-request', 'There is no such quote.', path);
    if (quote.status !== 'ready') {
      throw refusal('quote-not-ready', 'The quote is executed or has expired.', path);
    }
    const { from, to, fromUnits, toUnits } = quote.deal;
    if (from !== order.from || to !== order.to || fromUnits !== order.fromUnits) {
      throw refusal('bad-request', 'The quote is for another conversion.', path);
    }
    if (toUnits <= this.#networkFee(order.type, to)) throw tooLittle();
  }

  /**
   * By the quote, which is used up, while it is good; then by the market, as far as `reQuote` allows.
   * `undefined` where neither will do.
   */
  terms(order: Order, details: OrderQuote | undefined): Terms | undefined {
    const market = this.#market(order);
    const fair = market.paid > 0n ? market : undefined;
    if (details === undefined) return fair;
    const { quoteId, reQuote } = details;
    const quote = this.#quotes.find(order.accountId, quoteId);
    if (quote?.status === 'ready') {
      this.#quotes.spend(order.accountId, quoteId);
      const { toUnits, feeUnits } = quote.deal;
      const network = this.#networkFee(order.type, order.to);
      return { paid: toUnits - network, order: feeUnits, network };
    }
    if (quote?.status !== 'expired' || reQuote === undefined) return undefined;
    if (reQuote.type === 'Market') return fair;
    const { toUnits, feeUnits } = quote.deal;
    const slippage = BigInt(Math.round(reQuote.slippage * Number(MILLION)));
    const least = (toUnits + feeUnits) * (MILLION - slippage);
    return this.#gross(order) * MILLION >= least ? fair : undefined;
  }

  estimatedFees(type: RampRequest['type'], to: ExchangeAsset): RampFee[] {
    const fee = { amountType: 'BASIS_POINTS', amount: ORDER_BPS } as const;
    const order = { feeType: 'ORDER', feeAsset: to.reference, fee };
    return [order, fixedFee('NETWORK', this.#networkFee(type, to), to)];
  }

  #market(order: Order): Terms {
    const gross = this.#gross(order);
    const fee = ceiling(gross * BigInt(ORDER_BPS), ALL_BPS);
    const network = this.#networkFee(order.type, order.to);
    return { paid: gross - fee - network, order: fee, network };
  }

  #gross({ from, to, fromUnits }: Order): bigint {
    return this.#prices.worth(fromUnits, from, to);
  }

  /** A dollar's worth of what is sent over a blockchain. */
  #networkFee(type: RampRequest['type'], to: ExchangeAsset): bigint {
    return type === 'OffRamp' ? 0n : this.#prices.worth(NETWORK_CENTS, assetCalled('USD'), to);
  }
}

export function fixedFee(
  feeType: RampFee['feeType'],
  units: bigint,
  asset: ExchangeAsset,
): RampFee {
  const fee = { amountType: 'FIXED', amount: amountOf(units, asset) } as const;
  return { feeType, feeAsset: asset.reference, fee };
}

function tooLittle(): Error {
  return refusal('amount-below-minimum', 'The fees would be more than that.', '/amount');
}
