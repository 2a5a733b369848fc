import { fundsOf } from '../../ledger/funds.js';
import { moveTokens } from '../../ledger/line-changes.js';
import { isAuthorized, isDeepFrozen, PAR, transferRate } from '../../ledger/lines.js';
import {
  type BookOffer,
  deleteOffer,
  hasExpired,
  offersOf,
  reduceOffer,
} from '../../ledger/offers.js';
import { creditDrops } from '../../ledger/owned.js';
import type { WorkView } from '../../ledger/view.js';
import {
  type Amount,
  type Asset,
  compareAmounts,
  minus,
  plus,
  scaled,
  scaledBy,
  signOf,
  zeroOf,
} from '../../values/amounts.js';
import { compare, type TokenValue } from '../../values/token-value.js';
import type { Direction, FlowContext, Step, StepFlow } from './step.js';

/** What can be had of one offer: between taker and book, and between book and owner. */
interface Deal {
  readonly offer: BookOffer;
  readonly rates: Rates;
  /** What the owner receives. */
  readonly received: Amount;
  /** What the taker gets. */
  readonly delivered: Amount;
  /** What the taker gives, transfer fee included. */
  readonly given: Amount;
  /** What the owner gives, transfer fee included. */
  readonly spent: Amount;
}

/** In billionths, what is charged on the way into an offer and on the way out of it. */
interface Rates {
  readonly in: number;
  readonly out: number;
}

export interface BookStepSetup {
  readonly pays: Asset;
  readonly gets: Asset;
  readonly previous: Step | undefined;
  /** Whether the book follows another book, or the sender itself. */
  readonly afterBook: boolean;
  /** Whether this is the taker's own path, without another asset in between. */
  readonly isDirect: boolean;
  readonly flow: FlowContext;
}

const MAX_OFFERS = 1_000;
const ONE: TokenValue = { mantissa: 1n, exponent: 0 };

/** Value changing its asset in an order book: the best offers, all of one price at a time. */
export class BookStep implements Step {
  readonly #setup: BookStepSetup;

  constructor(setup: BookStepSetup) {
    this.#setup = setup;
  }

  reverse(view: WorkView, out: Amount): StepFlow {
    let total = this.#nothing();
    for (const deal of this.#deals(view, 'backwards')) {
      const left = minus(out, total.out);
      if (signOf(left) <= 0) break;
      const whole = compareAmounts(deal.delivered, left) <= 0;
      const done = whole ? deal : this.#limitedOut(deal, left);
      this.#settle(view, done);
      total = {
        in: plus(total.in, done.given),
        out: whole ? plus(total.out, done.delivered) : out,
      };
      if (!whole) break;
    }
    return total;
  }

  forward(view: WorkView, input: Amount): StepFlow {
    let total = this.#nothing();
    for (const deal of this.#deals(view, 'forwards')) {
      const left = minus(input, total.in);
      if (signOf(left) <= 0) break;
      const whole = compareAmounts(deal.given, left) <= 0;
      const done = whole ? deal : this.#limitedIn(deal, left);
      this.#settle(view, done);
      total = {
        in: whole ? plus(total.in, done.given) : input,
        out: plus(total.out, done.delivered),
      };
      if (!whole) break;
    }
    return total;
  }

  /** When an offer is crossed its owner pays the fee; in a payment the account after the book does. */
  redeems(): boolean {
    return this.#setup.flow.crossing === undefined;
  }

  qualityIn(): number {
    return PAR;
  }

  #nothing(): StepFlow {
    return { in: zeroOf(this.#setup.pays), out: zeroOf(this.#setup.gets) };
  }

  /** What the offers of the best price hold. Those that are of no use are removed on the way. */
  *#deals(view: WorkView, direction: Direction): Generator<Deal> {
    let best: string | undefined;
    let seen = 0;
    // Each is read only when its turn comes: the deals before it may have spent what its owner had.
    for (const offer of offersOf(view, this.#setup.pays, this.#setup.gets)) {
      seen += 1;
      if (seen > MAX_OFFERS) return;
      const place = offer.entry.BookDirectory;
      if (best !== undefined && place !== best) return;
      if (this.#isStale(view, offer)) {
        this.#remove(view, offer);
        continue;
      }
      if (!this.#isGoodEnough(offer)) return;
      best = place;
      yield this.#dealOf(view, offer, this.#ratesOf(view, offer, direction));
    }
  }

  #remove(view: WorkView, offer: BookOffer): void {
    this.#setup.flow.stale.add(offer.key);
    deleteOffer(view, offer.key);
  }

  #isStale(view: WorkView, offer: BookOffer): boolean {
    const owner = offer.entry.Account;
    if (hasExpired(view, offer.entry.Expiration)) return true;
    if (signOf(fundsOf(view, owner, offer.gets)) <= 0) return true;
    if (this.#isOwn(offer)) return true;
    const { pays } = this.#setup;
    if (pays.kind === 'xrp') return false;
    const line = view.line(owner, pays.issuer, pays.currency);
    return isDeepFrozen(line) || !isAuthorized(view, owner, pays.issuer, pays.currency);
  }

  /** A taker does not trade with itself: its own older offer goes. */
  #isOwn(offer: BookOffer): boolean {
    const { flow, isDirect } = this.#setup;
    const own = offer.entry.Account === flow.source && offer.entry.Account === flow.destination;
    return flow.crossing !== undefined && isDirect && own && this.#isGoodEnough(offer);
  }

