import { ACCOUNT_FLAGS, type AccountRoot, has } from '../ledger/entries.js';
import { accountReserve, larger } from '../ledger/fees.js';
import { creditDrops } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import {
  type Amount,
  assetOf,
  compareAmounts,
  sameAsset,
  signOf,
  writeAmount,
  type XrpAmount,
  xrp,
} from '../values/amounts.js';
import { checkCredentialIds, claimCredentialIds } from './credential-ids.js';
import { isPreauthorized } from './deposit-preauth.js';
import { runFlow } from './flow/flow.js';
import { priceOf } from './flow/price.js';
import { checkMptPayment, mptAmountOf, payMpt } from './mpt-payment.js';
import { pathsAreTooMany, readPaths } from './paths.js';
import { type ApplyContext, firstFailure, OK, type TransactionRules } from './rules.js';

const FLAGS = { noRippleDirect: 0x00010000, partialPayment: 0x00020000, limitQuality: 0x00040000 };

/** Payment of XRP or of a token, direct or through issuers and order books. */
export const payment: TransactionRules = {
  flags: FLAGS.noRippleDirect | FLAGS.partialPayment | FLAGS.limitQuality,
  check,
  claim,
  apply,
};

/** The most that a payment may take from its sender: any issuer's tokens if none is named. */
function sendMaxOf(tx: Transaction, amount: Amount): Amount | undefined {
  if (tx.has('SendMax')) return tx.amount('SendMax');
  return amount.kind === 'xrp' ? amount : { ...amount, issuer: tx.account };
}

function check(tx: Transaction): ResultCode {
  const mpt = mptAmountOf(tx);
  if (mpt !== undefined) {
    return firstFailure(
      () => checkMptPayment(tx, mpt),
      () => checkCredentialIds(tx),
    );
  }
  const amount = tx.amount('Amount');
  const sendMax = amount && sendMaxOf(tx, amount);
  const destination = tx.text('Destination');
  if (amount === undefined || sendMax === undefined) return 'temBAD_AMOUNT';
  if (destination === undefined) return 'temDST_NEEDED';
  const direct = amount.kind === 'xrp' && sendMax.kind === 'xrp';
  return firstFailure(
    () => (signOf(amount) <= 0 || signOf(sendMax) <= 0 ? 'temBAD_AMOUNT' : OK),
    () => (namesXrp(amount) || namesXrp(sendMax) ? 'temBAD_CURRENCY' : OK),
    () => {
      const circular = tx.account === destination && !tx.has('Paths');
      return circular && sameCurrency(amount, sendMax) ? 'temREDUNDANT' : OK;
    },
    () => (direct ? checkDirect(tx) : OK),
    () => checkDeliverMin(tx, amount),
    () => checkCredentialIds(tx),
  );
}

/** A token may not call itself XRP. */
function namesXrp(amount: Amount): boolean {
  return amount.kind === 'token' && amount.currency === 'XRP';
}

function sameCurrency(a: Amount, b: Amount): boolean {
  if (a.kind === 'xrp' || b.kind === 'xrp') return a.kind === b.kind;
  return a.currency === b.currency;
}

/** What makes no sense where XRP goes straight from one account to another. */
function checkDirect(tx: Transaction): ResultCode {
  return firstFailure(
    () => (tx.has('SendMax') ? 'temBAD_SEND_XRP_MAX' : OK),
    () => (tx.has('Paths') ? 'temBAD_SEND_XRP_PATHS' : OK),
    () => (tx.hasFlag(FLAGS.partialPayment) ? 'temBAD_SEND_XRP_PARTIAL' : OK),
    () => (tx.hasFlag(FLAGS.limitQuality) ? 'temBAD_SEND_XRP_LIMIT' : OK),
    () => (tx.hasFlag(FLAGS.noRippleDirect) ? 'temBAD_SEND_XRP_NO_DIRECT' : OK),
  );
}

function checkDeliverMin(tx: Transaction, amount: Amount): ResultCode {
  if (!tx.has('DeliverMin')) return OK;
  const least = tx.amount('DeliverMin');
  if (!tx.hasFlag(FLAGS.partialPayment) || least === undefined) return 'temBAD_AMOUNT';
  if (signOf(least) <= 0 || !sameAsset(assetOf(least), assetOf(amount))) return 'temBAD_AMOUNT';
  return compareAmounts(least, amount) > 0 ? 'temBAD_AMOUNT' : OK;
}

function claim(tx: Transaction, view: ReadView): ResultCode {
  const amount = tx.amount('Amount');
  const isMpt = mptAmountOf(tx) !== undefined;
  const destination = view.account(tx.text('Destination') ?? '');
  if (amount === undefined && !isMpt) return 'temBAD_AMOUNT';
  const shown = claimCredentialIds(tx, view);
  if (shown !== OK) return shown;
  // There is no domain, so nobody is a member of one.
  if (tx.has('DomainID')) return 'tecNO_PERMISSION';
  if (destination === undefined) return claimCreation(tx, view, amount);
  if (has(destination.Flags, ACCOUNT_FLAGS.requireDestinationTag) && !tx.has('DestinationTag')) {
    return 'tecDST_TAG_NEEDED';
  }
  return amount !== undefined && ripples(tx, amount) && pathsAreTooMany(tx)
    ? 'telBAD_PATH_COUNT'
    : OK;
}

