import * as z from 'zod/mini';
import { parsedWith } from '../../core/fields.js';
import { parseRecipient } from './address.js';

/** The address of a payee. */
export const recipient = parsedWith((value) => parseRecipient(value, ''));

/** A transaction's hash, in the form that nodes write. */
export const transactionHash = z.pipe(
  z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hexadecimal characters')),
  z.transform((text) => text.toLowerCase()),
);