  #isGoodEnough(offer: BookOffer): boolean {
    const { flow, isDirect } = this.#setup;
    if (flow.crossing === undefined || !isDirect) return true;
    return compare(offer.rate, flow.crossing.limit) <= 0;
  }

  #dealOf(view: WorkView, offer: BookOffer, rates: Rates): Deal {
    const owner = offer.entry.Account;
    const whole: Deal = {
      offer,
      rates,
      received: offer.pays,
      delivered: offer.gets,
      given: scaledBy(offer.pays, rates.in, PAR, 'up'),
      spent: scaledBy(offer.gets, rates.out, PAR, 'down'),
    };
    const isIssuer = offer.gets.kind === 'token' && offer.gets.issuer === owner;
    const funds = fundsOf(view, owner, offer.gets);
    if (isIssuer || compareAmounts(funds, whole.spent) >= 0) return whole;
    const delivered = scaledBy(funds, PAR, rates.out, 'down');
    const received = this.#priceOf(offer, delivered, 'down');
    return {
      ...whole,
      spent: funds,
      delivered,
      received,
      given: scaledBy(received, rates.in, PAR, 'up'),
    };
  }

  #ratesOf(view: WorkView, offer: BookOffer, direction: Direction): Rates {
    const { pays, gets, previous, flow, afterBook } = this.#setup;
    const owner = offer.entry.Account;
    const chargedIn = previous?.redeems(view, direction) === true;
    if (flow.crossing === undefined) {
      return { in: chargedIn ? this.#feeOf(view, pays) : PAR, out: PAR };
    }
    return {
      in: chargedIn && owner !== flow.source ? this.#feeOf(view, pays) : PAR,
      out: afterBook && owner === flow.destination ? PAR : this.#feeOf(view, gets),
    };
  }

  #feeOf(view: WorkView, asset: Asset): number {
    if (asset.kind === 'xrp' || asset.issuer === this.#setup.flow.destination) return PAR;
    return transferRate(view, asset.issuer);
  }

  /** What `delivered` of an offer costs, at the price at which it was placed. */
  #priceOf(offer: BookOffer, delivered: Amount, rounding: 'up' | 'down'): Amount {
    const price = scaled(delivered, offer.rate, ONE, this.#setup.pays, rounding);
    return compareAmounts(price, offer.pays) > 0 ? offer.pays : price;
  }

  #limitedOut(deal: Deal, most: Amount): Deal {
    const { rates } = deal;
    const received = this.#priceOf(deal.offer, most, 'up');
    const spent = scaledBy(most, rates.out, PAR, 'down');
    const given = scaledBy(received, rates.in, PAR, 'up');
    return { ...deal, delivered: most, received, given, spent };
  }

  #limitedIn(deal: Deal, most: Amount): Deal {
    const { rates } = deal;
    const received = scaledBy(most, PAR, rates.in, 'down');
    const bought = scaled(received, ONE, deal.offer.rate, this.#setup.gets, 'down');
    const delivered = compareAmounts(bought, deal.delivered) > 0 ? deal.delivered : bought;
    const spent = scaledBy(delivered, rates.out, PAR, 'down');
    return { ...deal, given: most, received, delivered, spent };
  }

  #settle(view: WorkView, { offer, received, delivered, spent }: Deal): void {
    const owner = offer.entry.Account;
    give(view, this.#setup.pays, owner, received);
    take(view, this.#setup.gets, owner, spent);
    reduceOffer(view, offer, minus(offer.pays, received), minus(offer.gets, delivered));
  }
}

/** From the book to an offer's owner: XRP as it is, tokens from their issuer. */
function give(view: WorkView, asset: Asset, owner: string, amount: Amount): void {
  if (amount.kind === 'xrp') creditDrops(view, owner, amount.drops);
  else if (asset.kind === 'token' && asset.issuer !== owner) {
    moveTokens(view, asset.issuer, owner, asset.currency, amount.value);
  }
}

function take(view: WorkView, asset: Asset, owner: string, amount: Amount): void {
  if (amount.kind === 'xrp') creditDrops(view, owner, -amount.drops);
  else if (asset.kind === 'token' && asset.issuer !== owner) {
    moveTokens(view, owner, asset.issuer, asset.currency, amount.value);
  }
}