function claimCreation(tx: Transaction, view: ReadView, amount: Amount | undefined): ResultCode {
  if (amount?.kind !== 'xrp') return 'tecNO_DST';
  if (tx.hasFlag(FLAGS.partialPayment)) return 'telNO_DST_PARTIAL';
  const minimum = xrp(accountReserve(view.facts.fees, 0));
  return compareAmounts(amount, minimum) < 0 ? 'tecNO_DST_INSUF_XRP' : OK;
}

/** Whether a payment goes by trust lines or order books. */
function ripples(tx: Transaction, amount: Amount): boolean {
  return amount.kind === 'token' || tx.has('SendMax') || tx.has('Paths');
}

function apply(tx: Transaction, view: WorkView, context: ApplyContext): ResultCode {
  const mpt = mptAmountOf(tx);
  if (mpt !== undefined) {
    const destination = view.account(tx.text('Destination') ?? '');
    const isTaken = destination !== undefined && acceptsFrom(view, destination, tx);
    return isTaken ? payMpt(tx, view, mpt, context) : 'tecNO_PERMISSION';
  }
  const amount = tx.amount('Amount');
  const source = view.account(tx.account);
  if (amount === undefined || source === undefined) return 'temBAD_AMOUNT';
  const destination = destinationIn(view, tx.text('Destination') ?? '');
  if (amount.kind === 'xrp' && !ripples(tx, amount)) {
    return payDirectly(tx, view, source, destination, amount, context);
  }
  if (!acceptsFrom(view, destination, tx)) return 'tecNO_PERMISSION';
  return payThrough(tx, view, amount, context);
}

/** The receiving account, created if need be: it begins with the number of its ledger. */
function destinationIn(view: WorkView, address: string): AccountRoot {
  const known = view.account(address);
  if (known !== undefined) return known;
  const created: AccountRoot = {
    LedgerEntryType: 'AccountRoot',
    Account: address,
    Balance: '0',
    Flags: 0,
    OwnerCount: 0,
    Sequence: view.facts.index,
  };
  view.putAccount(created);
  return created;
}

function payDirectly(
  tx: Transaction,
  view: WorkView,
  source: AccountRoot,
  destination: AccountRoot,
  amount: XrpAmount,
  { priorBalance }: ApplyContext,
): ResultCode {
  const reserve = accountReserve(view.facts.fees, source.OwnerCount);
  if (priorBalance < amount.drops + larger(reserve, tx.fee)) return 'tecUNFUNDED_PAYMENT';
  // A little XRP is always let through, so that nobody locks itself out of paying fees.
  const base = accountReserve(view.facts.fees, 0);
  const little = amount.drops <= base && BigInt(destination.Balance) <= base;
  if (!little && !acceptsFrom(view, destination, tx)) return 'tecNO_PERMISSION';
  creditDrops(view, tx.account, -amount.drops);
  creditDrops(view, destination.Account, amount.drops);
  return OK;
}

function acceptsFrom(view: ReadView, destination: AccountRoot, tx: Transaction): boolean {
  if (!has(destination.Flags, ACCOUNT_FLAGS.depositAuth)) return true;
  const { Account } = destination;
  const ids = tx.texts('CredentialIDs');
  return Account === tx.account || isPreauthorized(view, Account, tx.account, ids);
}

function payThrough(
  tx: Transaction,
  view: WorkView,
  amount: Amount,
  context: ApplyContext,
): ResultCode {
  const sendMax = sendMaxOf(tx, amount);
  const paths = readPaths(tx);
  if (sendMax === undefined || paths === undefined) return 'temBAD_PATH';
  const useDefaultPath = !tx.hasFlag(FLAGS.noRippleDirect);
  if (!useDefaultPath && paths.length === 0) return 'temRIPPLE_EMPTY';
  const limited = tx.hasFlag(FLAGS.limitQuality);
  const outcome = runFlow(view, {
    source: tx.account,
    destination: tx.text('Destination') ?? '',
    sendMax,
    deliver: amount,
    paths,
    useDefaultPath,
    limit: limited ? priceOf({ in: sendMax, out: amount }) : undefined,
    crossing: false,
  });
  if (outcome.failure !== OK) {
    return outcome.failure.startsWith('ter') ? 'tecPATH_DRY' : outcome.failure;
  }
  return settle(tx, amount, outcome.delivered, context);
}

/** All of it, or as much as a partial payment is content with. */
function settle(
  tx: Transaction,
  amount: Amount,
  delivered: Amount,
  context: ApplyContext,
): ResultCode {
  const partial = tx.hasFlag(FLAGS.partialPayment);
  if (compareAmounts(delivered, amount) >= 0) {
    if (partial) context.deliver(writeAmount(amount));
    return OK;
  }
  if (!partial) return 'tecPATH_PARTIAL';
  if (signOf(delivered) <= 0) return 'tecPATH_DRY';
  const least = tx.amount('DeliverMin');
  if (least !== undefined && compareAmounts(delivered, least) < 0) return 'tecPATH_PARTIAL';
  context.deliver(writeAmount(delivered));
  return OK;
}
