import {
  ACCOUNT_FLAGS,
  type AccountRoot,
  has,
  LINE_FLAGS,
  type RippleState,
  type SideFlags,
  withFlag,
} from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { compareAccounts, lineKey } from '../ledger/keys.js';
import { createLine, deleteLine, setQualities } from '../ledger/line-changes.js';
import { isHigh, PAR, sideOf } from '../ledger/lines.js';
import { adjustOwnerCount } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { type TokenAmount, writeAmount } from '../values/amounts.js';
import { ZERO } from '../values/token-value.js';
import { type ApplyContext, OK, type TransactionRules } from './rules.js';

const FLAGS = {
  setAuth: 0x00010000,
  setNoRipple: 0x00020000,
  clearNoRipple: 0x00040000,
  setFreeze: 0x00100000,
  clearFreeze: 0x00200000,
  setDeepFreeze: 0x00400000,
  clearDeepFreeze: 0x00800000,
};

/** Up to this many entries an account may own without a reserve for its next trust line. */
const FREE_LINES = 2;

/** TrustSet: what an account is willing to hold of another's tokens, and how. */
export const trustSet: TransactionRules = {
  flags: Object.values(FLAGS).reduce((sum, flag) => sum | flag, 0),
  check,
  claim,
  apply,
};

function limitOf(tx: Transaction): TokenAmount | undefined {
  const limit = tx.amount('LimitAmount');
  return limit?.kind === 'token' ? limit : undefined;
}

function check(tx: Transaction): ResultCode {
  const limit = limitOf(tx);
  if (limit === undefined) return 'temBAD_LIMIT';
  if (limit.currency === 'XRP') return 'temBAD_CURRENCY';
  return limit.value.mantissa < 0n ? 'temBAD_LIMIT' : OK;
}

function claim(tx: Transaction, view: ReadView): ResultCode {
  const account = view.account(tx.account);
  const limit = limitOf(tx);
  if (account === undefined || limit === undefined) return 'terNO_ACCOUNT';
  const requiresAuth = has(account.Flags, ACCOUNT_FLAGS.requireAuthorization);
  if (tx.hasFlag(FLAGS.setAuth) && !requiresAuth) return 'tefNO_AUTH_REQUIRED';
  if (limit.issuer === tx.account) return 'temDST_IS_SRC';
  const peer = view.account(limit.issuer);
  if (peer === undefined) return 'tecNO_DST';
  const line = view.line(tx.account, limit.issuer, limit.currency);
  const unwelcome = has(peer.Flags, ACCOUNT_FLAGS.disallowIncomingTrustline);
  if (unwelcome && line === undefined) return 'tecNO_PERMISSION';
  return claimFreeze(tx, account, line, bitsFor(tx.account, limit.issuer));
}

function bitsFor(address: string, peer: string): SideFlags {
  return compareAccounts(address, peer) > 0 ? LINE_FLAGS.high : LINE_FLAGS.low;
}

function claimFreeze(
  tx: Transaction,
  account: AccountRoot,
  line: RippleState | undefined,
  bits: SideFlags,
): ResultCode {
  const sets = tx.hasFlag(FLAGS.setFreeze) || tx.hasFlag(FLAGS.setDeepFreeze);
  const clears = tx.hasFlag(FLAGS.clearFreeze) || tx.hasFlag(FLAGS.clearDeepFreeze);
  if (sets && (clears || has(account.Flags, ACCOUNT_FLAGS.noFreeze))) return 'tecNO_PERMISSION';
  const flags = frozenFlags(tx, account, line?.Flags ?? 0, bits);
  const deepOnly = has(flags, bits.deepFreeze) && !has(flags, bits.freeze);
  return deepOnly ? 'tecNO_PERMISSION' : OK;
}

function frozenFlags(
  tx: Transaction,
  account: AccountRoot,
  before: number,
  bits: SideFlags,
): number {
  const mayFreeze = !has(account.Flags, ACCOUNT_FLAGS.noFreeze);
  let flags = before;
  if (tx.hasFlag(FLAGS.setFreeze) && mayFreeze) flags = withFlag(flags, bits.freeze, true);
  else if (tx.hasFlag(FLAGS.clearFreeze)) flags = withFlag(flags, bits.freeze, false);
  if (tx.hasFlag(FLAGS.setDeepFreeze) && mayFreeze) flags = withFlag(flags, bits.deepFreeze, true);
  else if (tx.hasFlag(FLAGS.clearDeepFreeze)) flags = withFlag(flags, bits.deepFreeze, false);
  return flags;
}

