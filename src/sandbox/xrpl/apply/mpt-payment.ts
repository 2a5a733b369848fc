import { has, MPT_FLAGS, type MPTokenIssuance } from '../ledger/entries.js';
import { adjustOutstanding, creditMpt, heldBy } from '../ledger/mpt-balances.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { MAX_MPT, type MptAmount, mptJson, readMptAmount } from '../values/mpt-amounts.js';
import { type ApplyContext, firstFailure, OK } from './rules.js';

const PARTIAL = 0x00020000;
const UNIVERSAL = 0x80000000;
/** Transfer fees are in thousandths of a percent. */
const WHOLE = 100_000n;

/** A Payment's amount, where it is of a multi-purpose token. */
export function mptAmountOf(tx: Transaction): MptAmount | undefined {
  return readMptAmount(tx.json.Amount);
}

/** What makes no sense of such a payment, which goes straight from one account to another. */
export function checkMptPayment(tx: Transaction, { id, value }: MptAmount): ResultCode {
  const most = tx.has('SendMax') ? readMptAmount(tx.json.SendMax) : { id };
  const least = tx.has('DeliverMin') ? readMptAmount(tx.json.DeliverMin) : { id };
  return firstFailure(
    () => ((tx.flags & ~(PARTIAL | UNIVERSAL)) === 0 ? OK : 'temINVALID_FLAG'),
    () => (tx.has('Paths') ? 'temMALFORMED' : OK),
    () => (value <= 0n || value > MAX_MPT ? 'temBAD_AMOUNT' : OK),
    () => (most?.id === id && least?.id === id ? OK : 'temMALFORMED'),
    () => (tx.account === tx.text('Destination') ? 'temREDUNDANT' : OK),
    () => (tx.has('DeliverMin') && !tx.hasFlag(PARTIAL) ? 'temBAD_AMOUNT' : OK),
  );
}

export function payMpt(
  tx: Transaction,
  view: WorkView,
  amount: MptAmount,
  context: ApplyContext,
): ResultCode {
  const { id, issuer } = amount;
  const issuance = view.mptIssuance(id);
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  const parties = [tx.account, tx.text('Destination') ?? ''];
  const isDirect = parties.includes(issuer);
  const refused = firstFailure(
    () => (parties.every((party) => mayHold(view, issuance, id, party)) ? OK : 'tecNO_AUTH'),
    () => (isDirect || has(issuance.Flags, MPT_FLAGS.canTransfer) ? OK : 'tecNO_AUTH'),
    () => (isDirect || !isLocked(view, issuance, id, parties) ? OK : 'tecLOCKED'),
  );
  if (refused !== OK) return refused;
  const charge = isDirect ? 0n : BigInt(issuance.TransferFee ?? 0);
  const deal = dealOf(tx, amount, charge);
  const result = deal === undefined ? 'tecPATH_PARTIAL' : move(tx, view, issuance, deal);
  if (deal && result === OK && deal.delivered !== amount.value) {
    context.deliver(mptJson(id, deal.delivered));
  }
  return result;
}

/** What leaves one account, and what arrives at the other. */
interface Deal {
  readonly id: string;
  readonly spent: bigint;
  readonly delivered: bigint;
}

/** All of it, or as much as a partial payment is content with; `undefined` where that is too little. */
function dealOf(tx: Transaction, { id, value }: MptAmount, charge: bigint): Deal | undefined {
  const most = readMptAmount(tx.json.SendMax)?.value ?? value;
  const whole = { id, spent: (value * (WHOLE + charge)) / WHOLE, delivered: value };
  if (whole.spent <= most) return whole;
  if (!tx.hasFlag(PARTIAL)) return undefined;
  const delivered = (most * WHOLE) / (WHOLE + charge);
  const least = readMptAmount(tx.json.DeliverMin)?.value ?? 0n;
  return delivered < least ? undefined : { id, spent: most, delivered };
}

function move(
  tx: Transaction,
  view: WorkView,
  issuance: MPTokenIssuance,
  { id, spent, delivered }: Deal,
): ResultCode {
  const destination = tx.text('Destination') ?? '';
  if (tx.account === issuance.Issuer) {
    const limit = BigInt(issuance.MaximumAmount ?? MAX_MPT);
    if (BigInt(issuance.OutstandingAmount) + delivered > limit) return 'tecPATH_PARTIAL';
    adjustOutstanding(view, id, delivered);
  } else {
    if (heldBy(view, id, tx.account) < spent) return 'tecPATH_PARTIAL';
    creditMpt(view, id, tx.account, -spent);
  }
  if (destination === issuance.Issuer) adjustOutstanding(view, id, -delivered);
  else creditMpt(view, id, destination, delivered);
  // What passing it on costs is burnt.
  if (spent > delivered) adjustOutstanding(view, id, delivered - spent);
  return OK;
}

/** The issuer has no place for its own, and needs none. */
function mayHold(
  view: ReadView,
  { Issuer, Flags }: MPTokenIssuance,
  id: string,
  party: string,
): boolean {
  if (party === Issuer) return true;
  const own = view.mptoken(id, party);
  if (own === undefined) return false;
  return !has(Flags, MPT_FLAGS.requireAuth) || has(own.Flags, MPT_FLAGS.authorized);
}

function isLocked(
  view: ReadView,
  { Flags }: MPTokenIssuance,
  id: string,
  parties: readonly string[],
): boolean {
  const { locked } = MPT_FLAGS;
  return (
    has(Flags, locked) || parties.some((party) => has(view.mptoken(id, party)?.Flags ?? 0, locked))
  );
}
