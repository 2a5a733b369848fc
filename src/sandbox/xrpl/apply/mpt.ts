import { has, MPT_FLAGS, type MPTokenIssuance } from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { mptId, mptIssuanceKey, mptokenKey } from '../ledger/keys.js';
import { heldBy, openMpt } from '../ledger/mpt-balances.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { MAX_MPT } from '../values/mpt-amounts.js';
import { type ApplyContext, firstFailure, OK, type TransactionRules } from './rules.js';

const MAX_TRANSFER_FEE = 50_000;
const MAX_METADATA_DIGITS = 2_048;
const UNAUTHORIZE = 0x01;
const { canLock, requireAuth, canEscrow, canTrade, canTransfer, canClawback } = MPT_FLAGS;

/** MPTokenIssuanceCreate: a token, of which nothing is out yet. */
export const mptokenIssuanceCreate: TransactionRules = {
  flags: canLock | requireAuth | canEscrow | canTrade | canTransfer | canClawback,
  check: (tx) => {
    const fee = tx.number('TransferFee') ?? 0;
    const metadata = tx.text('MPTokenMetadata') ?? '00';
    const most = BigInt(tx.text('MaximumAmount') ?? 1);
    const isLong = metadata === '' || metadata.length > MAX_METADATA_DIGITS;
    return firstFailure(
      () => (fee > MAX_TRANSFER_FEE ? 'temBAD_TRANSFER_FEE' : OK),
      () => (fee > 0 && !tx.hasFlag(canTransfer) ? 'temMALFORMED' : OK),
      () => (isLong || most < 1n || most > MAX_MPT ? 'temMALFORMED' : OK),
    );
  },
  apply: (tx, view, context) => {
    if (!affordsOneMore(view, tx.account, context)) return 'tecINSUFFICIENT_RESERVE';
    const { AssetScale, MaximumAmount, MPTokenMetadata, TransferFee } = tx.json;
    const Sequence = tx.ticket ?? tx.sequence;
    const entry: MPTokenIssuance = {
      LedgerEntryType: 'MPTokenIssuance',
      ...(AssetScale === undefined ? {} : { AssetScale: Number(AssetScale) }),
      Flags: tx.flags & 0x7fff_ffff,
      Issuer: tx.account,
      ...(MaximumAmount === undefined ? {} : { MaximumAmount: String(MaximumAmount) }),
      ...(MPTokenMetadata === undefined ? {} : { MPTokenMetadata: String(MPTokenMetadata) }),
      OutstandingAmount: '0',
      OwnerNode: '0',
      Sequence,
      ...(TransferFee === undefined ? {} : { TransferFee: Number(TransferFee) }),
    };
    insertOwned(view, mptIssuanceKey(mptId(tx.account, Sequence)), entry, tx.account);
    adjustOwnerCount(view, tx.account, 1);
    return OK;
  },
};

/** MPTokenAuthorize: a holder makes a place for a token, or gives it up; an issuer lets a holder have it. */
export const mptokenAuthorize: TransactionRules = {
  flags: UNAUTHORIZE,
  check: (tx) => (tx.text('Holder') === tx.account ? 'temMALFORMED' : OK),
  claim: (tx, view) => {
    const id = tx.text('MPTokenIssuanceID') ?? '';
    const holder = tx.text('Holder');
    return holder === undefined ? claimOwn(tx, view, id) : claimIssuers(tx, view, id, holder);
  },
  apply: (tx, view, context) => {
    const id = tx.text('MPTokenIssuanceID') ?? '';
    const holder = tx.text('Holder');
    if (holder !== undefined) return setAuthorized(view, id, holder, !tx.hasFlag(UNAUTHORIZE));
    if (tx.hasFlag(UNAUTHORIZE)) {
      eraseOwned(view, mptokenKey(id, tx.account), tx.account);
      adjustOwnerCount(view, tx.account, -1);
      return OK;
    }
    if (!affordsOneMore(view, tx.account, context)) return 'tecINSUFFICIENT_RESERVE';
    openMpt(view, id, tx.account);
    return OK;
  },
};

function claimOwn(tx: Transaction, view: ReadView, id: string): ResultCode {
  const own = view.mptoken(id, tx.account);
  if (tx.hasFlag(UNAUTHORIZE)) {
    if (own === undefined) return 'tecOBJECT_NOT_FOUND';
    return heldBy(view, id, tx.account) === 0n ? OK : 'tecHAS_OBLIGATIONS';
  }
  const issuance = view.mptIssuance(id);
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuance.Issuer === tx.account) return 'tecNO_PERMISSION';
  return own === undefined ? OK : 'tecDUPLICATE';
}

function claimIssuers(tx: Transaction, view: ReadView, id: string, holder: string): ResultCode {
  if (view.account(holder) === undefined) return 'tecNO_DST';
  const issuance = view.mptIssuance(id);
  if (issuance === undefined) return 'tecOBJECT_NOT_FOUND';
  if (issuance.Issuer !== tx.account) return 'tecNO_PERMISSION';
  if (!has(issuance.Flags, requireAuth)) return 'tecNO_AUTH';
  return view.mptoken(id, holder) === undefined ? 'tecOBJECT_NOT_FOUND' : OK;
}

function setAuthorized(view: WorkView, id: string, holder: string, on: boolean): ResultCode {
  const entry = view.mptoken(id, holder);
  if (entry === undefined) return 'tecOBJECT_NOT_FOUND';
  const { authorized } = MPT_FLAGS;
  const Flags = on ? entry.Flags | authorized : entry.Flags & ~authorized;
  view.put(mptokenKey(id, holder), { ...entry, Flags });
  return OK;
}

function affordsOneMore(view: ReadView, address: string, { priorBalance }: ApplyContext): boolean {
  const owned = view.account(address)?.OwnerCount ?? 0;
  return priorBalance >= accountReserve(view.facts.fees, owned + 1);
}
