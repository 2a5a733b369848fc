import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { address, amount, amountField, sameAsset, tokenAmount } from '../amounts.js';
import { currency } from '../currencies.js';
import { hash256, memos, memosField, uint32 } from '../fields.js';
import { flagMask, paymentFlags } from '../flags.js';
import { destination, oneTag, withClassicAddress } from '../x-address.js';
import { operation, transaction } from './operation.js';

const pathStep = z
  .strictObject({
    account: z.optional(address),
    currency: z.optional(z.union([z.literal('XRP'), currency])),
    issuer: z.optional(address),
  })
  .check(
    z.refine(
      (step) =>
        (step.account === undefined) !== (step.currency === undefined && step.issuer === undefined),
      'must have an account, or else a currency, an issuer or both',
    ),
  );

/** The ledger takes 6 paths of 8 steps. */
const paths = z
  .array(z.array(pathStep).check(z.minLength(1), z.maxLength(8)))
  .check(z.minLength(1), z.maxLength(6));

const common = {
  /** Where it goes: a classic address, or an X-address with its tag in it. */
  destination,
  /** 0 to 4,294,967,295. Required by many exchanges, to tell their customers apart. */
  destinationTag: z.optional(uint32),
  /** The most to spend, transfer fees included. */
  sendMax: z.optional(amount),
  /** With `tfPartialPayment`: the least to deliver. */
  deliverMin: z.optional(amount),
  /** Payment paths, as `ripple_path_find` gives them. */
  paths: z.optional(paths),
  flags: z.optional(paymentFlags),
  /** 64 hexadecimal characters that mean something to both sides. */
  invoiceId: z.optional(hash256),
  memos: z.optional(memos),
};

interface PaymentShape {
  readonly amount: z.output<typeof amount>;
  readonly sendMax?: z.output<typeof amount> | undefined;
  readonly deliverMin?: z.output<typeof amount> | undefined;
  readonly flags?: z.output<typeof paymentFlags> | undefined;
  readonly paths?: z.output<typeof paths> | undefined;
}

/** A partial payment without a floor may deliver next to nothing, and still succeed. */
const partialNeedsFloor = z.refine<PaymentShape>(
  (params) => Boolean(params.flags?.tfPartialPayment) === (params.deliverMin !== undefined),
  { message: 'goes with tfPartialPayment, and tfPartialPayment with it', path: ['deliverMin'] },
);

const floorMatchesAmount = z.refine<PaymentShape>(
  (params) => params.deliverMin === undefined || sameAsset(params.deliverMin, params.amount),
  { message: 'must be of the same asset as amount', path: ['deliverMin'] },
);

/** Then there is no default path, so without others there is none at all. */
const noDirectNeedsPaths = z.refine<PaymentShape>(
  (params) => !params.flags?.tfNoRippleDirect || params.paths !== undefined,
  { message: 'is required by tfNoRippleDirect', path: ['paths'] },
);

const crossCurrencySchema = z
  .strictObject({
    ...common,
    /** What arrives: drops of XRP as text, or a token amount. */
    amount,
    sendMax: amount,
  })
  .check(
    partialNeedsFloor,
    floorMatchesAmount,
    noDirectNeedsPaths,
    oneTag,
    z.refine((params) => isToken(params.amount) || isToken(params.sendMax), {
      message: 'XRP to XRP is no cross-currency payment; use xrpTransfer',
      path: ['sendMax'],
    }),
  );
const checkedCrossCurrency = z.pipe(crossCurrencySchema, z.transform(withClassicAddress));

function isToken(value: unknown): boolean {
  return typeof value === 'object';
}

/** Pays in one currency what arrives in another. */
export interface CrossCurrencyPaymentParams extends z.input<typeof crossCurrencySchema> {}

export const crossCurrencyPayment = operation({
  schema: checkedCrossCurrency,
  build: (params, account) => {
    checkNotOwn(params, account);
    return payment(params.destination, params);
  },
});

const tokenTransferSchema = z
  .strictObject({
    ...common,
    /** What arrives. A token with a transfer fee needs a `sendMax` that covers it. */
    amount: tokenAmount,
  })
  .check(partialNeedsFloor, floorMatchesAmount, noDirectNeedsPaths, oneTag);
const checkedTokenTransfer = z.pipe(tokenTransferSchema, z.transform(withClassicAddress));

/** Sends an issued token. */
export interface TokenTransferParams extends z.input<typeof tokenTransferSchema> {}

export const tokenTransfer = operation({
  schema: checkedTokenTransfer,
  build: (params, account) => {
    checkNotOwn(params, account);
    return payment(params.destination, params);
  },
});

const { destination: _, ...withoutDestination } = common;

const burnTokenSchema = z
  .strictObject({
    ...withoutDestination,
    /** What is burnt: it goes back to its issuer, which is what burning is. */
    amount: tokenAmount,
  })
  .check(partialNeedsFloor, floorMatchesAmount, noDirectNeedsPaths);

/** Burns a token that the vault holds, by paying it to its issuer. */
export interface BurnTokenParams extends z.input<typeof burnTokenSchema> {}

export const burnToken = operation({
  schema: burnTokenSchema,
  build: (params, account) => {
    if (params.amount.issuer === account) {
      throw new InvalidInputError('amount.issuer', 'is this account; an issuer holds no own token');
    }
    return payment(params.amount.issuer, params);
  },
});

/** What an account has it can't pay itself, but by exchanging it (rippled, temREDUNDANT). */
function checkNotOwn(params: PaymentShape & { readonly destination: string }, account: string) {
  const { destination, amount: arrives, sendMax: leaves = arrives } = params;
  const exchanges = params.paths !== undefined || currencyOf(leaves) !== currencyOf(arrives);
  if (destination === account && !exchanges) {
    throw new InvalidInputError('destination', 'is this account; the ledger refuses that');
  }
}

function currencyOf(value: z.output<typeof amount>): string {
  return typeof value === 'object' ? value.currency : 'XRP';
}

interface PaymentFields extends PaymentShape {
  readonly destinationTag?: number | undefined;
  readonly invoiceId?: string | undefined;
  readonly memos?: z.output<typeof memos> | undefined;
}

function payment(destination: string, params: PaymentFields) {
  return transaction('Payment', {
    Destination: destination,
    Amount: amountField(params.amount),
    DestinationTag: params.destinationTag,
    SendMax: params.sendMax && amountField(params.sendMax),
    DeliverMin: params.deliverMin && amountField(params.deliverMin),
    Paths: params.paths,
    Flags: flagMask(paymentFlags, params.flags),
    InvoiceID: params.invoiceId,
    Memos: memosField(params.memos),
  });
}
