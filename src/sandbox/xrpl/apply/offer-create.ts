import { OFFER_FLAGS } from '../ledger/entries.js';
import { fundsOf } from '../ledger/funds.js';
import { offerKey } from '../ledger/keys.js';
import { isAuthorized, isDeepFrozen, isGloballyFrozen } from '../ledger/lines.js';
import { deleteOffer, directoryOf, hasExpired, placeOffer } from '../ledger/offers.js';
import { coversReserve } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { type Amount, assetOf, sameAsset, signOf } from '../values/amounts.js';
import { cross, type OfferTerms, roundToTicks } from './crossing.js';
import { type ApplyContext, firstFailure, OK, type TransactionRules } from './rules.js';

const FLAGS = {
  passive: 0x00010000,
  immediateOrCancel: 0x00020000,
  fillOrKill: 0x00040000,
  sell: 0x00080000,
};

/** OfferCreate: crosses what is in the book, and places what is left. */
export const offerCreate: TransactionRules = {
  flags: FLAGS.passive | FLAGS.immediateOrCancel | FLAGS.fillOrKill | FLAGS.sell,
  check,
  claim,
  apply,
};

function check(tx: Transaction): ResultCode {
  const [pays, gets] = [tx.amount('TakerPays'), tx.amount('TakerGets')];
  if (pays === undefined || gets === undefined) return 'temBAD_AMOUNT';
  const both = tx.hasFlag(FLAGS.immediateOrCancel) && tx.hasFlag(FLAGS.fillOrKill);
  return firstFailure(
    () => (both ? 'temINVALID_FLAG' : OK),
    () => (tx.number('Expiration') === 0 ? 'temBAD_EXPIRATION' : OK),
    () => (tx.number('OfferSequence') === 0 ? 'temBAD_SEQUENCE' : OK),
    () => (pays.kind === 'xrp' && gets.kind === 'xrp' ? 'temBAD_OFFER' : OK),
    () => (signOf(pays) <= 0 || signOf(gets) <= 0 ? 'temBAD_OFFER' : OK),
    () => (sameAsset(assetOf(pays), assetOf(gets)) ? 'temREDUNDANT' : OK),
    () => (namesXrp(pays) || namesXrp(gets) ? 'temBAD_CURRENCY' : OK),
  );
}

function namesXrp(amount: Amount): boolean {
  return amount.kind === 'token' && amount.currency === 'XRP';
}

function claim(tx: Transaction, view: ReadView): ResultCode {
  const [pays, gets] = [tx.amount('TakerPays'), tx.amount('TakerGets')];
  const account = view.account(tx.account);
  if (pays === undefined || gets === undefined || account === undefined) return 'terNO_ACCOUNT';
  const replaced = tx.number('OfferSequence');
  return firstFailure(
    () => (isStopped(view, pays) || isStopped(view, gets) ? 'tecFROZEN' : OK),
    () => (signOf(fundsOf(view, tx.account, gets)) <= 0 ? 'tecUNFUNDED_OFFER' : OK),
    () => (replaced !== undefined && account.Sequence <= replaced ? 'temBAD_SEQUENCE' : OK),
    () => (hasExpired(view, tx.number('Expiration')) ? 'tecEXPIRED' : OK),
    () => claimAcceptance(view, tx.account, pays),
    // No domain exists here, so nobody is a member of one.
    () => (tx.has('DomainID') ? 'tecNO_PERMISSION' : OK),
  );
}

function isStopped(view: ReadView, amount: Amount): boolean {
  return amount.kind === 'token' && isGloballyFrozen(view, amount.issuer);
}

/** Whether the account may hold what it asks for. */
function claimAcceptance(view: ReadView, address: string, pays: Amount): ResultCode {
  if (pays.kind === 'xrp') return OK;
  if (view.account(pays.issuer) === undefined) return 'tecNO_ISSUER';
  if (pays.issuer === address) return OK;
  const line = view.line(address, pays.issuer, pays.currency);
  if (!isAuthorized(view, address, pays.issuer, pays.currency)) {
    return line === undefined ? 'tecNO_LINE' : 'tecNO_AUTH';
  }
  return isDeepFrozen(line) ? 'tecFROZEN' : OK;
}

function apply(tx: Transaction, view: WorkView, context: ApplyContext): ResultCode {
  const [asked, given] = [tx.amount('TakerPays'), tx.amount('TakerGets')];
  if (asked === undefined || given === undefined) return 'temBAD_AMOUNT';
  const replaced = tx.number('OfferSequence');
  if (replaced !== undefined) deleteOffer(view, offerKey(tx.account, replaced));
  const terms: OfferTerms = roundToTicks(view, {
    account: tx.account,
    pays: asked,
    gets: given,
    sell: tx.hasFlag(FLAGS.sell),
    passive: tx.hasFlag(FLAGS.passive),
    fillOrKill: tx.hasFlag(FLAGS.fillOrKill),
  });
  if (signOf(terms.pays) <= 0 || signOf(terms.gets) <= 0) return OK;
  const crossed = cross(view, terms);
  if (crossed.result !== OK) return crossed.result;
  const { left } = crossed;
  if (signOf(left.pays) <= 0 || signOf(left.gets) <= 0) return OK;
  if (terms.fillOrKill) return 'tecKILLED';
  if (tx.hasFlag(FLAGS.immediateOrCancel)) return crossed.traded ? OK : 'tecKILLED';
  return place(tx, view, terms, left, crossed.traded, context);
}

/** What is left goes to the place that the offer's own price gives it. */
function place(
  tx: Transaction,
  view: WorkView,
  terms: OfferTerms,
  left: { readonly pays: Amount; readonly gets: Amount },
  traded: boolean,
  { priorBalance }: ApplyContext,
): ResultCode {
  const account = view.account(tx.account);
  if (account === undefined) return 'terNO_ACCOUNT';
  if (!coversReserve(view, account, priorBalance, 1)) {
    return traded ? OK : 'tecINSUF_RESERVE_OFFER';
  }
  const expiration = tx.number('Expiration');
  const passive = tx.hasFlag(FLAGS.passive) ? OFFER_FLAGS.passive : 0;
  placeOffer(view, {
    account: tx.account,
    sequence: tx.ticket ?? tx.sequence,
    pays: left.pays,
    gets: left.gets,
    directory: directoryOf(terms.pays, terms.gets),
    flags: passive | (terms.sell ? OFFER_FLAGS.sell : 0),
    ...(expiration === undefined ? {} : { expiration }),
  });
  return OK;
}
