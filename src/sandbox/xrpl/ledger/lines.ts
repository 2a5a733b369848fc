import { add, negate, parseTokenValue, type TokenValue, ZERO } from '../values/token-value.js';
import { ACCOUNT_FLAGS, has, LINE_FLAGS, type RippleState, type SideFlags } from './entries.js';
import type { ReadView } from './view.js';

/**
 * Trust lines. A line has a low and a high side, by the order of the two accounts, and one balance,
 * kept from the low side's point of view. Everything here is said from one account's side.
 */
export interface LineSide {
  /** What this side holds; negative is what it owes. */
  readonly balance: TokenValue;
  /** How much this side is willing to hold. */
  readonly limit: TokenValue;
  /** In billionths; 0 and absent are par. */
  readonly qualityIn: number;
  readonly qualityOut: number;
  /** The bits that this side's flags have on the line. */
  readonly bits: SideFlags;
  readonly flags: number;
}

/** What stands for nobody, as the issuer of a line's balance. */
export const NO_ACCOUNT = 'rrrrrrrrrrrrrrrrrrrrBZbvji';
/** 1 in billionths. */
export const PAR = 1_000_000_000;

export function isHigh(line: RippleState, address: string): boolean {
  return line.HighLimit.issuer === address;
}

export function sideOf(line: RippleState, address: string): LineSide {
  const balance = parseTokenValue(line.Balance.value);
  if (isHigh(line, address)) {
    return {
      balance: negate(balance),
      limit: parseTokenValue(line.HighLimit.value),
      qualityIn: line.HighQualityIn ?? 0,
      qualityOut: line.HighQualityOut ?? 0,
      bits: LINE_FLAGS.high,
      flags: line.Flags,
    };
  }
  return {
    balance,
    limit: parseTokenValue(line.LowLimit.value),
    qualityIn: line.LowQualityIn ?? 0,
    qualityOut: line.LowQualityOut ?? 0,
    bits: LINE_FLAGS.low,
    flags: line.Flags,
  };
}

/** The other end of a line. */
export function peerOf(line: RippleState, address: string): string {
  return isHigh(line, address) ? line.LowLimit.issuer : line.HighLimit.issuer;
}

/** What one account holds of another's tokens; negative is what it owes it; 0 without a line. */
export function balanceWith(
  view: ReadView,
  holder: string,
  peer: string,
  currency: string,
): TokenValue {
  const line = view.line(holder, peer, currency);
  return line === undefined ? ZERO : sideOf(line, holder).balance;
}

/** How much of another's tokens an account is willing to hold. */
function limitToward(view: ReadView, holder: string, peer: string, currency: string): TokenValue {
  const line = view.line(holder, peer, currency);
  return line === undefined ? ZERO : sideOf(line, holder).limit;
}

/** What an issuer asks of holders who pay each other, in billionths. */
export function transferRate(view: ReadView, issuer: string): number {
  return view.account(issuer)?.TransferRate ?? PAR;
}

export function isGloballyFrozen(view: ReadView, issuer: string): boolean {
  return has(view.account(issuer)?.Flags ?? 0, ACCOUNT_FLAGS.globalFreeze);
}

/** Whether an issuer has frozen a holder: its line, or everything. */
export function isFrozen(
  view: ReadView,
  holder: string,
  issuer: string,
  currency: string,
): boolean {
  if (isGloballyFrozen(view, issuer)) return true;
  const line = view.line(holder, issuer, currency);
  if (line === undefined) return false;
  const { bits, flags } = sideOf(line, issuer);
  return has(flags, bits.freeze);
}

/** Whether either side has deep-frozen the line: then its holder can't even receive. */
export function isDeepFrozen(line: RippleState | undefined): boolean {
  const either = LINE_FLAGS.low.deepFreeze | LINE_FLAGS.high.deepFreeze;
  return line !== undefined && has(line.Flags, either);
}

/** Whether an account may hold an issuer's tokens, where the issuer insists on authorising. */
export function isAuthorized(
  view: ReadView,
  holder: string,
  issuer: string,
  currency: string,
): boolean {
  const needed = has(view.account(issuer)?.Flags ?? 0, ACCOUNT_FLAGS.requireAuthorization);
  if (!needed || holder === issuer) return true;
  const line = view.line(holder, issuer, currency);
  if (line === undefined) return false;
  const { bits, flags } = sideOf(line, issuer);
  return has(flags, bits.auth);
}

/** What a side can still receive before its limit is reached. */
export function room(view: ReadView, holder: string, peer: string, currency: string): TokenValue {
  return add(
    limitToward(view, holder, peer, currency),
    negate(balanceWith(view, holder, peer, currency)),
  );
}
