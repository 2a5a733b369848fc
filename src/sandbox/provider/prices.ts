import { formatAmount, parseAmount } from '../../core/amount.js';
import { EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';

const RATE_DECIMALS = 12;
const MICRO = 6;

/** What assets are worth, exactly. Nothing moves them but a test. */
export class Prices {
  readonly #microUsd = new Map(EXCHANGE_ASSETS.map(({ key, microUsd }) => [key, microUsd]));

  /** `usd` is what a whole one is worth, with up to six decimals. */
  set({ key }: ExchangeAsset, usd: string): void {
    const microUsd = parseAmount(usd, MICRO, 'usd');
    if (microUsd === 0n) throw new Error('Nothing is traded for nothing.');
    this.#microUsd.set(key, microUsd);
  }

  /** What base units of one asset are worth in another's; parts of a unit are left to the exchange. */
  worth(units: bigint, from: ExchangeAsset, to: ExchangeAsset): bigint {
    const [numerator, denominator] = this.#ratio(from, to);
    return (units * numerator) / denominator;
  }

  /** The fewest base units of `from` that are worth as many of `to`. */
  cost(units: bigint, from: ExchangeAsset, to: ExchangeAsset): bigint {
    const [numerator, denominator] = this.#ratio(from, to);
    return ceiling(units * denominator, numerator);
  }

  /** How many whole ones of `to` a whole one of `from` is. */
  rate(from: ExchangeAsset, to: ExchangeAsset): string {
    const units = (this.#of(from) * 10n ** BigInt(RATE_DECIMALS)) / this.#of(to);
    return formatAmount(units, RATE_DECIMALS);
  }

  #ratio(from: ExchangeAsset, to: ExchangeAsset): readonly [bigint, bigint] {
    return [this.#of(from) * 10n ** BigInt(to.scale), this.#of(to) * 10n ** BigInt(from.scale)];
  }

  #of({ key, microUsd }: ExchangeAsset): bigint {
    return this.#microUsd.get(key) ?? microUsd;
  }
}

export function ceiling(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}
