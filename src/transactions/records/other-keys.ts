import * as z from 'zod/mini';
import { isObject } from '../../core/json.js';

/** Public keys in hexadecimal that may sign for an account besides its own, by its address. */
export type OtherKeys = Readonly<Record<string, readonly string[]>>;

/** A compressed secp256k1 key, or an ed25519 key, also with the prefix `ED` of the XRP Ledger. */
const PUBLIC_KEY = /^(?:02|03|ed)?[0-9a-f]{64}$/i;

/** A schema for {@link OtherKeys}, with a chain's own check of addresses. */
export function otherKeysBy(isAddress: (text: string) => boolean) {
  const areKeys = (keys: unknown) =>
    Array.isArray(keys) && keys.every((key) => PUBLIC_KEY.test(String(key)));
  const isValid = (value: unknown) =>
    isObject(value) &&
    Object.entries(value).every(([address, keys]) => isAddress(address) && areKeys(keys));
  return z.optional(z.custom<OtherKeys>(isValid, 'must be lists of public keys by address'));
}

/** Whether the caller has listed a key as one that may sign for an account. */
export function isPinned(keys: OtherKeys | undefined, address: string, key: string): boolean {
  return keys?.[address]?.some((pinned) => bare(pinned) === bare(key)) === true;
}

function bare(key: string): string {
  return key.toLowerCase().replace(/^ed(?=.{64}$)/, '');
}
