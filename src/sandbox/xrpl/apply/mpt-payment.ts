import { has, MPT_FLAGS, type MPTokenIssuance } from '../ledger/entries.js';
import { adjustOutstanding, creditMpt, heldBy } from '../ledger/mpt-balances.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { MAX_MPT, type MptAmount, readMptAmount } from '../values/mpt-amounts.js';
import { firstFailure, OK } from './rules.js';

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

export function payMpt(tx: Transaction, view: WorkView, amount: MptAmount): ResultCode {
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
  return refused === OK ? move(tx, view, amount, issuance, isDirect) : refused;
}

function move(
  tx: Transaction,
  view: WorkView,
  { id, issuer, value }: MptAmount,
  issuance: MPTokenIssuance,
  isDirect: boolean,
): ResultCode {
  const destination = tx.text('Destination') ?? '';
  const fee = isDirect ? 0n : (value * BigInt(issuance.TransferFee ?? 0)) / WHOLE;
  const most = readMptAmount(tx.json.SendMax)?.value ?? value;
  if (value + fee > most) return 'tecPATH_PARTIAL';
  if (tx.account === issuer) {
    const limit = BigInt(issuance.MaximumAmount ?? MAX_MPT);
    if (BigInt(issuance.OutstandingAmount) + value > limit) return 'tecPATH_PARTIAL';
    adjustOutstanding(view, id, value);
  } else {
    if (heldBy(view, id, tx.account) < value + fee) return 'tecPATH_PARTIAL';
    creditMpt(view, id, tx.account, -(value + fee));
  }
  if (destination === issuer) adjustOutstanding(view, id, -value);
  else creditMpt(view, id, destination, value);
  if (fee > 0n) adjustOutstanding(view, id, -fee);
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
