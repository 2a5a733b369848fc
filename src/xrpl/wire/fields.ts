import * as z from 'zod/mini';
import { fromHex } from '../../core/bytes.js';

const MAX_UINT32 = 0xffff_ffff;

/** A whole number of 32 bits. */
export const uint32 = z.int().check(z.gte(0), z.lte(MAX_UINT32));

/** The same, but not zero. */
export const positiveUint32 = z.int().check(z.gte(1), z.lte(MAX_UINT32));

/** 256 bits as 64 hexadecimal characters. */
export const hash256 = hex({ bytes: 32 });

/** The most that a transaction takes (rippled, `maxCredentialsArraySize`). */
const MAX_CREDENTIALS = 8;

/** Ids of credentials in the ledger (XLS-70), for a destination that takes payments only from their holders. */
export const credentialIds = z.array(hash256).check(
  z.minLength(1, 'must not be empty'),
  z.maxLength(MAX_CREDENTIALS),
  z.refine((ids) => new Set(ids).size === ids.length, 'must name each credential once'),
);

/** Hexadecimal of a given size, in bytes; upper case in the transaction. */
export function hex(size: { readonly bytes: number } | { min: number; max: number }) {
  const { min, max } = 'bytes' in size ? { min: size.bytes, max: size.bytes } : size;
  const range = min === max ? `${min * 2}` : `${min * 2} to ${max * 2}`;
  return z.string().check(
    z.refine((text) => {
      const bytes = text.length <= max * 2 ? fromHex(text) : undefined;
      return bytes !== undefined && bytes.length >= min;
    }, `must be hexadecimal, ${range} characters`),
    z.overwrite((text) => text.toUpperCase()),
  );
}

/** Fields without those that are `undefined`. */
export function defined(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
