import { isObject } from '../../../core/json.js';
import {
  add as addValues,
  compare as compareValues,
  divideRounded,
  formatTokenValue,
  negate as negateValue,
  parseTokenValue,
  quotient,
  type Rounding,
  type TokenValue,
  ZERO,
} from './token-value.js';

/** What an amount is of. */
export type Asset =
  | { readonly kind: 'xrp' }
  | { readonly kind: 'token'; readonly currency: string; readonly issuer: string };

/** An amount of XRP, in drops, or of a token. Signed. */
export type Amount = XrpAmount | TokenAmount;

export interface XrpAmount {
  readonly kind: 'xrp';
  readonly drops: bigint;
}

export interface TokenAmount {
  readonly kind: 'token';
  readonly currency: string;
  readonly issuer: string;
  readonly value: TokenValue;
}

/** An amount as the ledger's JSON writes it: drops, or a token. */
export type AmountJson = string | TokenJson;

export interface TokenJson {
  readonly currency: string;
  readonly issuer: string;
  readonly value: string;
}

export const XRP: Asset = { kind: 'xrp' };

export function xrp(drops: bigint): XrpAmount {
  return { kind: 'xrp', drops };
}

export function token(asset: Extract<Asset, { kind: 'token' }>, value: TokenValue): TokenAmount {
  return { kind: 'token', currency: asset.currency, issuer: asset.issuer, value };
}

function isTokenJson(value: unknown): value is TokenJson {
  return (
    isObject(value) &&
    typeof value.currency === 'string' &&
    typeof value.issuer === 'string' &&
    typeof value.value === 'string'
  );
}

/** Reads an amount out of the codec's JSON; `undefined` for one that is not modelled. */
export function readAmount(json: unknown): Amount | undefined {
  if (typeof json === 'string') return /^-?\d+$/.test(json) ? xrp(BigInt(json)) : undefined;
  if (!isTokenJson(json)) return undefined;
  const { currency, issuer } = json;
  return { kind: 'token', currency, issuer, value: parseTokenValue(json.value) };
}

export function writeAmount(amount: Amount): AmountJson {
  if (amount.kind === 'xrp') return amount.drops.toString();
  const { currency, issuer, value } = amount;
  return { currency, issuer, value: formatTokenValue(value) };
}

export function assetOf(amount: Amount): Asset {
  return amount.kind === 'xrp'
    ? XRP
    : { kind: 'token', currency: amount.currency, issuer: amount.issuer };
}

export function sameAsset(a: Asset, b: Asset): boolean {
  if (a.kind === 'xrp' || b.kind === 'xrp') return a.kind === b.kind;
  return a.currency === b.currency && a.issuer === b.issuer;
}

export function zeroOf(asset: Asset): Amount {
  return asset.kind === 'xrp' ? xrp(0n) : token(asset, ZERO);
}

export function signOf(amount: Amount): number {
  const units = amount.kind === 'xrp' ? amount.drops : amount.value.mantissa;
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}

export function plus(a: Amount, b: Amount): Amount {
  if (a.kind === 'xrp' && b.kind === 'xrp') return xrp(a.drops + b.drops);
  if (a.kind === 'token' && b.kind === 'token') {
    return { ...a, value: addValues(a.value, b.value) };
  }
  throw new TypeError('XRP and tokens do not add up');
}

export function minus(a: Amount, b: Amount): Amount {
  return plus(a, negated(b));
}

function negated(amount: Amount): Amount {
  return amount.kind === 'xrp'
    ? xrp(-amount.drops)
    : { ...amount, value: negateValue(amount.value) };
}

/** Negative, zero or positive. Issuers are not looked at. */
export function compareAmounts(a: Amount, b: Amount): number {
  if (a.kind === 'token' && b.kind === 'token') return compareValues(a.value, b.value);
  return signOf(minus(a, b));
}

export function smaller(a: Amount, b: Amount): Amount {
  return compareAmounts(a, b) <= 0 ? a : b;
}

/** Any amount as an exact number. */
export function numberOf(amount: Amount): TokenValue {
  return amount.kind === 'xrp' ? { mantissa: amount.drops, exponent: 0 } : amount.value;
}

/** `amount * numerator / denominator` as an amount of `asset`, rounded once. For positive amounts. */
export function scaled(
  amount: Amount,
  numerator: TokenValue,
  denominator: TokenValue,
  asset: Asset,
  rounding: Rounding,
): Amount {
  const base = numberOf(amount);
  const above = base.mantissa * numerator.mantissa;
  const exponent = base.exponent + numerator.exponent - denominator.exponent;
  if (asset.kind === 'token') {
    return token(asset, quotient(above, exponent, denominator.mantissa, rounding));
  }
  const shift = 10n ** BigInt(Math.abs(exponent));
  return exponent >= 0
    ? xrp(divideRounded(above * shift, denominator.mantissa, rounding))
    : xrp(divideRounded(above, denominator.mantissa * shift, rounding));
}

/** `amount * parts / whole`, such as a transfer rate in billionths. */
export function scaledBy(amount: Amount, parts: number, whole: number, rounding: Rounding): Amount {
  if (parts === whole) return amount;
  const [numerator, denominator] = [integer(parts), integer(whole)];
  return scaled(amount, numerator, denominator, assetOf(amount), rounding);
}

function integer(value: number): TokenValue {
  return { mantissa: BigInt(value), exponent: 0 };
}
