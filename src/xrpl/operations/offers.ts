import * as z from 'zod/mini';
import { amount, amountField, sameAsset } from '../wire/amounts.js';
import { hash256, positiveUint32 } from '../wire/fields.js';
import { flagMask, offerCreateFlags } from '../wire/flags.js';
import { memos, memosField } from '../wire/memos.js';
import { operation, transaction } from './operation.js';

const offerCreateSchema = z
  .strictObject({
    /** The amount that is given: drops of XRP as text, or a token amount. `TakerGets` on the ledger. */
    sellAmount: amount,
    /** The amount that is wanted for it. `TakerPays` on the ledger. */
    buyAmount: amount,
    /** Default: none. The offer takes what it can at once, and the rest waits on the book. */
    flags: z.optional(offerCreateFlags),
    /** A permissioned domain's id, 64 hexadecimal characters (XLS-81). */
    domainId: z.optional(hash256),
    /** When the offer ends, in seconds since the Ripple epoch (2000-01-01T00:00:00Z). */
    expiration: z.optional(positiveUint32),
    /** The sequence number of an offer to replace. */
    offerSequence: z.optional(positiveUint32),
    /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
    memos: z.optional(memos),
  })
  .check(
    z.refine((params) => !sameAsset(params.sellAmount, params.buyAmount), {
      message: 'must be of another asset than sellAmount',
      path: ['buyAmount'],
    }),
    z.refine((params) => !params.flags?.tfHybridOffer || params.domainId !== undefined, {
      message: 'is required by tfHybridOffer',
      path: ['domainId'],
    }),
  );

/** Places an offer on the ledger's exchange. */
export interface OfferCreateParams extends z.input<typeof offerCreateSchema> {}

export const offerCreate = operation({
  schema: offerCreateSchema,
  build: (params) =>
    transaction('OfferCreate', {
      TakerGets: amountField(params.sellAmount),
      TakerPays: amountField(params.buyAmount),
      // Zero, too, is signed: the specification's result of an offer has `Flags`.
      Flags: flagMask(offerCreateFlags, params.flags) ?? 0,
      DomainID: params.domainId,
      Expiration: params.expiration,
      OfferSequence: params.offerSequence,
      Memos: memosField(params.memos),
    }),
});

const offerCancelSchema = z.strictObject({
  /** The sequence number of the transaction that placed the offer. */
  offerSequence: positiveUint32,
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
});

/** Takes an offer back. */
export interface OfferCancelParams extends z.input<typeof offerCancelSchema> {}

export const offerCancel = operation({
  schema: offerCancelSchema,
  build: (params) =>
    transaction('OfferCancel', {
      OfferSequence: params.offerSequence,
      Memos: memosField(params.memos),
    }),
});