function apply(tx: Transaction, view: WorkView, context: ApplyContext): ResultCode {
  const account = view.account(tx.account);
  const limit = limitOf(tx);
  if (account === undefined || limit === undefined) return 'terNO_ACCOUNT';
  const owned = account.OwnerCount;
  const reserve = owned < FREE_LINES ? 0n : accountReserve(view.facts.fees, owned + 1);
  const affordable = context.priorBalance >= reserve;
  const line = view.line(tx.account, limit.issuer, limit.currency);
  if (line !== undefined) return changeLine(tx, view, account, line, limit, affordable);
  if (isDefaultRequest(tx, limit)) return 'tecNO_LINE_REDUNDANT';
  if (!affordable) return 'tecNO_LINE_INSUF_RESERVE';
  createLine(view, {
    owner: tx.account,
    peer: limit.issuer,
    currency: limit.currency,
    limit: limit.value,
    balance: ZERO,
    authorized: tx.hasFlag(FLAGS.setAuth),
    noRipple: tx.hasFlag(FLAGS.setNoRipple) && !tx.hasFlag(FLAGS.clearNoRipple),
    freeze: tx.hasFlag(FLAGS.setFreeze) && !tx.hasFlag(FLAGS.clearFreeze),
    deepFreeze: tx.hasFlag(FLAGS.setDeepFreeze),
    ...qualitiesOf(tx),
  });
  return OK;
}

/** The qualities to set: par is the same as none. */
function qualitiesOf(tx: Transaction): { qualityIn?: number; qualityOut?: number } {
  const [qualityIn, qualityOut] = [tx.number('QualityIn'), tx.number('QualityOut')];
  const kept = (quality: number) => (quality === PAR ? 0 : quality);
  return {
    ...(qualityIn === undefined ? {} : { qualityIn: kept(qualityIn) }),
    ...(qualityOut === undefined ? {} : { qualityOut: kept(qualityOut) }),
  };
}

function isDefaultRequest(tx: Transaction, limit: TokenAmount): boolean {
  const { qualityIn = 0, qualityOut = 0 } = qualitiesOf(tx);
  const plain = limit.value.mantissa === 0n && qualityIn === 0 && qualityOut === 0;
  return plain && !tx.hasFlag(FLAGS.setAuth);
}

function changeLine(
  tx: Transaction,
  view: WorkView,
  account: AccountRoot,
  line: RippleState,
  limit: TokenAmount,
  affordable: boolean,
): ResultCode {
  const side = sideOf(line, tx.account);
  const setsNoRipple = tx.hasFlag(FLAGS.setNoRipple) && !tx.hasFlag(FLAGS.clearNoRipple);
  if (setsNoRipple && side.balance.mantissa < 0n) return 'tecNO_PERMISSION';
  let flags = frozenFlags(tx, account, line.Flags, side.bits);
  if (setsNoRipple) flags = withFlag(flags, side.bits.noRipple, true);
  else if (tx.hasFlag(FLAGS.clearNoRipple) && !tx.hasFlag(FLAGS.setNoRipple)) {
    flags = withFlag(flags, side.bits.noRipple, false);
  }
  if (tx.hasFlag(FLAGS.setAuth)) flags = withFlag(flags, side.bits.auth, true);
  const { qualityIn, qualityOut } = qualitiesOf(tx);
  const own = writeAmount({ ...limit, issuer: tx.account });
  const limits =
    typeof own === 'string'
      ? {}
      : isHigh(line, tx.account)
        ? { HighLimit: own }
        : { LowLimit: own };
  const changed: RippleState = {
    ...setQualities(line, tx.account, qualityIn, qualityOut),
    ...limits,
    Flags: flags,
  };
  return settleReserves(view, tx.account, changed, affordable);
}

/** Each side owns the line as long as something of it is not as it would be by default. */
function settleReserves(
  view: WorkView,
  sender: string,
  line: RippleState,
  affordable: boolean,
): ResultCode {
  const [low, high] = [line.LowLimit.issuer, line.HighLimit.issuer];
  let { Flags } = line;
  let senderPays = false;
  for (const address of [low, high]) {
    const { bits } = sideOf(line, address);
    const needed = needsReserve(view, line, address);
    if (needed === has(line.Flags, bits.reserve)) continue;
    adjustOwnerCount(view, address, needed ? 1 : -1);
    Flags = withFlag(Flags, bits.reserve, needed);
    if (needed && address === sender) senderPays = true;
  }
  if (!has(Flags, LINE_FLAGS.low.reserve | LINE_FLAGS.high.reserve)) {
    deleteLine(view, line);
    return OK;
  }
  if (senderPays && !affordable) return 'tecINSUF_RESERVE_LINE';
  view.put(lineKey(low, high, line.Balance.currency), { ...line, Flags });
  return OK;
}

function needsReserve(view: ReadView, line: RippleState, address: string): boolean {
  const side = sideOf(line, address);
  const ripples = has(view.account(address)?.Flags ?? 0, ACCOUNT_FLAGS.defaultRipple);
  return (
    side.qualityIn !== 0 ||
    side.qualityOut !== 0 ||
    !has(side.flags, side.bits.noRipple) !== ripples ||
    has(side.flags, side.bits.freeze) ||
    side.limit.mantissa !== 0n ||
    side.balance.mantissa > 0n
  );
}
