import { decodeAccountID } from '../ripple.js';
import { sha512Half } from '../signature.js';
import { type Amount, type Asset, assetOf, numberOf } from '../values/amounts.js';
import { quotient } from '../values/token-value.js';
import type { CredentialJson } from './entries.js';

/**
 * Where an entry sits: SHA-512Half of a two-byte space and what identifies it, as on the real
 * ledger, so that ids computed by others are found here.
 */
function keyOf(space: string, ...parts: readonly Uint8Array[]): string {
  const head = Uint8Array.of(0, space.charCodeAt(0));
  return sha512Half(Buffer.concat([head, ...parts]))
    .toString('hex')
    .toUpperCase();
}

export function accountKey(address: string): string {
  return keyOf('a', accountId(address));
}

export function ownerDirectoryKey(address: string): string {
  return keyOf('O', accountId(address));
}

export function lineKey(a: string, b: string, currency: string): string {
  const { low, high } = sortAccounts(a, b);
  return keyOf('r', accountId(low), accountId(high), currencyBytes(currency));
}

export function offerKey(address: string, sequence: number): string {
  return keyOf('o', accountId(address), uint32(sequence));
}

export function ticketKey(address: string, sequence: number): string {
  return keyOf('T', accountId(address), uint32(sequence));
}

export function signerListKey(address: string): string {
  return keyOf('S', accountId(address), uint32(0));
}

export function credentialKey(subject: string, issuer: string, type: string): string {
  return keyOf('D', accountId(subject), accountId(issuer), Buffer.from(type, 'hex'));
}

export function depositPreauthKey(owner: string, authorized: string): string {
  return keyOf('p', accountId(owner), accountId(authorized));
}

/** Of who has all of these credentials: the order in which they are named makes no difference. */
export function credentialsPreauthKey(
  owner: string,
  credentials: readonly CredentialJson[],
): string {
  const hashes = credentials.map(({ Credential }) =>
    sha512Half(
      Buffer.concat([accountId(Credential.Issuer), Buffer.from(Credential.CredentialType, 'hex')]),
    ),
  );
  return keyOf('P', accountId(owner), ...hashes.sort((a, b) => Buffer.compare(a, b)));
}

/** The id of a multi-purpose token: the number of what created it, and its issuer. */
export function mptId(issuer: string, sequence: number): string {
  return Buffer.concat([uint32(sequence), accountId(issuer)])
    .toString('hex')
    .toUpperCase();
}

export function mptIssuanceKey(id: string): string {
  return keyOf('~', Buffer.from(id, 'hex'));
}

export function mptokenKey(id: string, holder: string): string {
  return keyOf('t', Buffer.from(mptIssuanceKey(id), 'hex'), accountId(holder));
}

/** The first 48 hex digits that all directories of one order book share. */
export function bookPrefix(pays: Asset, gets: Asset): string {
  const key = keyOf(
    'B',
    assetCurrency(pays),
    assetCurrency(gets),
    assetIssuer(pays),
    assetIssuer(gets),
  );
  return key.slice(0, 48);
}

export function bookDirectoryKey(pays: Amount, gets: Amount): string {
  return bookPrefix(assetOf(pays), assetOf(gets)) + encodeQuality(pays, gets);
}

/** What a taker pays for what it gets, as 16 hex digits that sort like the price. */
export function encodeQuality(pays: Amount, gets: Amount): string {
  const [above, below] = [numberOf(pays), numberOf(gets)];
  const exponent = above.exponent - below.exponent;
  const rate = quotient(above.mantissa, exponent, below.mantissa, 'nearest');
  const encoded = (BigInt(rate.exponent + 100) << 56n) | rate.mantissa;
  return encoded.toString(16).toUpperCase().padStart(16, '0');
}

export function decodeQuality(key: string): { mantissa: bigint; exponent: number } {
  const encoded = BigInt(`0x${key.slice(-16)}`);
  return { mantissa: encoded & ((1n << 56n) - 1n), exponent: Number(encoded >> 56n) - 100 };
}

/** The order of accounts by their ids, which decides whose side of a trust line is low. */
export function sortAccounts(a: string, b: string): { low: string; high: string } {
  return compareAccounts(a, b) < 0 ? { low: a, high: b } : { low: b, high: a };
}

export function compareAccounts(a: string, b: string): number {
  return Buffer.compare(accountId(a), accountId(b));
}

/** The 20 bytes of an address. */
export function accountId(address: string): Uint8Array {
  return decodeAccountID(address);
}

/** 20 bytes: three characters in the middle, or all of them as hex. */
export function currencyBytes(currency: string): Uint8Array {
  if (/^[0-9A-Fa-f]{40}$/.test(currency)) return Buffer.from(currency, 'hex');
  const bytes = Buffer.alloc(20);
  bytes.write(currency, 12, 'ascii');
  return bytes;
}

function assetCurrency(asset: Asset): Uint8Array {
  return asset.kind === 'xrp' ? Buffer.alloc(20) : currencyBytes(asset.currency);
}

function assetIssuer(asset: Asset): Uint8Array {
  return asset.kind === 'xrp' ? Buffer.alloc(20) : accountId(asset.issuer);
}

function uint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
