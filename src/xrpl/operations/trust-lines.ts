import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { address } from '../wire/address.js';
import { plainValue, positiveValue, tokenLimit } from '../wire/amounts.js';
import { currency } from '../wire/currencies.js';
import { uint32 } from '../wire/fields.js';
import { flagMask, trustSetFlags } from '../wire/flags.js';
import { memos, memosField } from '../wire/memos.js';
import { operation, transaction } from './operation.js';

const trustSetSchema = z.strictObject({
  /** The issuer to trust, for which currency, and how much. A `value` of `"0"` takes the trust back. */
  limitAmount: tokenLimit,
  /** Default: none. What no flag names stays as it is. */
  flags: z.optional(trustSetFlags),
  /** Value incoming balances at this number per 1,000,000,000; 0 is back to par. */
  qualityIn: z.optional(uint32),
  /** Value outgoing balances at this number per 1,000,000,000; 0 is back to par. */
  qualityOut: z.optional(uint32),
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Creates, changes or (with a limit of zero) removes a trust line. */
export interface TrustSetParams extends z.input<typeof trustSetSchema> {}

export const trustSet = operation({
  schema: trustSetSchema,
  build: (params, account) => {
    if (params.limitAmount.issuer === account) {
      throw new InvalidInputError('limitAmount.issuer', 'is this account; trust is for others');
    }
    return transaction('TrustSet', {
      LimitAmount: params.limitAmount,
      QualityIn: params.qualityIn,
      QualityOut: params.qualityOut,
      Flags: flagMask(trustSetFlags, params.flags),
      Memos: memosField(params.memos),
    });
  },
});

const freezeTokenSchema = z.strictObject({
  /** The holder whose line is frozen: a classic address. The vault is the issuer. */
  holder: address,
  /** Three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones; never `XRP`. */
  currency,
  /** `true` freezes, `false` thaws. There is no default: leaving it out has thawed lines before. */
  freeze: z.boolean(),
  /**
   * How much of the holder's own token of this currency the vault accepts, if it accepts any: freezing a line
   * sets its limit as well, and a limit that only a node has reported is never signed.
   */
  limit: z.optional(plainValue),
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Freezes or thaws one holder's line; its limit is zero, as an issuer's is, or the given one. */
export interface FreezeTokenParams extends z.input<typeof freezeTokenSchema> {}

export const freezeToken = operation({
  schema: freezeTokenSchema,
  needsLine: ({ holder, currency, limit }) =>
    limit === undefined ? { peer: holder, currency } : undefined,
  build: (params, account, { lineLimit }) => {
    if (params.holder === account) {
      throw new InvalidInputError('holder', 'is this account; an issuer has no line to itself');
    }
    if (params.limit === undefined && lineLimit !== '0') {
      throw new InvalidInputError('limit', `is required: the line has a limit of ${lineLimit} now`);
    }
    return transaction('TrustSet', {
      LimitAmount: {
        currency: params.currency,
        issuer: params.holder,
        value: params.limit ?? '0',
      },
      Flags: flagMask(
        trustSetFlags,
        params.freeze ? { tfSetFreeze: true } : { tfClearFreeze: true },
      ),
      Memos: memosField(params.memos),
    });
  },
});

const clawbackSchema = z.strictObject({
  /** The holder: a classic address. The vault is the issuer. */
  holder: address,
  /** Three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones; never `XRP`. */
  currency,
  /** How much, as a plain decimal string; no more is taken than the holder has. */
  value: positiveValue(),
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Takes back tokens that the vault has issued (XLS-39). */
export interface ClawbackParams extends z.input<typeof clawbackSchema> {}

export const clawback = operation({
  schema: clawbackSchema,
  build: (params, account) => {
    if (params.holder === account) {
      throw new InvalidInputError('holder', 'is this account; an issuer holds no own token');
    }
    return transaction('Clawback', {
      // On the ledger, the amount's issuer field names the holder here.
      Amount: { currency: params.currency, issuer: params.holder, value: params.value },
      Memos: memosField(params.memos),
    });
  },
});
