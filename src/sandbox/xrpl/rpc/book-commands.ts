import { isObject } from '../../../core/json.js';
import { fundsOf } from '../ledger/funds.js';
import { type BookOffer, hasExpired, offersOf } from '../ledger/offers.js';
import type { ReadView } from '../ledger/view.js';
import { isValidClassicAddress } from '../ripple.js';
import {
  type Amount,
  type Asset,
  assetOf,
  compareAmounts,
  minus,
  numberOf,
  sameAsset,
  scaled,
  signOf,
  smaller,
  writeAmount,
  XRP,
  zeroOf,
} from '../values/amounts.js';
import type { Command } from './command.js';
import { missingField, RpcError } from './errors.js';
import { chooseLedger } from './ledger-choice.js';
import type { Params } from './params.js';
import { priceText } from './price-text.js';

const PAGE = { min: 1, standard: 60, max: 100 };

export const bookOffers: Command = ({ node, params }) => {
  const pays = readAsset(params, 'taker_pays', 'srcCurMalformed', 'srcIsrMalformed');
  const gets = readAsset(params, 'taker_gets', 'dstAmtMalformed', 'dstIsrMalformed');
  if (sameAsset(pays, gets)) throw new RpcError('badMarket');
  const { view, head } = chooseLedger(node, params);
  const limit = params.limit(PAGE);
  const left = new Map<string, Amount>();
  const offers: Record<string, unknown>[] = [];
  for (const offer of offersOf(view, pays, gets)) {
    if (offers.length >= limit) break;
    if (hasExpired(view, offer.entry.Expiration)) continue;
    offers.push(offerJson(view, offer, left));
  }
  return { ...head, offers };
};

/** An owner's funds back its offers in the order of the book; the first shows what there is. */
function offerJson(
  view: ReadView,
  offer: BookOffer,
  left: Map<string, Amount>,
): Record<string, unknown> {
  const owner = offer.entry.Account;
  const isFirst = !left.has(owner);
  const isIssuer = offer.gets.kind === 'token' && offer.gets.issuer === owner;
  const funds = left.get(owner) ?? fundsOf(view, owner, offer.gets);
  const funded = isIssuer ? offer.gets : smaller(funds, offer.gets);
  if (!isIssuer) left.set(owner, minus(funds, funded));
  const whole = compareAmounts(funded, offer.gets) >= 0;
  return {
    ...offer.entry,
    index: offer.key,
    quality: priceText(offer.entry.TakerPays, offer.entry.TakerGets),
    ...(isFirst && !isIssuer ? { owner_funds: bare(funds) } : {}),
    ...(whole ? {} : fundedPart(offer, funded)),
  };
}

function fundedPart(offer: BookOffer, gets: Amount): Record<string, unknown> {
  const asset = assetOf(offer.pays);
  const pays =
    signOf(gets) <= 0
      ? zeroOf(asset)
      : scaled(gets, numberOf(offer.pays), numberOf(offer.gets), asset, 'down');
  return { taker_gets_funded: writeAmount(gets), taker_pays_funded: writeAmount(pays) };
}

function bare(amount: Amount): string {
  const written = writeAmount(amount);
  return typeof written === 'string' ? written : written.value;
}

function readAsset(params: Params, name: string, badCurrency: string, badIssuer: string): Asset {
  const value = params.all[name];
  if (!isObject(value)) throw missingField(name);
  const { currency, issuer } = value;
  if (typeof currency !== 'string') throw missingField(`${name}.currency`);
  if (currency === 'XRP') return XRP;
  if (!/^(?:.{3}|[0-9A-Fa-f]{40})$/.test(currency)) throw new RpcError(badCurrency);
  if (typeof issuer !== 'string' || !isValidClassicAddress(issuer)) throw new RpcError(badIssuer);
  return { kind: 'token', currency, issuer };
}
