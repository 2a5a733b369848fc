import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { address } from '../wire/address.js';
import { mptIssuanceId, mptIssuer } from '../wire/amounts.js';
import { flagMask, mptokenAuthorizeFlags } from '../wire/flags.js';
import { memos, memosField } from '../wire/memos.js';
import { operation, transaction } from './operation.js';

const mptokenAuthorizeSchema = z.strictObject({
  /** Which multi-purpose token: 48 hexadecimal characters. */
  mptIssuanceId,
  /** As its issuer: the account that may hold it, a classic address. Left out, the vault itself is to hold it. */
  holder: z.optional(address),
  /** Default: none, which makes the place or gives the permission. */
  flags: z.optional(mptokenAuthorizeFlags),
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Makes a place for a multi-purpose token, which takes an owner reserve; or permits a holder to have it (XLS-33). */
export interface MptokenAuthorizeParams extends z.input<typeof mptokenAuthorizeSchema> {}

export const mptokenAuthorize = operation({
  schema: mptokenAuthorizeSchema,
  build: ({ mptIssuanceId: id, holder, flags, memos: list }, account) => {
    const isIssuer = mptIssuer(id) === account;
    if (isIssuer && holder === undefined) {
      throw new InvalidInputError('holder', 'is required of its issuer, which holds none itself');
    }
    if (!isIssuer && holder !== undefined) {
      throw new InvalidInputError('holder', 'is for its issuer, which this account is not');
    }
    if (holder === account) {
      throw new InvalidInputError('holder', 'is this account; an issuer holds no own token');
    }
    return transaction('MPTokenAuthorize', {
      MPTokenIssuanceID: id,
      Holder: holder,
      Flags: flagMask(mptokenAuthorizeFlags, flags),
      Memos: memosField(list),
    });
  },
});
