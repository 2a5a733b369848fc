import { bytesToHex, hexToBytes, utf8ToBytes } from '../../../core/bytes.js';
import { InvalidInputError } from '../../../core/errors.js';
import { uintHex } from '../../../core/hex-codec.js';
import { isObject } from '../../../core/json.js';
import { accountIdOf, addressOfId } from '../address.js';
import { canonicalCurrency } from '../currencies.js';
import { hash, hexIn, type SerializedType, within, wrong } from './type.js';

/** How long an account and a currency are. */
export const ID_BYTES = 20;

const XRP = uintHex(0, ID_BYTES);

/** An account: in JSON its classic address. */
export const ACCOUNT: SerializedType = {
  write(value) {
    const id = typeof value === 'string' ? accountIdOf(value) : undefined;
    if (id) return bytesToHex(id);
    throw wrong('is no classic address');
  },
  read(reader, length) {
    if (length === ID_BYTES) return addressIn(reader.hex(length));
    throw wrong('is no account');
  },
};

function addressIn(id: string): string {
  return addressOfId(hexToBytes(id));
}

/** A currency: in JSON three letters, or hexadecimal. */
export const CURRENCY: SerializedType = {
  write(value) {
    if (typeof value !== 'string' || value.length !== 3) return hexIn(value, ID_BYTES);
    if (value === 'XRP') return XRP;
    return `${uintHex(0, 12)}${hexIn(bytesToHex(utf8ToBytes(value)), 3)}${uintHex(0, 5)}`;
  },
  read: (reader) => currencyIn(reader.hex(ID_BYTES)),
};

function currencyIn(hex: string): string {
  if (hex === XRP) return 'XRP';
  const code = canonicalCurrency(hex);
  // These letters stand for zeros, and for themselves in no bytes.
  return code === 'XRP' ? hex.toUpperCase() : code;
}

/** The id of a multi-purpose token: a number, and its issuer. */
export const MPT_ID: SerializedType = hash(24);

/** What stands behind the issuer of a multi-purpose token, where another token has its own. */
const NO_ACCOUNT = uintHex(1, ID_BYTES);

/** XRP, an issued token or a multi-purpose token. */
export const ISSUE: SerializedType = {
  write(value, field) {
    const { currency, issuer, mpt_issuance_id: id, ...others } = isObject(value) ? value : {};
    if (Object.keys(others).length > 0) throw wrong('has a member that no asset has');
    if (id !== undefined && currency === undefined && issuer === undefined) {
      const hex = MPT_ID.write(id, field);
      return `${hex.slice(8)}${NO_ACCOUNT}${reversed(hex.slice(0, 8))}`;
    }
    if (id !== undefined) throw wrong('is two assets');
    if (issuer !== undefined) return tokenHex(currency, issuer, field);
    const code = within('currency', () => CURRENCY.write(currency, field));
    if (code === XRP) return code;
    throw wrong('is a token without an issuer');
  },
  read(reader) {
    const first = reader.hex(ID_BYTES);
    if (first === XRP) return { currency: 'XRP' };
    const second = reader.hex(ID_BYTES);
    return second === NO_ACCOUNT
      ? { mpt_issuance_id: `${reversed(reader.hex(4))}${first}`.toUpperCase() }
      : { currency: currencyIn(first), issuer: addressIn(second) };
  },
};

/** A currency and its issuer, which XRP has not. */
export function tokenHex(currency: unknown, issuer: unknown, field: string): string {
  const code = within('currency', () => CURRENCY.write(currency, field));
  if (code === XRP) throw new InvalidInputError('currency', 'must not be XRP');
  return `${code}${within('issuer', () => ACCOUNT.write(issuer, field))}`;
}

function reversed(hex: string): string {
  return (hex.match(/../g) ?? []).reverse().join('');
}

/** What the two chains of a bridge have, in the order of their bytes. */
const BRIDGE_ENDS = [
  ['LockingChainDoor', 'LockingChainIssue'],
  ['IssuingChainDoor', 'IssuingChainIssue'],
] as const;

export const BRIDGE: SerializedType = {
  write(value, field) {
    const ends = isObject(value) ? value : {};
    const parts = BRIDGE_ENDS.map(([door, issue]) => {
      const account = within(door, () => ACCOUNT.write(ends[door], field));
      return `${uintHex(ID_BYTES, 1)}${account}${within(issue, () => ISSUE.write(ends[issue], field))}`;
    });
    return parts.join('');
  },
  read: (reader, _, field) =>
    Object.fromEntries(
      BRIDGE_ENDS.flatMap(([door, issue]) => {
        if (reader.count(1) !== ID_BYTES) throw wrong('is no bridge');
        const account = ACCOUNT.read(reader, ID_BYTES, field);
        return [
          [door, account],
          [issue, ISSUE.read(reader, 0, field)],
        ];
      }),
    ),
};
