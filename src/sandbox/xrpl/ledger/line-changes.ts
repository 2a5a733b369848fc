import type { TokenJson } from '../values/amounts.js';
import {
  formatTokenValue,
  negate,
  subtract,
  type TokenValue,
  ZERO,
} from '../values/token-value.js';
import { ACCOUNT_FLAGS, has, LINE_FLAGS, type RippleState, withFlag } from './entries.js';
import { lineKey, sortAccounts } from './keys.js';
import { isHigh, type LineSide, NO_ACCOUNT, sideOf } from './lines.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from './owned.js';
import type { ReadView, WorkView } from './view.js';

/** How a new line is set up by the account that it is created for. */
export interface NewLine {
  readonly owner: string;
  readonly peer: string;
  readonly currency: string;
  readonly limit: TokenValue;
  /** What the owner holds from the start. */
  readonly balance: TokenValue;
  readonly authorized?: boolean;
  readonly noRipple?: boolean;
  readonly freeze?: boolean;
  readonly deepFreeze?: boolean;
  readonly qualityIn?: number;
  readonly qualityOut?: number;
}

/** Creates a line. It counts towards the owner's reserve, not the peer's. */
export function createLine(view: WorkView, setup: NewLine): void {
  const { owner, peer, currency, limit, balance } = setup;
  const { low, high } = sortAccounts(owner, peer);
  const own = owner === high ? LINE_FLAGS.high : LINE_FLAGS.low;
  const other = owner === high ? LINE_FLAGS.low : LINE_FLAGS.high;
  const peerRipples = has(view.account(peer)?.Flags ?? 0, ACCOUNT_FLAGS.defaultRipple);
  let flags = own.reserve;
  flags = withFlag(flags, own.auth, setup.authorized === true);
  flags = withFlag(flags, own.noRipple, setup.noRipple === true);
  flags = withFlag(flags, own.freeze, setup.freeze === true);
  flags = withFlag(flags, own.deepFreeze, setup.deepFreeze === true);
  flags = withFlag(flags, other.noRipple, !peerRipples);
  const limitOf = (side: string): TokenJson => ({
    currency,
    issuer: side,
    value: formatTokenValue(side === owner ? limit : ZERO),
  });
  const line: RippleState = {
    LedgerEntryType: 'RippleState',
    Balance: lineBalance(currency, owner === high ? negate(balance) : balance),
    Flags: flags,
    HighLimit: limitOf(high),
    HighNode: '0',
    LowLimit: limitOf(low),
    LowNode: '0',
  };
  const withQualities = setQualities(line, owner, setup.qualityIn, setup.qualityOut);
  insertOwned(view, lineKey(owner, peer, currency), withQualities, low, high);
  adjustOwnerCount(view, owner, 1);
}

/** Sets qualities in billionths; 0 removes one, `undefined` leaves it. */
export function setQualities(
  line: RippleState,
  address: string,
  qualityIn: number | undefined,
  qualityOut: number | undefined,
): RippleState {
  const high = isHigh(line, address);
  const fields: Record<string, number | undefined> = {};
  if (qualityIn !== undefined) fields[high ? 'HighQualityIn' : 'LowQualityIn'] = qualityIn;
  if (qualityOut !== undefined) fields[high ? 'HighQualityOut' : 'LowQualityOut'] = qualityOut;
  const { LowQualityIn, LowQualityOut, HighQualityIn, HighQualityOut, ...rest } = {
    ...line,
    ...fields,
  };
  return {
    ...rest,
    ...(LowQualityIn ? { LowQualityIn } : {}),
    ...(LowQualityOut ? { LowQualityOut } : {}),
    ...(HighQualityIn ? { HighQualityIn } : {}),
    ...(HighQualityOut ? { HighQualityOut } : {}),
  };
}

function lineBalance(currency: string, value: TokenValue): TokenJson {
  return { currency, issuer: NO_ACCOUNT, value: formatTokenValue(value) };
}

export function deleteLine(view: WorkView, line: RippleState): void {
  const [low, high] = [line.LowLimit.issuer, line.HighLimit.issuer];
  eraseOwned(view, lineKey(low, high, line.Balance.currency), low, high);
}

/**
 * Moves tokens along a line, from one end to the other. A receiver without a line gets one. A
 * sender whose side comes to nothing gives up its share of the line, and the line ends when neither
 * side needs it.
 */
export function moveTokens(
  view: WorkView,
  from: string,
  to: string,
  currency: string,
  value: TokenValue,
): void {
  const line = view.line(from, to, currency);
  if (line === undefined) {
    const noRipple = !has(view.account(to)?.Flags ?? 0, ACCOUNT_FLAGS.defaultRipple);
    createLine(view, { owner: to, peer: from, currency, limit: ZERO, balance: value, noRipple });
    return;
  }
  const side = sideOf(line, from);
  const after = subtract(side.balance, value);
  const high = isHigh(line, from);
  const moved: RippleState = {
    ...line,
    Balance: lineBalance(currency, high ? negate(after) : after),
  };
  const spent = side.balance.mantissa > 0n && after.mantissa <= 0n;
  if (!spent || !isIdle(view, from, side)) {
    view.put(lineKey(from, to, currency), moved);
    return;
  }
  adjustOwnerCount(view, from, -1);
  const released: RippleState = { ...moved, Flags: withFlag(line.Flags, side.bits.reserve, false) };
  const peerBits = high ? LINE_FLAGS.low : LINE_FLAGS.high;
  if (after.mantissa === 0n && !has(released.Flags, peerBits.reserve)) deleteLine(view, released);
  else view.put(lineKey(from, to, currency), released);
}

/** Whether a side without balance has nothing else that keeps the line: all is at its default. */
function isIdle(view: ReadView, address: string, side: LineSide): boolean {
  const ripples = has(view.account(address)?.Flags ?? 0, ACCOUNT_FLAGS.defaultRipple);
  return (
    has(side.flags, side.bits.reserve) &&
    has(side.flags, side.bits.noRipple) !== ripples &&
    !has(side.flags, side.bits.freeze) &&
    side.limit.mantissa === 0n &&
    side.qualityIn === 0 &&
    side.qualityOut === 0
  );
}
