import { fundsOf } from '../ledger/funds.js';
import { PAR, transferRate } from '../ledger/lines.js';
import type { WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import {
  type Amount,
  type Asset,
  assetOf,
  compareAmounts,
  minus,
  numberOf,
  scaled,
  scaledBy,
  signOf,
  smaller,
  token,
  xrp,
  zeroOf,
} from '../values/amounts.js';
import type { TokenValue } from '../values/token-value.js';
import { runFlow } from './flow/flow.js';
import { priceOf } from './flow/price.js';
import { OK } from './rules.js';

/** An offer on its way to the book: what its maker asks for and gives. */
export interface OfferTerms {
  readonly account: string;
  /** What the maker wants. */
  readonly pays: Amount;
  /** What the maker gives for it. */
  readonly gets: Amount;
  /** Gives all of it, even if it brings more than was asked. */
  readonly sell: boolean;
  /** Takes only what is better than its own price. */
  readonly passive: boolean;
  readonly fillOrKill: boolean;
}

/** What crossing came to. */
export interface CrossResult {
  readonly result: ResultCode;
  /** What is left of the offer. */
  readonly left: { readonly pays: Amount; readonly gets: Amount };
  readonly traded: boolean;
}

const MAX_DROPS = 10n ** 17n;
/** Half of the largest token value, so that a transfer fee still fits. */
const PLENTY: TokenValue = { mantissa: 4_999_999_999_999_999n, exponent: 80 };
const MAX_DIGITS = 16;

/** Takes from the book what is offered at the maker's price or better. */
export function cross(view: WorkView, terms: OfferTerms): CrossResult {
  const { account, pays, gets } = terms;
  const untouched = { pays, gets };
  const funds = fundsOf(view, account, gets);
  if (signOf(funds) <= 0) return { result: 'tecUNFUNDED_OFFER', left: untouched, traded: false };
  const fee = feeOn(view, terms);
  const most = scaledBy(gets, fee, PAR, 'up');
  const price = priceOf({ in: most, out: pays });
  const { given, delivered } = runFlow(view, {
    source: account,
    destination: account,
    sendMax: smaller(most, funds),
    deliver: terms.sell ? plentyOf(assetOf(pays)) : pays,
    paths: pays.kind === 'token' && gets.kind === 'token' ? [[{ currency: 'XRP' }]] : [],
    useDefaultPath: true,
    limit: terms.passive ? { ...price, mantissa: price.mantissa - 1n } : price,
    crossing: true,
  });
  const filled = terms.sell
    ? compareAmounts(given, smaller(most, funds)) >= 0
    : compareAmounts(delivered, pays) >= 0;
  if (terms.fillOrKill && !filled) {
    return { result: 'tecKILLED', left: untouched, traded: false };
  }
  const left = leftOver(view, terms, scaledBy(given, PAR, fee, 'up'), delivered);
  return { result: OK, left, traded: signOf(given) > 0 };
}

/** What the issuer of what is given charges, in billionths. */
function feeOn(view: WorkView, { account, gets }: OfferTerms): number {
  if (gets.kind === 'xrp' || gets.issuer === account) return PAR;
  return transferRate(view, gets.issuer);
}

function plentyOf(asset: Asset): Amount {
  return asset.kind === 'xrp' ? xrp(MAX_DROPS) : token(asset, PLENTY);
}

/** The rest keeps the offer's price. A maker with nothing left to give keeps no offer. */
function leftOver(
  view: WorkView,
  { account, pays, gets, sell }: OfferTerms,
  given: Amount,
  delivered: Amount,
): { readonly pays: Amount; readonly gets: Amount } {
  const nothing = { pays: zeroOf(assetOf(pays)), gets: zeroOf(assetOf(gets)) };
  if (signOf(fundsOf(view, account, gets)) <= 0) return nothing;
  if (sell) {
    const rest = minus(gets, given);
    if (signOf(rest) <= 0) return nothing;
    const asked = scaled(rest, numberOf(pays), numberOf(gets), assetOf(pays), 'down');
    return { gets: rest, pays: asked };
  }
  const rest = minus(pays, delivered);
  if (signOf(rest) <= 0) return nothing;
  return { pays: rest, gets: scaled(rest, numberOf(gets), numberOf(pays), assetOf(gets), 'up') };
}

/** Rounds the price to the ticks that the issuers ask for, at the taker's cost. */
export function roundToTicks(view: WorkView, terms: OfferTerms): OfferTerms {
  const { pays, gets } = terms;
  const digits = Math.min(ticksOf(view, pays), ticksOf(view, gets));
  if (digits >= MAX_DIGITS) return terms;
  const price = priceOf({ in: pays, out: gets });
  const step = 10n ** BigInt(MAX_DIGITS - digits);
  const mantissa = ((price.mantissa + step - 1n) / step) * step;
  const rounded: TokenValue = { mantissa, exponent: price.exponent };
  const one: TokenValue = { mantissa: 1n, exponent: 0 };
  return terms.sell
    ? { ...terms, pays: scaled(gets, rounded, one, assetOf(pays), 'nearest') }
    : { ...terms, gets: scaled(pays, one, rounded, assetOf(gets), 'nearest') };
}

function ticksOf(view: WorkView, amount: Amount): number {
  return amount.kind === 'xrp' ? MAX_DIGITS : (view.account(amount.issuer)?.TickSize ?? MAX_DIGITS);
}
