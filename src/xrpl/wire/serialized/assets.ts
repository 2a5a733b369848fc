import { bytesToHex, hexToBytes, utf8ToBytes } from '../../../core/bytes.js';
import { InvalidInputError } from '../../../core/errors.js';
import { type ByteReader, uintHex } from '../../../core/hex-codec.js';
import { accountIdOf, addressOfId } from '../address.js';
import { canonicalCurrency } from '../currencies.js';
import { hash, hexIn, membersOf, type SerializedType, within, wrong } from './type.js';

/** How long an account and a currency are. */
export const ID_BYTES = 20;

const XRP = uintHex(0, ID_BYTES);

/** An account: in JSON its classic address. */
export const ACCOUNT = {
  write(value: unknown): string {
    const id = typeof value === 'string' ? accountIdOf(value) : undefined;
    if (id) return bytesToHex(id);
    throw wrong('is no classic address');
  },
  read(reader: ByteReader, length: number): string {
    if (length === ID_BYTES) return addressIn(reader.hex(length));
    throw wrong('is no account');
  },
} satisfies SerializedType;

function addressIn(id: string): string {
  return addressOfId(hexToBytes(id));
}

/** A currency: in JSON three letters, or hexadecimal. */
export const CURRENCY = {
  write(value: unknown): string {
    if (typeof value !== 'string' || value.length !== 3) return hexIn(value, ID_BYTES);
    if (value === 'XRP') return XRP;
    return `${uintHex(0, 12)}${hexIn(bytesToHex(utf8ToBytes(value)), 3)}${uintHex(0, 5)}`;
  },
  read: (reader: ByteReader) => currencyIn(reader.hex(ID_BYTES)),
} satisfies SerializedType;

function currencyIn(hex: string): string {
  if (hex === XRP) return 'XRP';
  const code = canonicalCurrency(hex);
  // These letters stand for zeros, and for themselves in no bytes.
  return code === 'XRP' ? hex.toUpperCase() : code;
}

/** The id of a multi-purpose token: a number, and its issuer. */
export const MPT_ID = hash(24);

/** What stands behind the issuer of a multi-purpose token, where another token has its own. */
const NO_ACCOUNT = uintHex(1, ID_BYTES);

/** XRP, an issued token or a multi-purpose token. */
export const ISSUE = {
  write(value: unknown): string {
    const { currency, issuer, mpt_issuance_id: id, ...others } = membersOf(value);
    if (Object.keys(others).length > 0) throw wrong('has a member that no asset has');
    if (id !== undefined && currency === undefined && issuer === undefined) {
      const hex = MPT_ID.write(id);
      return `${hex.slice(8)}${NO_ACCOUNT}${reversed(hex.slice(0, 8))}`;
    }
    if (id !== undefined) throw wrong('is two assets');
    if (issuer !== undefined) return tokenHex(currency, issuer);
    const code = within('currency', () => CURRENCY.write(currency));
    if (code === XRP) return code;
    throw wrong('is a token without an issuer');
  },
  read(reader: ByteReader): object {
    const first = reader.hex(ID_BYTES);
    if (first === XRP) return { currency: 'XRP' };
    const second = reader.hex(ID_BYTES);
    return second === NO_ACCOUNT
      ? { mpt_issuance_id: `${reversed(reader.hex(4))}${first}`.toUpperCase() }
      : { currency: currencyIn(first), issuer: addressIn(second) };
  },
} satisfies SerializedType;

/** A currency and its issuer, which XRP has not. */
export function tokenHex(currency: unknown, issuer: unknown): string {
  const code = within('currency', () => CURRENCY.write(currency));
  if (code === XRP) throw new InvalidInputError('currency', 'must not be XRP');
  return `${code}${within('issuer', () => ACCOUNT.write(issuer))}`;
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
  write(value) {
    const ends = membersOf(value);
    const parts = BRIDGE_ENDS.map(([door, issue]) => {
      const account = within(door, () => ACCOUNT.write(ends[door]));
      return `${uintHex(ID_BYTES, 1)}${account}${within(issue, () => ISSUE.write(ends[issue]))}`;
    });
    return parts.join('');
  },
  read: (reader) =>
    Object.fromEntries(
      BRIDGE_ENDS.flatMap(([door, issue]) => {
        if (reader.count(1) !== ID_BYTES) throw wrong('is no bridge');
        const account = ACCOUNT.read(reader, ID_BYTES);
        return [
          [door, account],
          [issue, ISSUE.read(reader)],
        ];
      }),
    ),
};
