import type { AssetReference } from '../../provider/schemas/assets.js';
import type { Quote, QuoteCapability, QuoteRequest } from '../../provider/schemas/liquidity.js';
import { amountOf, unitsOf } from './amounts.js';
import { EXCHANGE_ASSETS, type ExchangeAsset, findAsset } from './assets.js';
import type { Credit } from './credit.js';
import { ceiling } from './prices.js';
import { Records } from './records.js';
import { refusal } from './refusals.js';
import type { World } from './world.js';

/** The least that the validators of providers accept. */
const LIFETIME_MS = 30_000;
const FEE_BPS = 25n;
const ALL_BPS = 10_000n;

/** A quote, with its amounts in base units. */
interface Deal {
  readonly from: ExchangeAsset;
  readonly to: ExchangeAsset;
  readonly fromUnits: bigint;
  readonly toUnits: bigint;
  readonly feeUnits: bigint;
}

interface PricedQuote {
  readonly status: Quote['status'];
  readonly deal: Deal;
}

/** Offers to convert, and what they came to. */
export class Quotes {
  readonly #world: World;
  readonly #credit: Credit;
  readonly #quotes = new Records<Quote>();
  readonly #deals = new Map<string, Deal>();

  constructor(world: World, credit: Credit) {
    this.#world = world;
    this.#credit = credit;
  }

  /** Whatever is no loyalty point converts into whatever else isn't. */
  capabilities(): readonly QuoteCapability[] {
    return PAIRS.map(({ id, from, to }) => ({
      id,
      fromAsset: from.reference,
      toAsset: to.reference,
    }));
  }

  list(accountId: string): readonly Quote[] {
    return this.#quotes.of(accountId).map((quote) => this.#now(quote));
  }

  get(accountId: string, id: string): Quote | undefined {
    const quote = this.#quotes.find(accountId, id);
    return quote && this.#now(quote);
  }

  /** A quote's state and its price, for whatever is carried out at it. */
  find(accountId: string, id: string): PricedQuote | undefined {
    const quote = this.get(accountId, id);
    const deal = this.#deals.get(id);
    return quote && deal && { status: quote.status, deal };
  }

  create(accountId: string, request: QuoteRequest): Quote {
    const deal = this.#deal(request);
    const quote = this.#quotes.put(accountId, {
      id: this.#world.newId('quote'),
      fromAsset: deal.from.reference,
      fromAmount: amountOf(deal.fromUnits, deal.from),
      toAsset: deal.to.reference,
      toAmount: amountOf(deal.toUnits, deal.to),
      conversionFeeBps: Number(FEE_BPS),
      conversionFeeAsset: deal.to.reference,
      status: 'ready',
      createdAt: this.#world.time(),
      expiresAt: this.#world.time(LIFETIME_MS),
    });
    this.#deals.set(quote.id, deal);
    return quote;
  }

  /** @throws ProviderRefusal `quote-not-ready`, or `bad-request` where the account has too little. */
  execute(accountId: string, id: string): Quote {
    const quote = this.find(accountId, id);
    if (quote?.status !== 'ready') {
      throw refusal('quote-not-ready', 'The quote is executed or has expired.');
    }
    const { from, to, fromUnits, toUnits, feeUnits } = quote.deal;
    const { book } = this.#world;
    const drawing = this.#credit.drawing(accountId, from.key, fromUnits);
    book.post(
      ...drawing,
      { from: `${accountId}/available`, to: 'house', asset: from.key, units: fromUnits },
      { from: 'house', to: `${accountId}/available`, asset: to.key, units: toUnits },
      { from: 'house', to: 'fees', asset: to.key, units: feeUnits },
    );
    if (drawing.length > 0) this.#credit.gain(accountId, to.key, toUnits);
    return this.spend(accountId, id);
  }

  /** Uses a quote up, where something else than a conversion of the account's is carried out at it. */
  spend(accountId: string, id: string): Quote {
    return this.#quotes.put(accountId, { ...this.#quotes.get(accountId, id), status: 'executed' });
  }

  #now(quote: Quote): Quote {
    const expired = Date.parse(quote.expiresAt) <= this.#world.clock.now();
    return expired && quote.status === 'ready' ? { ...quote, status: 'expired' } : quote;
  }

  #deal(request: QuoteRequest): Deal {
    const from = convertible(request.fromAsset, 'fromAsset');
    const to = convertible(request.toAsset, 'toAsset');
    if (from === to) throw refusal('unsupported-conversion', 'Both are the same asset.', 'toAsset');
    const { prices } = this.#world;
    if (request.fromAmount !== undefined) {
      const fromUnits = unitsOf(request.fromAmount, from, '/fromAmount');
      const gross = prices.worth(fromUnits, from, to);
      const feeUnits = ceiling(gross * FEE_BPS, ALL_BPS);
      return worthwhile({ from, to, fromUnits, feeUnits, toUnits: gross - feeUnits });
    }
    const toUnits = unitsOf(request.toAmount, to, '/toAmount');
    const gross = ceiling(toUnits * ALL_BPS, ALL_BPS - FEE_BPS);
    const fromUnits = prices.cost(gross, from, to);
    return { from, to, fromUnits, toUnits, feeUnits: gross - toUnits };
  }
}

/** The property's name stands alone here, without a slash: that is how validators expect it. */
function convertible(reference: AssetReference, propertyName: 'fromAsset' | 'toAsset') {
  const asset = findAsset(reference);
  if (asset === undefined) throw refusal('unknown-asset', 'There is no such asset.', propertyName);
  if (!isConvertible(asset)) {
    throw refusal('unsupported-conversion', 'It is not converted here.', propertyName);
  }
  return asset;
}

function worthwhile(deal: Deal): Deal {
  if (deal.toUnits > 0n) return deal;
  throw refusal('bad-request', 'That little is worth nothing in the other asset.', '/fromAmount');
}

function isConvertible({ definition }: ExchangeAsset): boolean {
  return definition?.type !== 'BucketAsset';
}

/** The pair with an id that {@link Quotes.capabilities} gave. */
export function conversionPair(id: string): Pair | undefined {
  return PAIRS.find((each) => each.id === id);
}

interface Pair {
  readonly id: string;
  readonly from: ExchangeAsset;
  readonly to: ExchangeAsset;
}

const PAIRS: readonly Pair[] = EXCHANGE_ASSETS.filter(isConvertible).flatMap((from, _, all) =>
  all.filter((to) => to !== from).map((to) => ({ id: `${from.key}-${to.key}`, from, to })),
);
